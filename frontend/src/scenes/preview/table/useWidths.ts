import { type CSSProperties, useState } from 'react'
import type { Table } from '../../../lib/table/table.ts'

/** Limits of a column's width, in the width of a digit. */
export const WIDTHS = { least: 4, most: 120, step: 2 } as const
/** Room beside the text of a cell. */
const PADDING = 3

export interface ColumnWidths {
  /** In the width of a digit. */
  widths: readonly number[]
  /** Sets the width of a column; null for the width of its content. */
  resize(column: number, width: number | null): void
}

/** The widths of a table's columns: as wide as their content, until somebody changes them. */
export function useWidths(table: Table): ColumnWidths {
  const [changed, setChanged] = useState<ReadonlyMap<number, number>>(new Map())
  const widths = table.widths.map((width, column) => changed.get(column) ?? width + PADDING)
  const resize = (column: number, width: number | null) =>
    setChanged((now) => {
      const next = new Map(now)
      if (width === null) next.delete(column)
      else next.set(column, Math.min(WIDTHS.most, Math.max(WIDTHS.least, Math.round(width))))
      return next
    })
  return { widths, resize }
}

/** Of the numbers of the rows, with the space around them. */
const NUMBERS = 9

/** The columns of the grid, for its style. */
export const templateOf = (widths: readonly number[]): CSSProperties =>
  ({ '--columns': `${NUMBERS}ch ${widths.map((width) => `${width}ch`).join(' ')}` }) as CSSProperties
