import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { useGrid } from '../../rows/useGrid.ts'
import { isForRows } from '../../rows/useGridKeys.ts'
import { WindowedRows } from '../../rows/WindowedRows.tsx'
import { useRoot } from '../../stores/useRoot.ts'
import { HitRow } from './HitRow.tsx'
import { useSearchMoves } from './useSearchMoves.ts'
import { useSearch } from './useSearch.ts'

export interface HitGridProps {
  scroller: RefObject<HTMLElement | null>
  onMenu(place: MenuPlace): void
}

/** The hits: a grid like that of the files, the best first. Arrow Up in its first row leads to the search field. */
export const HitGrid = observer(function HitGrid({ scroller, onMenu }: HitGridProps) {
  const { session } = useRoot()
  const search = useSearch()
  const { t } = useTexts()
  const { open } = useSearchMoves()
  const isExact = session.user?.dateFormat ?? false
  const format = useFormat(isExact)
  const { selection, sorted } = search
  const { element, windowed } = useGrid({
    selection,
    scroller,
    memory: 'hits',
    onOpen: open,
    onMenu,
    renderRow: (hit, props) => <HitRow hit={hit} format={format} {...props} />,
  })
  useKeyLayer({
    layer: 'list',
    handle(event) {
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      if (event.key !== 'ArrowUp' || !isPlain || selection.focusedPosition > 0 || !isForRows(event, element))
        return false
      search.callField()
      return true
    },
  })
  return (
    <div
      ref={element}
      className={`rows hits ${selection.count > 0 ? 'is-selecting' : ''} ${isExact ? 'exact-dates' : ''}`}
      role="grid"
      aria-label={t('search.results')}
      aria-multiselectable="true"
      aria-rowcount={sorted.length}
    >
      <WindowedRows {...windowed} gap={null} />
    </div>
  )
})
