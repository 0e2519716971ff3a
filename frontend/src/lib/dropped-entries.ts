// Reads what was dropped, including folders with all their content.
import { fetchPart } from './fetch-part.ts'
import { prefetched } from './prefetch.ts'
import type { UploadEntry } from './upload-entries.ts'

type WithHandle = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }

/** Whether a drag brings files from outside the page. */
export const bringsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

const reading = prefetched(() => fetchPart(() => import('./read-entry.ts')))

/** A file or folder of a drop. The script in index.html makes the same of what is dropped before the page is there. */
export interface DroppedItem {
  entry: FileSystemEntry | null
  handle: Promise<FileSystemHandle | null> | undefined
  file: File | null
}

declare global {
  interface Window {
    /** What was dropped so far; missing once the page itself takes drops. */
    nidoDropped?: DroppedItem[]
  }
}

const early: DroppedItem[] = []

/** Takes over drops from the script in index.html. What it has held waits for a screen that can take it. */
export function takeOverDrops(): void {
  early.push(...(window.nidoDropped ?? []))
  delete window.nidoDropped
}

/** What was dropped before the page took drops, for the first screen that asks. */
export const takeEarlyDrops = (): readonly DroppedItem[] => early.splice(0)

/** Must be called in the drop's own event handler, because the browser forgets the items after it. */
export const itemsOfDrop = (transfer: DataTransfer): readonly DroppedItem[] =>
  Array.from(transfer.items as Iterable<WithHandle>)
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      entry: item.webkitGetAsEntry(),
      handle: item.getAsFileSystemHandle?.().catch(() => null),
      file: item.getAsFile(),
    }))

/**
 * All files and empty folders of a drop. What cannot be read is returned as `unreadable`, so that the person hears of
 * it.
 */
export function readDrop(items: readonly DroppedItem[]): Promise<UploadEntry[]> {
  const pending = items.map(({ entry, handle, file }) => {
    if (entry)
      return Promise.all([reading.load(), handle]).then(([{ readEntry }, top]) =>
        readEntry(entry, [], top ? { top, inside: [] } : undefined),
      )
    return Promise.resolve<UploadEntry[]>(file ? [{ kind: 'file', names: [file.name], file }] : [])
  })
  return Promise.all(pending).then((lists) => lists.flat())
}
