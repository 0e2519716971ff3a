import { ArrowDown, ArrowUp } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type RefObject, useRef } from 'react'
import { SORT_KEYS } from '../../../../backend/contract/user-choices.ts'
import { WindowedRows, type WindowedRowsHandle } from '../../rows/WindowedRows.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { isAscending } from '../../lib/sort-items.ts'
import { filesUrl, nameOf } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { Row } from './Row.tsx'
import { useGridFocus } from '../../rows/useGridFocus.ts'
import { useGridKeys } from '../../rows/useGridKeys.ts'
import { useRowMeasures } from '../../rows/useRowMeasures.ts'
import { useScrollMemory } from '../../rows/useScrollMemory.ts'

/** Air between the folders and the files of a listing by name. */
const GAP_PX = 8
/** What the selection bar covers at the end of the listing. */
const BAR_PX = 76

export interface GridProps {
  scroller: RefObject<HTMLElement | null>
  onMenu(place: MenuPlace): void
}

/** The rows of a folder: a grid of which the keyboard stands on one row at a time. */
export const Grid = observer(function Grid({ scroller, onMenu }: GridProps) {
  const { listing, selection, session, navigate } = useRoot()
  const { t } = useTexts()
  const isExact = session.user?.dateFormat ?? false
  const format = useFormat(isExact)
  const element = useRef<HTMLDivElement>(null)
  const rows = useRef<WindowedRowsHandle>(null)
  const { rowHeight, headHeight } = useRowMeasures(element)
  const { sorted, sorting, numDirs, numFiles } = listing
  const place = selection.focusedPosition
  useScrollMemory(scroller)
  const focus = useGridFocus(element, rows, selection)
  useGridKeys({ selection, element, rows, focus, onOpen: ({ path, isDir }) => navigate(filesUrl(path, isDir)), onMenu })
  const hasGap = sorting.by === 'name' && numDirs > 0 && numFiles > 0
  const renderRow = (index: number, top: number) => {
    const item = sorted[index]
    return item === undefined ? null : (
      <Row
        key={item.name}
        item={item}
        index={index}
        top={top}
        format={format}
        isTabStop={index === Math.max(place, 0)}
        onMenu={onMenu}
      />
    )
  }
  return (
    <div
      ref={element}
      className={`rows ${selection.count > 0 ? 'is-selecting' : ''} ${isExact ? 'exact-dates' : ''}`}
      role="grid"
      aria-label={nameOf(listing.folder) || t('listing.home')}
      aria-multiselectable="true"
      aria-rowcount={sorted.length + 1}
    >
      <Head />
      <WindowedRows
        handle={rows}
        count={sorted.length}
        rowHeight={rowHeight}
        gap={hasGap ? { before: numDirs, size: GAP_PX } : null}
        scroller={scroller}
        headHeight={headHeight}
        footHeight={selection.count > 0 ? BAR_PX : 0}
        kept={place}
        renderRow={renderRow}
      />
    </div>
  )
})

const Head = observer(function Head() {
  const { listing } = useRoot()
  const { t } = useTexts()
  const { sorting } = listing
  const isUpwards = isAscending(sorting)
  const columns = SORT_KEYS.map((by) => {
    const isSorted = sorting.by === by
    const Arrow = isUpwards ? ArrowUp : ArrowDown
    return (
      <span
        key={by}
        role="columnheader"
        className={by === 'size' ? 'num-col' : by === 'modified' ? 'date-col' : ''}
        aria-sort={isSorted ? (isUpwards ? 'ascending' : 'descending') : 'none'}
      >
        <button type="button" onClick={() => void listing.sortBy(by)}>
          {t(`listing.${by}`)}
          {isSorted ? <Arrow className="icon" aria-hidden="true" /> : null}
        </button>
      </span>
    )
  })
  const [name, size, modified] = columns
  return (
    <div className="rows-head" role="row" aria-rowindex={1}>
      <span role="presentation" />
      <span role="presentation" />
      {name}
      <span role="presentation" />
      {size}
      {modified}
      <span role="presentation" />
    </div>
  )
})
