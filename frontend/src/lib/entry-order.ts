// The names and the order of uploaded files.
import { collatorOf } from './collation.ts'
import type { UploadEntry } from './upload-entries.ts'

/** Names pasted pictures by the time, because browsers name all of them `image.png`. */
export function namePictures(entries: readonly UploadEntry[], now: Date): UploadEntry[] {
  const stamp =
    `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}` +
    `.${two(now.getMinutes())}.${two(now.getSeconds())}`
  return entries.map((entry) => ({
    ...entry,
    names: entry.names.map((name) => name.replace(/^image(?=\.\w+$)/, stamp)),
  }))
}

const two = (value: number) => String(value).padStart(2, '0')

/** The same entries without the folder that was chosen with them. */
export const withoutTop = (entries: readonly UploadEntry[]): UploadEntry[] =>
  entries.map((entry) => ({ ...entry, names: entry.names.length > 1 ? entry.names.slice(1) : entry.names }))

/** Sorted by path, because browsers list a folder's files in the order of the disk. */
export function sortEntries(entries: readonly UploadEntry[]): UploadEntry[] {
  const { compare } = collatorOf('variant')
  return entries
    .map((entry) => ({ entry, way: entry.names.join('/') }))
    .toSorted((a, b) => compare(a.way, b.way))
    .map(({ entry }) => entry)
}
