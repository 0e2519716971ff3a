// Saves a folder or several items as an archive.
import { NAMES_MAX } from '../../../backend/contract/limits.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import { isAtOrBelow, parentOf } from '../lib/paths.ts'
import { topmost } from '../lib/item-paths.ts'
import { saveUrl } from '../lib/save-url.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** The server accepts 32 KiB of headers, including cookies. */
const URL_MAX_LENGTH = 24_000

/** Asks for the format of the archive, and downloads the selection in it. */
export async function downloadArchive(root: RootStore): Promise<void> {
  const { chosen, toasts, ui } = root
  const items = topmost(chosen.items)
  const format = await ui.ask('download', { items })
  if (format === null) return
  ui.setArchiveFormat(format)
  const url = archiveUrl(root, items)
  if (url === null) toasts.show({ kind: 'bad', message: { key: 'dialog.download.tooMany' } })
  else saveUrl(url)
}

/**
 * The address of an archive of some items. A whole folder that is shown needs no names. Null if the names are too long
 * for an address.
 */
export function archiveUrl({ api, listing, ui }: RootStore, items: readonly Item[]): string | null {
  const [first] = items
  const isAll =
    first !== undefined &&
    items.length > 1 &&
    items.every(({ path }) => parentOf(path) === listing.folder) &&
    items.length === listing.items.length
  if (first !== undefined && items.length === 1) return api.resources.archiveUrl(first.path, [], ui.archiveFormat)
  const folder = commonFolder(items.map(({ path }) => path))
  const names = isAll ? [] : items.map(({ path }) => path.slice(folder === '/' ? 1 : folder.length + 1))
  const url = api.resources.archiveUrl(folder, names, ui.archiveFormat)
  return names.length > NAMES_MAX || url.length > URL_MAX_LENGTH ? null : url
}

/** The deepest folder that contains all paths; the root if there are none. */
function commonFolder(paths: readonly string[]): string {
  const [first = '/', ...others] = paths
  let folder = parentOf(first)
  for (const path of others) while (!isAtOrBelow(parentOf(path), folder)) folder = parentOf(folder)
  return folder
}
