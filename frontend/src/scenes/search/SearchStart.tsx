import { History, Search } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import { SEARCH_FILTERS } from '../../lib/search-filters.ts'
import { useSearchMoves } from './useSearchMoves.ts'
import { useSearch } from './useSearch.ts'

/** Shown before a query is typed: recent searches, and the available filters. */
export const SearchStart = observer(function SearchStart() {
  const search = useSearch()
  return (
    <div className="search-start">
      {search.recent.length === 0 ? null : <RecentSearches />}
      <Filters />
    </div>
  )
})

const RecentSearches = observer(function RecentSearches() {
  const search = useSearch()
  const { t } = useTexts()
  const { ask } = useSearchMoves()
  const again = (query: string) => {
    search.setText(query)
    search.callField()
    ask()
  }
  return (
    <section aria-labelledby="recent-searches">
      <div className="line">
        <h2 id="recent-searches">{t('search.recent')}</h2>
        <button type="button" className="button plain small push" onClick={search.forgetRecent}>
          {t('search.forget')}
        </button>
      </div>
      <ul>
        {search.recent.map((query) => (
          <li key={query}>
            <button type="button" className="choice" onClick={() => again(query)}>
              <History className="icon" aria-hidden="true" />
              <span className="cut" dir="auto">
                {query}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
})

function Filters() {
  const search = useSearch()
  const { t } = useTexts()
  const begin = (example: string) => {
    search.setText(`${search.text} ${example} `.trimStart())
    search.callField()
  }
  return (
    <section aria-labelledby="search-filters">
      <h2 id="search-filters">{t('search.filters')}</h2>
      <ul>
        {SEARCH_FILTERS.map(({ example, label }) => (
          <li key={example}>
            <button type="button" className="choice" onClick={() => begin(example)}>
              <Search className="icon" aria-hidden="true" />
              <span className="words">
                <code dir="ltr">{example}</code>
                <span className="small faint">{t(label)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
