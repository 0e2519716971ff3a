import { PanelTop } from 'lucide-react'
import { type CSSProperties, memo, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useTexts } from '../../../i18n/useTexts.ts'
import { columnName, COLUMNS_MAX, numberIn, ROWS_MAX } from '../../../lib/table/cells.ts'
import type { Table } from '../../../lib/table/table.ts'
import { standingAt, WindowedRows } from '../../../rows/WindowedRows.tsx'
import { TableHead } from './TableHead.tsx'
import { useOrder } from './useOrder.ts'
import { templateOf, useWidths } from './useWidths.ts'

/** Pixels of a row, and of the head above them. */
const ROW_HEIGHT = 36

/** A table of any length: the rows in view below a head that stays. */
export function TableSheet({ table, name }: { table: Table; name: string }) {
  const { t } = useTexts()
  const { number } = useFormat()
  const [hasHead, setHead] = useState(table.hasHead)
  const rows = useMemo(() => (hasHead ? table.rows.slice(1) : table.rows), [table, hasHead])
  return (
    <div className="document">
      <div className="document-tools on-stage" role="toolbar" aria-label={t('document.tools')}>
        <span className="small num">
          {t('document.rows', { count: rows.length, rows: number(rows.length) })}
          {table.isCut ? ` · ${t('document.cut', { rows: number(ROWS_MAX), columns: number(COLUMNS_MAX) })}` : ''}
        </span>
        <span className="push" />
        <IconButton
          icon={PanelTop}
          label={t('document.firstRow')}
          aria-pressed={hasHead}
          onClick={() => setHead(!hasHead)}
        />
      </div>
      <div className="document-body">
        <Grid table={table} rows={rows} names={hasHead ? (table.rows[0] ?? []) : null} label={name} />
      </div>
    </div>
  )
}

interface GridProps {
  table: Table
  rows: readonly string[][]
  /** Of the columns; null for letters. */
  names: readonly string[] | null
  label: string
}

function Grid({ table, rows, names, label }: GridProps) {
  const { t } = useTexts()
  const scroller = useRef<HTMLDivElement>(null)
  const { by, click, at } = useOrder(rows)
  const sizes = useWidths(table)
  const columns = Array.from({ length: table.columns }, (_, index) => names?.[index]?.trim() || columnName(index))
  return (
    // A long table is scrolled by keys.
    <div
      ref={scroller}
      className="table-sheet"
      role="table"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('preview.text', { name: label })}
      aria-rowcount={rows.length + 1}
      style={{ ...templateOf(sizes.widths), '--row-height': `${ROW_HEIGHT}px` } as CSSProperties}
    >
      <TableHead columns={columns} by={by} sizes={sizes} onSort={click} />
      <WindowedRows
        count={rows.length}
        rowHeight={ROW_HEIGHT}
        gap={null}
        scroller={scroller}
        headHeight={ROW_HEIGHT}
        footHeight={0}
        kept={-1}
        handle={null}
        idOf={(index) => index}
        renderRow={(index, top) => (
          <Row index={index} top={top} cells={rows[at(index)] ?? []} columns={table.columns} />
        )}
      />
    </div>
  )
}

interface RowProps {
  index: number
  /** Pixels from the first row. */
  top: number
  cells: readonly string[]
  columns: number
}

const Row = memo(function Row({ index, top, cells, columns }: RowProps) {
  return (
    <div className="table-row" role="row" aria-rowindex={index + 2} style={standingAt(top)}>
      <span className="num faint" role="rowheader">
        {index + 1}
      </span>
      {Array.from({ length: columns }, (_, column) => {
        const cell = cells[column] ?? ''
        return (
          // Columns have no other name.
          // oxlint-disable-next-line react/no-array-index-key
          <span
            key={column}
            role="cell"
            dir="auto"
            title={cell}
            className={numberIn(cell) === null ? 'cut' : 'cut num'}
          >
            {cell}
          </span>
        )
      })}
    </div>
  )
})
