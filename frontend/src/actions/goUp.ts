import { CornerLeftUp } from 'lucide-react'
import { filesUrl, nameOf, parentOf, trashUrl } from '../lib/paths.ts'
import type { Action } from './action.ts'

/** Opens the folder above, in the trash too, and leaves the keyboard on the one that was left. */
export const goUp: Action = {
  id: 'goUp',
  label: 'action.goUp',
  icon: CornerLeftUp,
  shortcuts: [{ key: 'Backspace' }, { key: 'ArrowUp', alt: true }],
  isAllowed: () => true,
  isEnabled: ({ listing, trash }) => listing.folder !== '/' || trash.id !== null,
  run(root) {
    const { trash } = root
    if (trash.id !== null) {
      const isTop = trash.below === '/'
      trash.selection.await(isTop ? trash.id : trash.below)
      root.navigate(isTop ? '/trash' : trashUrl(trash.id, parentOf(trash.below)))
      return
    }
    const { folder } = root.listing
    root.navigate(filesUrl(parentOf(folder), true))
    root.selection.await(nameOf(folder))
  },
}
