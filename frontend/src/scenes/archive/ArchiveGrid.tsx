import { ArrowDown, ArrowUp } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { SORT_KEYS } from '../../../../backend/contract/user-choices.ts'
import { showEntry } from '../../actions/openEntry.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { isAscending } from '../../lib/sort-items.ts'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { useGrid } from '../../rows/useGrid.ts'
import { WindowedRows } from '../../rows/WindowedRows.tsx'
import { archiveOf } from '../../stores/ArchiveStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ArchiveLine } from './ArchiveLine.tsx'

/** Air between the folders and the files of a listing by name. */
const GAP_PX = 8

export interface ArchiveGridProps {
  scroller: RefObject<HTMLElement | null>
  onMenu(place: MenuPlace): void
}

/** The rows of a folder in an archive: a grid like that of the files. */
export const ArchiveGrid = observer(function ArchiveGrid({ scroller, onMenu }: ArchiveGridProps) {
  const root = useRoot()
  const { selection, sorted, sorting, numDirs, folder, path } = archiveOf(root)
  const isExact = root.session.user?.dateFormat ?? false
  const format = useFormat(isExact)
  const { element, windowed } = useGrid({
    selection,
    scroller,
    onOpen: (row) => showEntry(root, row),
    onMenu,
    renderRow: (row, props) => <ArchiveLine key={row.name} row={row} format={format} {...props} />,
  })
  const hasGap = sorting.by === 'name' && numDirs > 0 && numDirs < sorted.length
  return (
    <div
      ref={element}
      className={`rows ${selection.count > 0 ? 'is-selecting' : ''} ${isExact ? 'exact-dates' : ''}`}
      role="grid"
      aria-label={nameOf(folder || (path ?? ''))}
      aria-multiselectable="true"
      aria-rowcount={sorted.length + 1}
    >
      <Head />
      <WindowedRows {...windowed} gap={hasGap ? { before: numDirs, size: GAP_PX } : null} />
    </div>
  )
})

const Head = observer(function Head() {
  const archive = archiveOf(useRoot())
  const { t } = useTexts()
  const isUpwards = isAscending(archive.sorting)
  const [name, size, modified] = SORT_KEYS.map((by) => {
    const isSorted = archive.sorting.by === by
    const Arrow = isUpwards ? ArrowUp : ArrowDown
    return (
      <span
        key={by}
        role="columnheader"
        className={by === 'size' ? 'num-col' : by === 'modified' ? 'date-col' : ''}
        aria-sort={isSorted ? (isUpwards ? 'ascending' : 'descending') : 'none'}
      >
        <button type="button" onClick={() => archive.sortBy(by)}>
          {t(`listing.${by}`)}
          {isSorted ? <Arrow className="icon" aria-hidden="true" /> : null}
        </button>
      </span>
    )
  })
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
