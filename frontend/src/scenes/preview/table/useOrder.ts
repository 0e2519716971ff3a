import { useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { sortTable } from '../../../lib/table/jobs.ts'

export interface ColumnSorting {
  column: number
  isDown: boolean
}

interface Sorted {
  by: ColumnSorting
  rows: readonly string[][]
  order: Uint32Array
}

/** The order of rows, which is the file's until they are sorted. A click sorts up, then down, then not at all. */
export function useOrder(rows: readonly string[][]) {
  const { language } = useTranslation()
  const [by, setBy] = useState<ColumnSorting | null>(null)
  const [sorted, setSorted] = useState<Sorted | null>(null)
  useEffect(() => {
    if (by === null) return
    const life = new AbortController()
    const sort = async () => {
      const cells = rows.map((row) => row[by.column]?.trim() ?? '')
      const order = await sortTable(cells, { isDown: by.isDown, language }, life.signal)
      if (!life.signal.aborted) setSorted({ by, rows, order })
    }
    sort().catch(() => undefined)
    return () => life.abort()
  }, [rows, by, language])
  const click = (column: number) =>
    setBy((now) => {
      if (now?.column !== column) return { column, isDown: false }
      return now.isDown ? null : { column, isDown: true }
    })
  const isCurrent = sorted !== null && sorted.by === by && sorted.rows === rows
  return { by, click, at: (index: number) => (isCurrent ? (sorted.order[index] ?? index) : index) }
}
