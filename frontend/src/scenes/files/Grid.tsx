import { ArrowDown, ArrowUp } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { SORT_KEYS } from '../../../../backend/contract/user-choices.ts'
import { WindowedRows } from '../../rows/WindowedRows.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { isAscending } from '../../lib/sort-items.ts'
import { nameOf } from '../../lib/paths.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { Row } from './Row.tsx'
import { useGrid } from '../../rows/useGrid.ts'

/** The gap between the folders and the files. */
const GAP_PX = 8

export interface GridProps {
  scroller: RefObject<HTMLElement | null>
  onMenu(place: MenuPlace): void
}

/** The rows of a folder: a grid in which one row at a time has the keyboard focus. */
export const Grid = observer(function Grid({ scroller, onMenu }: GridProps) {
  const { listing, selection, session, navigate, views } = useRoot()
  const { t } = useTexts()
  const isExact = session.user?.dateFormat ?? false
  const format = useFormat(isExact)
  const { sorted, numDirs, numFiles } = listing
  const { element, windowed } = useGrid({
    selection,
    scroller,
    onOpen: (item) => navigate(itemUrl(item)),
    onMenu,
    renderRow: (item, props) => <Row key={item.name} item={item} format={format} {...props} />,
  })
  const hasGap = views.foldersFirst && numDirs > 0 && numFiles > 0
  return (
    <div
      ref={element}
      className={`rows ${selection.isActive ? 'is-selecting' : ''} ${isExact ? 'exact-dates' : ''}`}
      role="grid"
      aria-label={nameOf(listing.folder) || t('listing.home')}
      aria-multiselectable="true"
      aria-rowcount={sorted.length + 1}
    >
      <Head />
      <WindowedRows {...windowed} gap={hasGap ? { before: numDirs, size: GAP_PX } : null} />
    </div>
  )
})

/** The names of the columns, by which the list is sorted. */
export const Head = observer(function Head() {
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
        <button type="button" onClick={() => listing.sortBy(by)}>
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
