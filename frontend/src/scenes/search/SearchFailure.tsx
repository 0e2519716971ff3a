import { SEARCH_FILTERS_MAX, SEARCH_TERMS_MAX } from '../../../../backend/contract/limits.ts'
import { queryWords } from '../../../../backend/contract/query-words.ts'
import type { ApiError } from '../../api/http.ts'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { shownStatus } from '../../lib/shown-status.ts'
import { Failure } from '../errors/Failure.tsx'
import { useSearch } from './useSearch.ts'

/** Why a search failed: an invalid filter, too many words, or an error on the way. */
export function SearchFailure({ error }: { error: ApiError }) {
  const search = useSearch()
  const { t } = useTexts()
  if (error.code === 'badRequest' && hasTooMuch(search.place.query)) {
    const most = { words: SEARCH_TERMS_MAX, filters: SEARCH_FILTERS_MAX }
    return <Empty art="signpost" title={t('search.tooManyWords')} lead={t('search.tooManyWordsLead', most)} />
  }
  if (error.code === 'badRequest')
    return <Empty art="signpost" title={t('search.unreadable')} lead={t('search.unreadableLead')} />
  if (error.code === 'forbidden') return <Failure kind="forbidden" code="403" path={search.from} />
  return (
    <Failure
      kind={error.code === 'network' ? 'network' : 'internal'}
      code={shownStatus(error.status)}
      onRetry={search.retry}
    />
  )
}

function hasTooMuch(query: string): boolean {
  const words = queryWords(query)
  const filters = words.filter(({ filter }) => filter !== null).length
  return filters > SEARCH_FILTERS_MAX || words.length - filters > SEARCH_TERMS_MAX
}
