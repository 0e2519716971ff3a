// A search in place of a folder, which stays unchanged below.
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_COMMANDS } from '../../actions/later-menus.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { focusableRow } from '../../lib/focus-row.ts'
import { isByKeyboard } from '../../lib/last-input.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { ListingMenu, type MenuPlace } from '../../rows/ListingMenu.tsx'
import { PanelBody } from '../../rows/PanelBody.tsx'
import { SelectionBar } from '../../rows/SelectionBar.tsx'
import { SkeletonRows } from '../../rows/SkeletonRows.tsx'
import { useScreen } from '../frame/useScreen.ts'
import { HitGrid } from './HitGrid.tsx'
import { NothingFound } from './NothingFound.tsx'
import { SearchAnnouncer } from './SearchAnnouncer.tsx'
import { SearchFailure } from './SearchFailure.tsx'
import { SearchHead } from './SearchHead.tsx'
import { SearchStart } from './SearchStart.tsx'
import { useAddressedSearch } from './useSearch.ts'

export const SearchPanel = observer(function SearchPanel() {
  const search = useAddressedSearch()
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const { place, state, sorted, answered, error, selection } = search
  useScreen({
    title: t('search.title', { query: place.query }),
    ...SEARCH_COMMANDS,
    selection,
    items: selection,
  })
  useEffect(() => giveBackFocus, [])
  const isStart = place.query === ''
  const hasHits = sorted.length > 0
  return (
    <main className="panel search-panel" id="main" aria-busy={state === 'running'}>
      <SearchHead />
      <PanelBody scroller={scroller} selection={selection} hasMenu={false} onMenu={setMenu}>
        {isStart ? <SearchStart /> : null}
        {!isStart && hasHits ? <HitGrid key={JSON.stringify(answered)} scroller={scroller} onMenu={setMenu} /> : null}
        {!isStart && !hasHits && state === 'running' ? <SkeletonRows /> : null}
        {!isStart && !hasHits && state === 'done' ? <NothingFound /> : null}
        {!hasHits && error !== null ? <SearchFailure error={error} /> : null}
      </PanelBody>
      {isPhone || selection.count === 0 ? null : <SelectionBar selection={selection} bar={SEARCH_COMMANDS.bar} />}
      <ListingMenu
        place={menu}
        selection={selection}
        rowMenu={SEARCH_COMMANDS.rowMenu}
        groundMenu={SEARCH_COMMANDS.groundMenu}
        label={t('search.results')}
        onClose={() => setMenu(null)}
      />
      <SearchAnnouncer />
    </main>
  )
})

/** With the keyboard, a row of the folder gets the focus again, unless something else has it. */
function giveBackFocus(): void {
  requestAnimationFrame(() => {
    if (isByKeyboard() && document.activeElement === document.body) focusableRow()?.focus({ preventScroll: true })
  })
}
