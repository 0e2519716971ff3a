import { Download } from 'lucide-react'
import { NAMES_MAX } from '../../../backend/contract/limits.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import { parentOf } from '../lib/paths.ts'
import { ApiError } from '../api/http.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

/** The server reads up to 32 KiB of headers, cookies included. */
const URL_MAX_LENGTH = 24_000

/**
 * Saves the selected file as it is, and a folder or several items as an archive in a format that the person chooses.
 */
export const download: Action = {
  id: 'download',
  label: 'action.download',
  icon: Download,
  shortcuts: [{ key: 's', mod: true }],
  isAllowed: (root) => root.session.can('download'),
  isEnabled: ({ selection }) => selection.count > 0,
  async run(root) {
    const { api, live, selection, ui } = root
    // The browser would only say that the download has failed.
    if (live.isCutOff) throw new ApiError(0, 'network', '000 No connection')
    const { only } = selection
    if (only && !only.isDir) return saveUrl(api.resources.rawUrl(only.path))
    const items = [...selection.items]
    const format = await ui.ask('download', { items })
    if (format === null) return
    ui.setArchiveFormat(format)
    const url = archiveUrl(root, items)
    if (url === null) root.toasts.show({ kind: 'bad', message: { key: 'dialog.download.tooMany' } })
    else saveUrl(url)
  },
}

/**
 * The address of an archive of some items of one folder. For the whole folder no names are needed. Null if there are
 * too many names for an address.
 */
export function archiveUrl({ api, listing, ui }: RootStore, items: readonly Item[]): string | null {
  const [first] = items
  const isAll =
    first !== undefined &&
    items.length > 1 &&
    listing.folder === parentOf(first.path) &&
    items.length === listing.items.length
  if (first !== undefined && items.length === 1) return api.resources.archiveUrl(first.path, [], ui.archiveFormat)
  const names = isAll ? [] : items.map(({ name }) => name)
  const url = api.resources.archiveUrl(parentOf(first?.path ?? '/'), names, ui.archiveFormat)
  return names.length > NAMES_MAX || url.length > URL_MAX_LENGTH ? null : url
}

/** The browser saves the download under the name that the server gives it, and shows the progress. */
export function saveUrl(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
