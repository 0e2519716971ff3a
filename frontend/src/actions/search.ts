import { Search } from 'lucide-react'
import { searchUrl } from '../lib/paths.ts'
import type { Action } from './action.ts'

/** Says of an entry of the browser's history that the one before it is the folder. */
export const ABOVE_FOLDER = { isAboveFolder: true }

/** Begins a search in the folder that is shown; where one is shown, goes to its field. */
export const search: Action = {
  id: 'search',
  label: 'action.search',
  icon: Search,
  shortcuts: [{ key: '/' }, { key: 'f', mod: true }],
  isAllowed: () => true,
  isEnabled: () => true,
  run({ search: store, listing, navigate }) {
    if (store.isShown) store.callField()
    else navigate(searchUrl(listing.folder, '', false), listing.state === 'away' ? {} : { state: ABOVE_FOLDER })
  },
}
