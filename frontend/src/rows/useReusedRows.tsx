import { Fragment, type ReactNode, useLayoutEffect, useState } from 'react'
import { type KeyedRow, type RowId, reusedKeys } from '../lib/reused-keys.ts'

interface ReusedRows<Row> {
  /** What belongs in the page, in order. */
  rows: readonly Row[]
  idOf(row: Row): RowId
  /** Whether a row that comes can wait. Until then its element stays as it is. */
  isLater(row: Row): boolean
  render(row: Row): ReactNode
}

/** What is in the page: the rows, and what was rendered by key. */
interface Rendered {
  rows: readonly KeyedRow[]
  nodes: ReadonlyMap<number, { id: RowId; node: ReactNode } | undefined>
}

/** Renders the rows of a long list. After a jump they take over the elements of other rows (lib/reused-keys.ts). */
export function useReusedRows<Row>({ rows, idOf, isLater, render }: ReusedRows<Row>): ReactNode[] {
  const [page] = useState<Rendered>({ rows: [], nodes: new Map() })
  const keyed = reusedKeys(page.rows, rows.map(idOf))
  const nodes = new Map(
    rows.map((row, at) => {
      const [id, key] = keyed[at] ?? [at, at]
      const old = page.nodes.get(key)
      return [key, old?.id !== id && isLater(row) ? old : { id, node: render(row) }] as const
    }),
  )
  // In an effect, because React may begin to render and then begin again.
  useLayoutEffect(() => void Object.assign(page, { rows: keyed, nodes }))
  return [...nodes].map(([key, shown]) => <Fragment key={key}>{shown?.node}</Fragment>)
}
