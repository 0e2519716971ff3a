import { TORRENT_MAX_BYTES } from '../../../../backend/contract/limits.ts'
import { isTorrentName } from '../../lib/import-links.ts'
import type { UploadEntry } from '../../lib/upload-entries.ts'
import { importsOf } from '../ImportsStore.ts'
import type { RootStore } from '../RootStore.ts'

const isTorrent = (entry: UploadEntry): entry is Extract<UploadEntry, { kind: 'file' }> =>
  entry.kind === 'file' &&
  entry.names.length === 1 &&
  isTorrentName(entry.file.name) &&
  entry.file.size <= TORRENT_MAX_BYTES

/**
 * If somebody brings torrent files to a folder, asks whether to import what they name instead of uploading them.
 * Returns what is to be uploaded; null if the person wants nothing of it.
 * @throws ApiError
 */
export async function offerTorrents(
  root: RootStore,
  entries: readonly UploadEntry[],
  folder: string,
): Promise<readonly UploadEntry[] | null> {
  const torrents = root.session.can('importTorrents') ? entries.filter(isTorrent) : []
  if (torrents.length === 0) return entries
  const names = torrents.map(({ file }) => file.name)
  const answer = await root.ui.ask('offerImport', { kind: 'torrents', names, folder })
  if (answer !== 'import') return answer === null ? null : entries
  const imports = importsOf(root)
  for (const { file } of torrents) await imports.calls.startTorrent(file, { target: folder, inOrder: false })
  root.toasts.success({ key: 'imports.started', values: { count: torrents.length } })
  await imports.refresh()
  return entries.filter((entry) => !isTorrent(entry))
}
