import { Search } from 'lucide-react'
import { searchUrl } from '../lib/paths.ts'
import type { Action } from './action.ts'

/** Marks an entry of the browser's history whose previous entry is the folder. */
export const ABOVE_FOLDER = { isAboveFolder: true }

/** Starts a search in the current folder, or focuses the field of the current search. */
export const search: Action = {
  id: 'search',
  label: 'action.search',
  icon: Search,
  shortcuts: [{ key: '/' }, { key: 'f', mod: true }],
  isAllowed: () => true,
  isEnabled: () => true,
  run({ later, listing, navigate }) {
    if (later.search?.isShown === true) later.search.callField()
    else navigate(searchUrl(listing.folder, '', false), listing.state === 'away' ? {} : { state: ABOVE_FOLDER })
  },
}
