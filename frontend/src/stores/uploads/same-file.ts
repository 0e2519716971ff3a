import type { Item } from '../../../../backend/contract/resources.ts'

/** Times within a second count as equal, because some tools store whole seconds. */
const SAME_TIME_MS = 1000

/** Whether the existing file is the same one: equal size and time. */
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
