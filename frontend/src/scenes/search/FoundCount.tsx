import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import { useFoundWords } from './useFoundWords.ts'
import { useSearch } from './useSearch.ts'

/** The number of hits. A failed search can be repeated here, and more hits can be shown. */
export const FoundCount = observer(function FoundCount() {
  const search = useSearch()
  const { t } = useTexts()
  const words = useFoundWords()
  return (
    <p className="count">
      {words === '' ? '\u00A0' : words}
      {search.state === 'failed' && search.sorted.length > 0 ? (
        <button type="button" className="retry" onClick={search.retry}>
          {t('action.retry')}
        </button>
      ) : null}
      {search.state === 'done' && search.hasMore ? (
        <button type="button" className="retry" onClick={search.showMore}>
          {t('search.more')}
        </button>
      ) : null}
    </p>
  )
})
