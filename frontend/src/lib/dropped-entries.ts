// Reads what was dropped, including folders with all their content.
import type { KeptHandle, UploadEntry } from './upload-entries.ts'

type WithHandle = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }

/** Whether a drag brings files from outside the page. */
export const bringsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

/**
 * All files and empty folders of a drop. Must be called in the drop's own event handler, because the browser forgets
 * the items after it. What cannot be read is returned as `unreadable`, so that the person hears of it.
 */
export function readDrop(transfer: DataTransfer): Promise<UploadEntry[]> {
  const pending = Array.from(transfer.items, (item: WithHandle) => {
    if (item.kind !== 'file') return Promise.resolve([])
    const entry = item.webkitGetAsEntry()
    const handle = item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null)
    const file = item.getAsFile()
    if (entry) return handle.then((top) => readEntry(entry, [], top ? { top, inside: [] } : undefined))
    return Promise.resolve<UploadEntry[]>(file ? [{ kind: 'file', names: [file.name], file }] : [])
  })
  return Promise.all(pending).then((lists) => lists.flat())
}

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
