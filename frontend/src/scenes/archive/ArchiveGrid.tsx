import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { showEntry } from '../../actions/openEntry.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { nameOf } from '../../lib/paths.ts'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { SortHead } from '../../rows/SortHead.tsx'
import { useGrid } from '../../rows/useGrid.ts'
import { WindowedRows } from '../../rows/WindowedRows.tsx'
import { archiveOf } from '../../stores/ArchiveStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ArchiveLine } from './ArchiveLine.tsx'

/** The gap between the folders and the files when sorted by name. */
const GAP_PX = 8

export interface ArchiveGridProps {
  scroller: RefObject<HTMLElement | null>
  onMenu(place: MenuPlace): void
}

/** The rows of a folder in an archive: a grid like that of the files. */
export const ArchiveGrid = observer(function ArchiveGrid({ scroller, onMenu }: ArchiveGridProps) {
  const root = useRoot()
  const { selection, sorted, sorting, sortBy, numDirs, folder, path } = archiveOf(root)
  const isExact = root.session.user?.dateFormat ?? false
  const format = useFormat(isExact)
  const { element, windowed } = useGrid({
    selection,
    scroller,
    onOpen: (row) => showEntry(root, row),
    onMenu,
    renderRow: (row, props) => <ArchiveLine row={row} format={format} {...props} />,
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
      <SortHead sorting={sorting} onSort={sortBy} />
      <WindowedRows {...windowed} gap={hasGap ? { before: numDirs, size: GAP_PX } : null} />
    </div>
  )
})
