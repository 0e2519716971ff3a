import { FolderOpen } from 'lucide-react'
import { itemUrl } from '../lib/item-paths.ts'
import { GOES_BACK } from '../lib/way-back.ts'
import type { Action } from './action.ts'

/** Opens the selected item: a folder in the listing, a file above it, an archive as a folder. */
export const open: Action = {
  id: 'open',
  label: 'action.open',
  icon: FolderOpen,
  shortcuts: [{ key: 'Enter' }],
  isAllowed: () => true,
  isEnabled: (root) => root.chosen.only !== null,
  run(root) {
    const item = root.chosen.only
    if (item === null) return
    root.shownSearch?.follow()
    const isInFolder = root.shownSearch === null && root.listing.state !== 'away'
    root.navigate(itemUrl(item), isInFolder ? {} : { state: GOES_BACK })
  },
}
