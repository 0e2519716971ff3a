import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { WindowedRows } from '../../rows/WindowedRows.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { SortHead } from '../../rows/SortHead.tsx'
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
    renderRow: (item, props) => <Row item={item} format={format} {...props} />,
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
      <SortHead sorting={listing.sorting} onSort={listing.sortBy} />
      <WindowedRows {...windowed} gap={hasGap ? { before: numDirs, size: GAP_PX } : null} />
    </div>
  )
})
