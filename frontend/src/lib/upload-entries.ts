// What a person uploads: files and empty folders, from a drop, a file chooser or the clipboard, in one form.

/** A file or an empty folder, with the folder names between the destination and it. */
export type UploadEntry =
  | { kind: 'file'; names: string[]; file: File; handle?: KeptHandle }
  | { kind: 'folder'; names: string[] }
  | { kind: 'unreadable'; names: string[] }

/** A handle that survives a reload (File System Access API): the dropped entry, and the path from there to the file. */
export interface KeptHandle {
  top: FileSystemHandle
  inside: string[]
}

/** Files of an `<input type=file>`. Those of a folder chooser have their path in `webkitRelativePath`. */
export function entriesOfFiles(files: Iterable<File>): UploadEntry[] {
  return Array.from(files, (file) => ({
    kind: 'file',
    names: file.webkitRelativePath ? file.webkitRelativePath.split('/') : [file.name],
    file,
  }))
}

/** Files of the clipboard. Browsers name every picture there `image.png`, so these are named by the time instead. */
export function entriesOfPaste(files: Iterable<File>, now: Date): UploadEntry[] {
  const stamp =
    `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}` +
    `.${two(now.getMinutes())}.${two(now.getSeconds())}`
  return Array.from(files, (file) => ({ kind: 'file', names: [file.name.replace(/^image(?=\.\w+$)/, stamp)], file }))
}

const two = (value: number) => String(value).padStart(2, '0')

/** The folder that contains all entries, if a whole folder was uploaded; otherwise ''. */
export function commonFolder(entries: readonly UploadEntry[]): string {
  const first = entries[0]
  if (
    !first ||
    entries.some((entry) => entry.names[0] !== first.names[0] || (entry.kind !== 'folder' && entry.names.length < 2))
  )
    return ''
  return first.names[0] ?? ''
}

const collator = new Intl.Collator(undefined, { numeric: true })

/** Sorted by path, because browsers list a folder's files in the order of the disk. */
export function sortEntries(entries: readonly UploadEntry[]): UploadEntry[] {
  return entries
    .map((entry) => ({ entry, way: entry.names.join('/') }))
    .toSorted((a, b) => collator.compare(a.way, b.way))
    .map(({ entry }) => entry)
}
