// Copies of files in the browser's own file system (OPFS), for uploads that go on after a crash: of chosen photos,
// whose originals a page may read only until it is closed, and of what other apps hand to the service worker. A copy is
// alone in a folder that is named `kind.id.modified`, with the time of the original in milliseconds since 1970.
import { randomId } from './random-id.ts'
import type { FileEntry, KeptHandle, UploadEntry } from './upload-entries.ts'

/** `received` ones wait until somebody has said where they go: service-worker/received.ts writes them. */
const NAME = /^(chosen|received)\.[^.]+\.(\d+)$/
/** Signs that file systems do not take. */
const FORBIDDEN = /[/\\\p{Cc}]/gu
/** A copy that is younger may belong to an upload that begins just now. */
const YOUNG_MS = 60 * 60_000

/** The place of one installation, whose base path ends with a slash; null where the browser has none. */
async function openPlace(base: string): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(`nido-files ${encodeURIComponent(base)}`, { create: true })
  } catch {
    return null
  }
}

/**
 * Copies files one after the other. Where the browser cannot keep copies, the entries come back as they are.
 * @throws DOMException `QuotaExceededError` if there is no room; then nothing is copied
 */
export async function copyFiles(base: string, entries: readonly UploadEntry[]): Promise<readonly UploadEntry[]> {
  const place = await openPlace(base)
  if (place === null || !('createWritable' in FileSystemFileHandle.prototype)) return entries
  // Without this, a browser that lacks room may throw the copies away. It may say no.
  await navigator.storage.persist?.().catch(() => false)
  const copied: UploadEntry[] = []
  try {
    for (const entry of entries) copied.push(entry.kind === 'file' ? await copyFile(place, entry) : entry)
    return copied
  } catch (error) {
    await Promise.all(copied.map((entry) => (entry.kind === 'file' ? dropCopy(entry) : null)))
    throw error
  }
}

async function copyFile(place: FileSystemDirectoryHandle, entry: FileEntry): Promise<FileEntry> {
  const { file } = entry
  const name = file.name.replaceAll(FORBIDDEN, '_')
  const folder = `chosen.${randomId()}.${file.lastModified}`
  const top = await place.getDirectoryHandle(folder, { create: true })
  try {
    const handle = await top.getFileHandle(name, { create: true })
    await file.stream().pipeTo(await handle.createWritable())
    return { ...entry, file: asOriginal(await handle.getFile(), top), handle: { top, inside: [name] } }
  } catch (error) {
    await place.removeEntry(folder, { recursive: true }).catch(() => undefined)
    throw error
  }
}

/** The copy with the time of its original. It takes no memory. Other files come back as they are. */
export function asOriginal(file: File, top: FileSystemHandle): File {
  const modified = NAME.exec(top.name)?.[2]
  if (modified === undefined) return file
  return new File([file], file.name, { type: file.type, lastModified: Number(modified) })
}

/** Removes the copy of an entry, if it is one. */
export async function dropCopy({ handle }: { handle?: KeptHandle | undefined }): Promise<void> {
  if (handle === undefined || !NAME.test(handle.top.name)) return
  // The empty folder goes with the next sweep: only its parent can remove it.
  await (handle.top as FileSystemDirectoryHandle).removeEntry(handle.inside[0] ?? '').catch(() => undefined)
}

/**
 * The received files that no upload has, in the order of their names. Of the others, it removes those that no upload
 * needs any more.
 * @param isInUse tells by the folder of a copy whether an upload has it
 */
export async function sweepCopies(base: string, isInUse: (folder: string) => boolean): Promise<FileEntry[]> {
  const place = await openPlace(base)
  const received: FileEntry[] = []
  for (const top of place === null ? [] : await foldersIn(place)) {
    const [, kind] = NAME.exec(top.name) ?? []
    if (isInUse(top.name)) continue
    const file = await fileIn(top)
    if (file !== null && kind === 'received')
      received.push({
        kind: 'file',
        names: [file.name],
        file: asOriginal(file, top),
        handle: { top, inside: [file.name] },
      })
    else if (file === null || Date.now() - file.lastModified > YOUNG_MS)
      await place?.removeEntry(top.name, { recursive: true }).catch(() => undefined)
  }
  return received.toSorted((a, b) => a.file.name.localeCompare(b.file.name))
}

async function foldersIn(place: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle[]> {
  const folders: FileSystemDirectoryHandle[] = []
  for await (const handle of place.values()) if (handle.kind === 'directory') folders.push(handle)
  return folders
}

async function fileIn(folder: FileSystemDirectoryHandle): Promise<File | null> {
  for await (const handle of folder.values()) if (handle.kind === 'file') return handle.getFile().catch(() => null)
  return null
}
