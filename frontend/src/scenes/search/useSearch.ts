import { useLayoutEffect } from 'react'
import { type SearchStore, searchOf } from '../../stores/SearchStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useSearchPlace } from './useSearchPlace.ts'

/** The store of the search, made by whichever part needs it first. */
export const useSearch = (): SearchStore => searchOf(useRoot())

/**
 * Runs the search in the address. Both the field and the panel do so, because either may be fetched first. For
 * observers.
 */
export function useAddressedSearch(): SearchStore {
  const search = useSearch()
  const place = useSearchPlace()
  const isShown = place !== null
  const { folder = '/', query = '', isEverywhere = false } = place ?? {}
  useLayoutEffect(() => {
    if (isShown) search.show({ folder, query, isEverywhere })
    else search.leave()
  }, [search, isShown, folder, query, isEverywhere])
  useLayoutEffect(() => () => search.leave(), [search])
  return search
}
