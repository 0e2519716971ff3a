import type { Item } from '../../../backend/contract/resources.ts'

/** Whether two answers for a folder have the same content, in any order. */
export function isSameListing(before: readonly Item[], after: readonly Item[]): boolean {
  if (before.length !== after.length) return false
  const known = new Map(before.map((item) => [item.name, item]))
  return after.every((item) => {
    const old = known.get(item.name)
    return (
      old !== undefined &&
      hasSameDetails(old, item) &&
      old.size === item.size &&
      old.modified === item.modified &&
      old.isDir === item.isDir &&
      old.type === item.type
    )
  })
}

const hasSameDetails = (a: Item, b: Item): boolean =>
  a.moreSubtitles === b.moreSubtitles &&
  a.resolution?.width === b.resolution?.width &&
  a.resolution?.height === b.resolution?.height &&
  a.subtitles?.join('\0') === b.subtitles?.join('\0')
