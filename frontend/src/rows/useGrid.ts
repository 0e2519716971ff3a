import { type ReactNode, type RefObject, useRef } from 'react'
import type { SelectionStore } from '../stores/SelectionStore.ts'
import type { MenuPlace } from './ListingMenu.tsx'
import { useGridFocus } from './useGridFocus.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useMarquee } from './useMarquee.ts'
import { useRowMeasures } from './useRowMeasures.ts'
import { useScrollMemory } from './useScrollMemory.ts'
import type { WindowedRowsHandle } from './WindowedRows.tsx'

/** What the selection bar covers at the end of the rows. */
const BAR_PX = 76

/** What each row of a grid gets beside its content. */
export interface GridRowProps {
  index: number
  /** Pixels below the first row. */
  top: number
  /** Whether Tab stops here. */
  isTabStop: boolean
  onMenu(place: MenuPlace): void
}

interface ControlOptions<Row extends { name: string; size: number }> {
  selection: SelectionStore<Row>
  scroller: RefObject<HTMLElement | null>
  /** Tells two grids at one address apart, so that each keeps its scroll position. */
  memory?: string
  onOpen(row: Row): void
  canOpen?(row: Row): boolean
  onMenu(place: MenuPlace): void
}

export interface GridOptions<Row extends { name: string; size: number }> extends ControlOptions<Row> {
  renderRow(row: Row, props: GridRowProps): ReactNode
}

/** The behaviour of a grid, however its items are drawn: scrolling, focus and keys. Call it inside an observer. */
export function useGridControl<Row extends { name: string; size: number }>(options: ControlOptions<Row>) {
  const { selection, scroller, memory } = options
  const element = useRef<HTMLDivElement>(null)
  const handle = useRef<WindowedRowsHandle>(null)
  useScrollMemory(scroller, memory)
  const focus = useGridFocus(element, handle, selection)
  useGridKeys({ ...options, element, rows: handle, focus })
  useMarquee({ selection, scroller, rows: handle })
  return { element, handle, footHeight: selection.isActive ? BAR_PX : 0 }
}

/** A grid in which one row at a time has the keyboard focus. Call it inside an observer. */
export function useGrid<Row extends { name: string; size: number }>(options: GridOptions<Row>) {
  const { selection, scroller, onMenu, renderRow } = options
  const { rows, focusedPosition } = selection
  const { element, handle, footHeight } = useGridControl(options)
  const measures = useRowMeasures(element)
  return {
    /** The props of the grid itself. */
    element,
    /** The props of its rows. */
    windowed: {
      ...measures,
      handle,
      scroller,
      count: rows.length,
      footHeight,
      kept: focusedPosition,
      idOf(index: number) {
        const row = rows[index]
        return row === undefined ? index : selection.keyOf(row)
      },
      renderRow(index: number, top: number) {
        const row = rows[index]
        return row && renderRow(row, { index, top, isTabStop: index === Math.max(focusedPosition, 0), onMenu })
      },
    },
  }
}
