import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ABOVE_FOLDER } from '../../actions/search.ts'
import { filesUrl, searchUrl } from '../../lib/paths.ts'
import type { Hit } from '../../stores/search/find-hits.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Where a search leads: to another search, to what was found, and back to the folder. */
export function useSearchMoves() {
  const { search, selection, listing } = useRoot()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: unknown }
  /**
   * Puts what the field says into the address. Searches do not pile up: Back leads to where the first one was begun.
   */
  const ask = useCallback(
    (isEverywhere = search.place.isEverywhere) =>
      void navigate(searchUrl(search.place.folder, search.send(), isEverywhere), { replace: true, state }),
    [search, navigate, state],
  )
  /** Back to the folder, which waits below as it was left. */
  const close = useCallback(() => {
    const isAboveFolder =
      typeof state === 'object' &&
      state !== null &&
      'isAboveFolder' in state &&
      state.isAboveFolder === ABOVE_FOLDER.isAboveFolder
    void (isAboveFolder ? navigate(-1) : navigate(filesUrl(search.place.folder, true)))
  }, [search, navigate, state])
  /** Keeps in mind that a hit was worth opening; its link does the rest. */
  const follow = useCallback(
    ({ path }: Hit) => {
      search.focus(path)
      search.remember()
      // What was typed in the last moment is no longer asked for: it would lead back here.
      search.setText(search.place.query)
    },
    [search],
  )
  const showInFolder = useCallback(
    (hit: Hit) => {
      follow(hit)
      void navigate(filesUrl(hit.folder, true))
      // The folder that waits below is not opened anew.
      if (hit.folder === listing.folder) selection.reveal(hit.name)
      else selection.await(hit.name)
    },
    [follow, navigate, selection, listing],
  )
  return { ask, close, follow, showInFolder }
}
