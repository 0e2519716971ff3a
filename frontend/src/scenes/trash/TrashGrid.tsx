import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { enter } from '../../actions/lookInside.ts'
import { WindowedRows } from '../../rows/WindowedRows.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { trashOf } from '../../stores/TrashStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { useGrid } from '../../rows/useGrid.ts'
import { TrashLine } from './TrashLine.tsx'
import { useDeletion } from './useDeletion.ts'

export interface TrashGridProps {
  scroller: RefObject<HTMLElement | null>
  onMenu(place: MenuPlace): void
}

/** The rows of the trash: a grid like that of the files. */
export const TrashGrid = observer(function TrashGrid({ scroller, onMenu }: TrashGridProps) {
  const root = useRoot()
  const trash = trashOf(root)
  const { selection, sorted, id } = trash
  const { t } = useTexts()
  const deletion = useDeletion()
  const { element, windowed } = useGrid({
    selection,
    scroller,
    onOpen: (row) => enter(root, row),
    // A file in the trash cannot be opened.
    canOpen: (row) => row.isDir,
    onMenu,
    renderRow: (row, props) => <TrashLine row={row} {...props} />,
  })
  return (
    <div
      ref={element}
      className={`rows trash ${id === null ? '' : 'inside'} ${selection.isActive ? 'is-selecting' : ''}`}
      role="grid"
      aria-label={trash.note === null ? t('trash.title') : deletion.what(trash.note)}
      aria-multiselectable="true"
      aria-rowcount={sorted.length + 1}
    >
      <ColumnHeads />
      <WindowedRows {...windowed} gap={null} />
      {id === null && trash.cursor !== null ? <MoreButton /> : null}
    </div>
  )
})

const ColumnHeads = observer(function ColumnHeads() {
  const { id } = trashOf(useRoot())
  const { t } = useTexts()
  return (
    <div className="rows-head" role="row" aria-rowindex={1}>
      <span role="presentation" />
      <span role="presentation" />
      <span role="columnheader">{t(id === null ? 'trash.nameAndPlace' : 'listing.name')}</span>
      <span role="presentation" />
      <span role="columnheader" className="num-col">
        {t('listing.size')}
      </span>
      {id === null ? (
        <span role="columnheader" className="date-col">
          {t('trash.expires')}
        </span>
      ) : null}
      <span role="presentation" />
    </div>
  )
})

const MoreButton = observer(function MoreButton() {
  const trash = trashOf(useRoot())
  const { t } = useTexts()
  return (
    <button
      type="button"
      className="button link"
      aria-busy={trash.isLoadingMore}
      disabled={trash.isLoadingMore}
      onClick={() => void trash.showMore()}
    >
      <span className="label">{t('trash.more')}</span>
    </button>
  )
})
