import { LayoutGrid } from 'lucide-react'
import type { Action } from './action.ts'

/** Shows the folder as a list, as a mosaic, as a gallery, and as a list again. */
export const toggleView: Action = {
  id: 'toggleView',
  label: 'listing.nextView',
  icon: LayoutGrid,
  shortcuts: [{ key: 'v', alt: true }],
  isAllowed: () => true,
  isEnabled: ({ listing, later }) =>
    listing.state === 'ready' && listing.file === null && later.search?.isShown !== true,
  run: ({ views }) => views.toggleMode(),
}
