import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { filesUrl, searchUrl } from '../../lib/paths.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { doesGoBack, GOES_BACK } from '../../lib/way-back.ts'
import type { Hit } from '../../stores/search/hits.ts'
import { useSearch } from './useSearch.ts'

/** Navigation from a search: to another search, to a hit, and back to the folder. */
export function useSearchMoves() {
  const search = useSearch()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: unknown }
  /**
   * Puts the field's query into the address. Searches do not pile up in the history: Back leads to where the first one
   * was started.
   */
  const ask = useCallback(
    (isEverywhere = search.place.isEverywhere) =>
      void navigate(searchUrl(search.place.folder, search.send(), isEverywhere), { replace: true, state }),
    [search, navigate, state],
  )
  /** Back to the unchanged folder below. */
  const close = useCallback(() => {
    void (doesGoBack(state) ? navigate(-1) : navigate(filesUrl(search.place.folder, true)))
  }, [search, navigate, state])
  /** Opens a hit. A file that is closed leads back to the search. */
  const open = useCallback(
    (hit: Hit) => {
      search.follow()
      void navigate(itemUrl(hit), { state: GOES_BACK })
    },
    [search, navigate],
  )
  return { ask, close, open }
}
