import { Search } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { perform } from '../../actions/action.ts'
import { search } from '../../actions/search.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Shown in place of the field until somebody searches. */
export const SearchButton = observer(function SearchButton() {
  const root = useRoot()
  const { t } = useTexts()
  return (
    <button type="button" className="search" aria-keyshortcuts="/" onClick={() => void perform(root, search)}>
      <Search className="icon" aria-hidden="true" />
      <span>{t('action.search')}</span>
      <kbd className="push" aria-hidden="true">
        /
      </kbd>
    </button>
  )
})
