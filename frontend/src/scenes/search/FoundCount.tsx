import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useFoundWords } from './useFoundWords.ts'

/** How much was found. A search that broke off can be repeated from here. */
export const FoundCount = observer(function FoundCount() {
  const { search } = useRoot()
  const { t } = useTexts()
  const words = useFoundWords()
  return (
    <p className="count">
      {words === '' ? '\u00A0' : words}
      {search.state === 'failed' && search.hits.length > 0 ? (
        <button type="button" className="retry" onClick={search.retry}>
          {t('action.retry')}
        </button>
      ) : null}
    </p>
  )
})
