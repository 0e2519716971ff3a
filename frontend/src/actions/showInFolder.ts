import { FolderSymlink } from 'lucide-react'
import { filesUrl, nameOf, parentOf } from '../lib/paths.ts'
import type { Action } from './action.ts'

/** Opens the folder of the selected item, and selects it there. */
export const showInFolder: Action = {
  id: 'showInFolder',
  label: 'search.showInFolder',
  icon: FolderSymlink,
  shortcuts: [{ key: 'Enter', mod: true }],
  isAllowed: () => true,
  isEnabled: ({ chosen, screen }) => screen.items !== null && chosen.only !== null,
  run({ chosen, shownSearch, listing, selection, navigate }) {
    const { only } = chosen
    if (only === null) return
    const folder = parentOf(only.path)
    shownSearch?.follow()
    navigate(filesUrl(folder, true))
    // The folder below a search is still open, so it is not opened again.
    if (folder === listing.folder) selection.reveal(nameOf(only.path))
    else selection.await(nameOf(only.path))
  },
}
