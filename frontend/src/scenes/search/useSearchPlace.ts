import { useLocation, useSearchParams } from 'react-router-dom'
import { pathOfUrl } from '../../lib/paths.ts'
import type { SearchPlace } from '../../stores/search/place.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * The search in the address: `?q=` of a folder, with `&everywhere` beyond it. Null for an address without one, and for
 * a folder that cannot be shown. For observers.
 */
export function useSearchPlace(): SearchPlace | null {
  const { listing } = useRoot()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const query = params.get('q')
  if (query === null || !pathname.startsWith('/files/') || listing.state === 'failed') return null
  const { path: folder, isDir } = pathOfUrl(pathname)
  return isDir ? { folder, query: query.trim(), isEverywhere: params.has('everywhere') } : null
}
