// How many bytes one person's imports may bring to the shared folder at a time.
import type { UserPath } from '../../storage/paths.ts'
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

/** What an import is about to bring to the shared folder. */
export interface Bringing {
  id: string
  owner: number
  bytes: number
  /** Whether a path of the owner's is in the shared folder. */
  isShared(path: UserPath): boolean
}

/** @throws JobFailed `tooLarge` if the shared folder would get more from one person than allowed */
export async function checkUnderWay(
  { most, imports }: UnderWay,
  { id, owner, bytes, isShared }: Bringing,
): Promise<void> {
  const limit = await most()
  if (limit === 0) return
  const others = (await imports()).filter((one) => one.owner === owner && one.id !== id)
  const shared = others.filter(({ result }) => result !== null && isShared(result as UserPath))
  const sum = shared.reduce((all, { total }) => all + total, bytes)
  if (sum > limit) throw failed('tooLarge', `${sum} bytes under way into the shared folder`)
}
