import { Globe } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { useSearchMoves } from './useSearchMoves.ts'
import { useSearch } from './useSearch.ts'

/** Nothing has that name: says where the search looked, and offers to widen it. */
export const NothingFound = observer(function NothingFound() {
  const search = useSearch()
  const { t } = useTexts()
  const { ask } = useSearchMoves()
  const { from } = search
  const title = from === '/' ? t('search.nothing') : t('search.nothingIn', { folder: nameOf(from) })
  return (
    <Empty art="signpost" title={title} lead={t('search.nothingLead')}>
      {from === '/' ? undefined : (
        <button type="button" className="button primary" onClick={() => ask(true)}>
          <Globe className="icon" aria-hidden="true" />
          {t('search.goEverywhere')}
        </button>
      )}
    </Empty>
  )
})
