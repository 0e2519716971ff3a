import { Info } from 'lucide-react'
import { filesUrl } from '../lib/paths.ts'
import type { Action } from './action.ts'

/**
 * Shows or hides information about the selection, the open file or the folder. The address says that it is shown
 * (`?info`).
 */
export const info: Action = {
  id: 'info',
  label: 'preview.info.action',
  icon: Info,
  needsSelection: true,
  shortcuts: [{ key: 'i', alt: true }],
  isAllowed: () => true,
  isEnabled: (root) => root.listing.state === 'ready',
  run({ listing, navigate }) {
    const isShown = new URLSearchParams(location.search).has('info')
    const address = listing.file === null ? filesUrl(listing.folder, true) : filesUrl(listing.file, false)
    navigate(isShown ? address : `${address}?info`, { replace: true })
  },
}
