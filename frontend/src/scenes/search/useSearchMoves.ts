import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ABOVE_FOLDER } from '../../actions/search.ts'
import { filesUrl, searchUrl } from '../../lib/paths.ts'
import { itemUrl } from '../../lib/item-paths.ts'
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
    const isAboveFolder =
      typeof state === 'object' &&
      state !== null &&
      'isAboveFolder' in state &&
      state.isAboveFolder === ABOVE_FOLDER.isAboveFolder
    void (isAboveFolder ? navigate(-1) : navigate(filesUrl(search.place.folder, true)))
  }, [search, navigate, state])
  /** Opens a hit. */
  const open = useCallback(
    (hit: Hit) => {
      search.follow()
      void navigate(itemUrl(hit))
    },
    [search, navigate],
  )
  return { ask, close, open }
}
