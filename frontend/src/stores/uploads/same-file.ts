import type { Item } from '../../../../backend/contract/resources.ts'

/** Tools that keep times in whole seconds count as the same. */
const SAME_TIME_MS = 1000

/** Whether what is there is the file itself: as long, and of the same time. */
export function isSameFile(
  present: Pick<Item, 'isDir' | 'size' | 'modified'>,
  file: { size: number; lastModified: number },
): boolean {
  return (
    !present.isDir &&
    present.size === file.size &&
    Math.abs(Date.parse(present.modified) - file.lastModified) < SAME_TIME_MS
  )
}
