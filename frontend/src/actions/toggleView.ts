import { LayoutGrid } from 'lucide-react'
import type { Action } from './action.ts'

/** Switches the view of the folder: list, mosaic, gallery, and list again. */
export const toggleView: Action = {
  id: 'toggleView',
  label: 'listing.nextView',
  icon: LayoutGrid,
  shortcuts: [{ key: 'v', alt: true }],
  isAllowed: () => true,
  isEnabled: ({ listing, shownSearch }) => listing.state === 'ready' && listing.file === null && shownSearch === null,
  run: ({ views }) => views.toggleMode(),
}
