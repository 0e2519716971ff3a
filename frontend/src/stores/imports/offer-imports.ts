// Files that name what can be imported: if somebody brings them to a folder, they are asked whether to import that
// instead of uploading the files.
import { isLinkFileName, LINK_FILE_MAX_BYTES, linkTextOf } from '../../../../backend/contract/link-files.ts'
import { TORRENT_MAX_BYTES } from '../../../../backend/contract/limits.ts'
import { isTorrentName, linksOf } from '../../lib/import-links.ts'
import type { FileEntry, UploadEntry } from '../../lib/upload-entries.ts'
import { importsOf } from '../ImportsStore.ts'
import type { RootStore } from '../RootStore.ts'
import { importable, importInto } from './offer-links.ts'

/** Among more texts than these nobody looks for links. */
const LINK_FILES_MAX = 20

/** Whether something is a file that was brought by itself, not in a folder. */
const isAlone = (entry: UploadEntry): entry is FileEntry => entry.kind === 'file' && entry.names.length === 1

/**
 * Returns what is to be uploaded; null if the person wants nothing of it.
 * @throws ApiError
 */
export async function offerImports(
  root: RootStore,
  entries: readonly UploadEntry[],
  folder: string,
): Promise<readonly UploadEntry[] | null> {
  const rest = await offerTorrents(root, entries, folder)
  return rest === null ? null : offerLinkFiles(root, rest, folder)
}

async function offerTorrents(
  root: RootStore,
  entries: readonly UploadEntry[],
  folder: string,
): Promise<readonly UploadEntry[] | null> {
  const isTorrent = ({ file }: FileEntry) => isTorrentName(file.name) && file.size <= TORRENT_MAX_BYTES
  const torrents = root.session.can('importTorrents') ? entries.filter(isAlone).filter(isTorrent) : []
  if (torrents.length === 0) return entries
  const names = torrents.map(({ file }) => file.name)
  const answer = await root.ui.ask('offerImport', { kind: 'torrents', names, folder })
  if (answer !== 'import') return answer === null ? null : entries
  const imports = importsOf(root)
  for (const { file } of torrents) await imports.calls.startTorrent(file, { target: folder, inOrder: false })
  root.toasts.success({ key: 'imports.started', values: { count: torrents.length } })
  await imports.refresh()
  return without(entries, torrents)
}

/** Shortcuts, and texts that consist of links. */
async function offerLinkFiles(
  root: RootStore,
  entries: readonly UploadEntry[],
  folder: string,
): Promise<readonly UploadEntry[] | null> {
  const texts = entries.filter(isAlone).filter(({ file }) => isLinkFileName(file.name))
  if (texts.length > LINK_FILES_MAX) return entries
  const read = await Promise.all(texts.map(async (entry) => ({ entry, links: await linksIn(root, entry.file) })))
  const found = read.filter(({ links }) => links.length > 0)
  if (found.length === 0) return entries
  const links = [...new Set(found.flatMap((one) => one.links))]
  const answer = await root.ui.ask('offerImport', { kind: 'links', names: links, folder, areFiles: true })
  if (answer !== 'import') return answer === null ? null : entries
  await importInto(root, links, folder)
  return without(
    entries,
    found.map(({ entry }) => entry),
  )
}

/** The links of a file that has nothing else, if the person may import all of them. */
async function linksIn(root: RootStore, file: File): Promise<string[]> {
  // What cannot be read is told when it is uploaded.
  const text = file.size > LINK_FILE_MAX_BYTES ? '' : await file.text().catch(() => '')
  const { links, others } = linksOf(linkTextOf(file.name, text))
  return others === 0 && importable(root, links).length === links.length ? links : []
}

const without = (entries: readonly UploadEntry[], taken: readonly UploadEntry[]): UploadEntry[] =>
  entries.filter((entry) => !taken.includes(entry))
