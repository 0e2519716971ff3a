import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { useSearch } from './useSearch.ts'

/** The result of a search in words; '' without a query. Call it inside an observer. */
export function useFoundWords(): string {
  const search = useSearch()
  const { t } = useTexts()
  const { state, sorted, found, isCut, from, place } = search
  const count = sorted.length
  if (place.query === '' || state === 'idle') return ''
  if (state === 'running') return t('search.running')
  if (state === 'failed') return count === 0 ? '' : t('search.outdated')
  if (isCut) return t('search.best', { count: found.total, shown: count })
  return from === '/' ? t('search.found', { count }) : t('search.foundIn', { count, folder: nameOf(from) })
}
