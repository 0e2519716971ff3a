// How many bytes one person's imports may bring to the shared folder at a time.
import { userPathOf, type Mounts, type Place } from '../../storage/paths.ts'
import { failed } from './landing-failures.ts'

/** An import that has not ended, as far as it is known. */
export interface OpenImport {
  id: string
  owner: number
  /** Bytes; 0 while unknown. */
  total: number
  /** What it brings, as its owner sees it. */
  result: string | null
}

export interface UnderWay {
  /** Bytes; 0 for no limit. */
  most(): Promise<number>
  imports(): Promise<readonly OpenImport[]>
}

/** @throws JobFailed `tooLarge` if a place in the shared folder would get more from one person than allowed */
export async function checkUnderWay(
  { most, imports }: UnderWay,
  { id, owner, at, mounts }: { id: string; owner: number; at: Place; mounts: Mounts },
  bytes: number,
): Promise<void> {
  const limit = await most()
  if (limit === 0 || at.bucket !== mounts.sharedBucket || userPathOf(mounts, at) === null) return
  const shared = `/${mounts.sharedFolder}/`
  const others = (await imports()).filter((one) => one.owner === owner && one.id !== id)
  const sum = others.reduce((all, { total, result }) => all + (result?.startsWith(shared) ? total : 0), bytes)
  if (sum > limit) throw failed('tooLarge', `${sum} bytes under way into the shared folder`)
}
