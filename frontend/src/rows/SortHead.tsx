import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Sorting } from '../../../backend/contract/users.ts'
import { SORT_KEYS } from '../../../backend/contract/user-choices.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { isAscending } from '../lib/sort-items.ts'

export interface SortHeadProps {
  sorting: Sorting
  /** Called with the column that was clicked. */
  onSort(by: Sorting['by']): void
}

/** The names of the columns above rows of files; a click on one sorts by it. */
export function SortHead({ sorting, onSort }: SortHeadProps) {
  const { t } = useTexts()
  const isUpwards = isAscending(sorting)
  const [name, size, modified] = SORT_KEYS.map((by) => {
    const isSorted = sorting.by === by
    const Arrow = isUpwards ? ArrowUp : ArrowDown
    return (
      <span
        key={by}
        role="columnheader"
        className={by === 'size' ? 'num-col' : by === 'modified' ? 'date-col' : ''}
        aria-sort={isSorted ? (isUpwards ? 'ascending' : 'descending') : 'none'}
      >
        <button type="button" onClick={() => onSort(by)}>
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
}
