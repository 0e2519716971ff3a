// Reads what was dropped, including folders with all their content.
import { fetchPart } from './fetch-part.ts'
import { prefetched } from './prefetch.ts'
import type { UploadEntry } from './upload-entries.ts'

type WithHandle = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }

/** Whether a drag brings files from outside the page. */
export const bringsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

const reading = prefetched(() => fetchPart(() => import('./read-entry.ts')))

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
    if (entry)
      return Promise.all([reading.load(), handle]).then(([{ readEntry }, top]) =>
        readEntry(entry, [], top ? { top, inside: [] } : undefined),
      )
    return Promise.resolve<UploadEntry[]>(file ? [{ kind: 'file', names: [file.name], file }] : [])
  })
  return Promise.all(pending).then((lists) => lists.flat())
}
