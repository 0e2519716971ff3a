import { Download } from 'lucide-react'
import { NAMES_MAX } from '../../../backend/contract/limits.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import { parentOf } from '../lib/paths.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

/** A server reads a request's head up to 32 KiB, cookies among it. */
const URL_MAX_LENGTH = 24_000

/**
 * Saves the selected file as it is; a folder, or several things at once, as an archive in a format that the person
 * chooses.
 */
export const download: Action = {
  id: 'download',
  label: 'action.download',
  icon: Download,
  shortcuts: [{ key: 's', mod: true }],
  isAllowed: (root) => root.session.can('download'),
  isEnabled: ({ selection }) => selection.count > 0,
  async run(root) {
    const { api, selection, ui } = root
    const { only } = selection
    if (only && !only.isDir) return save(api.resources.rawUrl(only.path))
    const items = [...selection.items]
    const format = await ui.ask('download', { items })
    if (format === null) return
    ui.setArchiveFormat(format)
    const url = archiveUrl(root, items)
    if (url === null) root.toasts.show({ kind: 'bad', message: { key: 'dialog.download.tooMany' } })
    else save(url)
  },
}

/**
 * Where the archive of some items of one folder is; all that lies in the folder need not be named. Null where they are
 * too many to be named.
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

/** The browser saves what the address sends, under the name that the server gives it, and shows how far it is. */
function save(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
