import type { KeptHandle, UploadEntry } from './upload-entries.ts'

/** A dropped entry with everything below it. */
export async function readEntry(entry: FileSystemEntry, above: string[], kept?: KeptHandle): Promise<UploadEntry[]> {
  const names = [...above, entry.name]
  try {
    if (entry.isFile) {
      const file = await fileOf(entry as FileSystemFileEntry)
      return [{ kind: 'file', names, file, ...(kept && { handle: kept }) }]
    }
    const children = await childrenOf(entry as FileSystemDirectoryEntry)
    if (children.length === 0) return [{ kind: 'folder', names }]
    const read: UploadEntry[] = []
    for (const child of children) {
      read.push(...(await readEntry(child, names, kept && { top: kept.top, inside: [...kept.inside, child.name] })))
    }
    return read
  } catch {
    return [{ kind: 'unreadable', names }]
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** `readEntries` returns a hundred at a time in Chromium. The list has ended when it returns none. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return children
    children.push(...some)
  }
}
