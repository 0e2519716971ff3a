import { observer } from 'mobx-react-lite'
import { type RefObject, useRef } from 'react'
import { enter } from '../../actions/lookInside.ts'
import { WindowedRows, type WindowedRowsHandle } from '../../rows/WindowedRows.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { type TrashRow, trashOf } from '../../stores/TrashStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { useGridFocus } from '../../rows/useGridFocus.ts'
import { useGridKeys } from '../../rows/useGridKeys.ts'
import { useRowMeasures } from '../../rows/useRowMeasures.ts'
import { useScrollMemory } from '../../rows/useScrollMemory.ts'
import { TrashLine } from './TrashLine.tsx'
import { useDeletion } from './useDeletion.ts'

/** What the selection bar covers at the end of the rows. */
const BAR_PX = 76

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
  const element = useRef<HTMLDivElement>(null)
  const rows = useRef<WindowedRowsHandle>(null)
  const { rowHeight, headHeight } = useRowMeasures(element)
  const place = selection.focusedPosition
  useScrollMemory(scroller)
  const focus = useGridFocus(element, rows, selection)
  const handleOpen = (row: TrashRow) => {
    if (row.isDir) return enter(root, row)
    // A file in the trash has nothing to look into: what opens is the list of what can be done with it.
    const anchor = element.current?.querySelector(`[data-index="${selection.focusedPosition}"]`)
    selection.pickOnly(row.key)
    if (anchor) onMenu({ kind: 'rows', anchor })
  }
  useGridKeys({ selection, element, rows, focus, onOpen: handleOpen, onMenu })
  const renderRow = (index: number, top: number) => {
    const row = sorted[index]
    return row === undefined ? null : (
      <TrashLine
        key={row.key}
        row={row}
        index={index}
        top={top}
        isTabStop={index === Math.max(place, 0)}
        onMenu={onMenu}
      />
    )
  }
  return (
    <div
      ref={element}
      className={`rows trash ${id === null ? '' : 'inside'} ${selection.count > 0 ? 'is-selecting' : ''}`}
      role="grid"
      aria-label={trash.note === null ? t('trash.title') : deletion.what(trash.note)}
      aria-multiselectable="true"
      aria-rowcount={sorted.length + 1}
    >
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
      <WindowedRows
        handle={rows}
        count={sorted.length}
        rowHeight={rowHeight}
        gap={null}
        scroller={scroller}
        headHeight={headHeight}
        footHeight={selection.count > 0 ? BAR_PX : 0}
        kept={place}
        renderRow={renderRow}
      />
      {id === null && trash.cursor !== null ? (
        <button
          type="button"
          className="button link"
          aria-busy={trash.isLoadingMore}
          disabled={trash.isLoadingMore}
          onClick={() => void trash.showMore()}
        >
          <span className="label">{t('trash.more')}</span>
        </button>
      ) : null}
    </div>
  )
})
