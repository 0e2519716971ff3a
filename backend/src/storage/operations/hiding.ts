// What hides a part of a tree: files, or deleted ones, that have the name of a folder.
import type { S3Client } from '@aws-sdk/client-s3'
import type { Listed } from '../listing-page.ts'
import {
  fileInTheWay,
  type FindVersions,
  findingOnce,
  moveAside,
  type NameCore,
  namesAbove,
  versionsOfKey,
} from '../names.ts'
import type { Target } from './stacks.ts'

/** The names that a part of a target could hide behind: those above it, and that of a folder itself. */
export const namesHiding = ({ at, isFile }: Target): string[] => [
  ...namesAbove(at),
  ...(isFile || at.path === '' ? [] : [at.path]),
]

/**
 * Readies a target for a check. It moves nothing that anybody can see: what was deleted, and hides a part of the
 * target, goes to `history/`. Answers whether anything did.
 * @param first tells what is there at first
 * @throws AppError `conflict` where another tool has put a file at a name that must be a folder
 */
export async function clearForCheck(
  { core, client }: { core: NameCore; client: S3Client },
  target: Target,
  first: FindVersions = findingOnce(core),
): Promise<boolean> {
  let find = first
  for (let hasMoved = false; ; hasMoved = true) {
    const deleted = (await hidingVersions(find, target)).find((versions) => versions.length > 0)
    if (!deleted) return hasMoved
    await moveAside({ core, client }, target.at.bucket, deleted)
    find = findingOnce(core)
  }
}

/** The same without moving anything: what was deleted may hide a part. */
export async function checkFolders(core: NameCore, target: Target): Promise<void> {
  await hidingVersions(findingOnce(core), target)
}

/** Whether nothing hides a part, not even what was deleted. @throws AppError as `checkFolders` */
export const isNothingHiding = async (core: NameCore, target: Target): Promise<boolean> =>
  (await hidingVersions(findingOnce(core), target)).every((versions) => versions.length === 0)

async function hidingVersions(find: FindVersions, target: Target): Promise<Listed[][]> {
  const found = await Promise.all(namesHiding(target).map((name) => find(target.at.bucket, name)))
  const alive = found.flat().find((version, index, all) => !version.isMarker && all[index - 1]?.key !== version.key)
  if (alive) throw fileInTheWay(alive.key)
  return found
}

/** Whether readers see a file where a target needs a folder, so that nothing of it is listed. */
export async function isTargetHidden(core: NameCore, target: Target): Promise<boolean> {
  const found = await Promise.all(namesHiding(target).map((name) => versionsOfKey(core, target.at.bucket, name)))
  return found.some(([newest]) => newest !== undefined && !newest.isMarker)
}
