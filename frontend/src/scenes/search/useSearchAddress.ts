import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { pathOfUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Runs the search in the address: `?q=` of a folder, with `&everywhere` beyond it. */
export function useSearchAddress(): void {
  const { search } = useRoot()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const { path: folder, isDir } = pathOfUrl(pathname)
  const query = isDir ? (params.get('q')?.trim() ?? null) : null
  const isEverywhere = params.has('everywhere')
  useLayoutEffect(() => {
    if (query === null) search.leave()
    else search.show({ folder, query, isEverywhere })
  }, [search, folder, query, isEverywhere])
  useEffect(() => () => search.leave(), [search])
}
