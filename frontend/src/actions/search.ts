import { Search } from 'lucide-react'
import { searchUrl } from '../lib/paths.ts'
import { keepTyped } from '../lib/typed-ahead.ts'
import { GOES_BACK } from '../lib/way-back.ts'
import type { Action } from './action.ts'

/** If the field does not come by then, keys do again what they did before. */
const FIELD_WAIT_MS = 5_000

/** Starts a search in the current folder, or focuses the field of the current search. */
export const search: Action = {
  id: 'search',
  label: 'action.search',
  icon: Search,
  shortcuts: [{ key: '/' }, { key: 'f', mod: true }],
  isAllowed: () => true,
  isEnabled: () => true,
  run({ shownSearch, listing, navigate, ui }) {
    if (shownSearch !== null) return shownSearch.callField()
    const typed = keepTyped()
    ui.keepForSearch(typed)
    setTimeout(typed.take, FIELD_WAIT_MS)
    navigate(searchUrl(listing.folder, '', false), listing.state === 'away' ? {} : { state: GOES_BACK })
  },
}
