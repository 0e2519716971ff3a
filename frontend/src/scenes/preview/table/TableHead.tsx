import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTexts } from '../../../i18n/useTexts.ts'
import { ColumnSash } from './ColumnSash.tsx'
import type { ColumnSorting } from './useOrder.ts'
import type { ColumnWidths } from './useWidths.ts'

interface TableHeadProps {
  /** The names of the columns. */
  columns: readonly string[]
  by: ColumnSorting | null
  sizes: ColumnWidths
  onSort(column: number): void
}

/** The names of the columns; a click sorts by one. */
export function TableHead({ columns, by, sizes, onSort }: TableHeadProps) {
  const { t } = useTexts()
  return (
    <div className="table-row head" role="row" aria-rowindex={1}>
      <span role="columnheader" title={t('document.rowNumber')}>
        #
      </span>
      {columns.map((name, column) => (
        <span
          // Columns may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          key={column}
          role="columnheader"
          // The edge in it has a name, too.
          aria-label={name}
          aria-sort={by?.column === column ? (by.isDown ? 'descending' : 'ascending') : 'none'}
        >
          <button type="button" title={name} onClick={() => onSort(column)}>
            <span className="cut" dir="auto">
              {name}
            </span>
            {by?.column === column ? <SortIcon isDown={by.isDown} /> : null}
          </button>
          <ColumnSash name={name} width={sizes.widths[column] ?? 1} onResize={(width) => sizes.resize(column, width)} />
        </span>
      ))}
    </div>
  )
}

function SortIcon({ isDown }: { isDown: boolean }) {
  const Icon = isDown ? ArrowDown : ArrowUp
  return <Icon className="icon" aria-hidden="true" />
}
