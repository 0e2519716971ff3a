// The files that an import of a list has brought, or is about to: in the system bucket, since they may be many.
import { z } from 'zod'
import type { Scratch } from '../../../storage/types.ts'
import { parseUserPath, type UserPath } from '../../../storage/paths.ts'
import { importPrefix } from '../keys.ts'
import type { BroughtFile } from '../landing-job.ts'

export const broughtKey = (jobId: string): string => `${importPrefix(jobId)}brought`

const stored = z.array(z.tuple([z.string(), z.number()]))

export async function readBrought(scratch: Pick<Scratch, 'get'>, jobId: string): Promise<BroughtFile[]> {
  const bytes = await scratch.get(broughtKey(jobId))
  if (bytes === null) return []
  return stored
    .parse(JSON.parse(bytes.toString()))
    .map(([path, number]) => ({ path: parseUserPath(path), number, isSure: false }))
}

/** Adds files before they are put. */
export async function addBrought(
  scratch: Pick<Scratch, 'get' | 'put'>,
  jobId: string,
  files: readonly { path: UserPath; number: number }[],
): Promise<void> {
  const all = [...(await readBrought(scratch, jobId)), ...files]
  const pairs = all.map(({ path, number }): z.infer<typeof stored>[number] => [path, number])
  await scratch.put(broughtKey(jobId), Buffer.from(JSON.stringify(pairs)))
}
