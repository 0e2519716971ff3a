import { observer } from 'mobx-react-lite'
import { Trouble } from './Trouble.tsx'
import { TableSheet } from './table/TableSheet.tsx'
import { useTable } from './table/useTable.ts'
import { useFileBytes } from './useFileBytes.ts'
import type { ViewerProps } from './viewer.ts'
import { FetchTrouble, Waiting } from './Waiting.tsx'

/** A larger table is only offered as a download. */
const SHOWN_MAX_BYTES = 50 * 1024 * 1024

/** A table from a text file, in rows and columns. */
export const TableViewer = observer(function TableViewer({ item, source }: ViewerProps) {
  const isLarge = item.size > SHOWN_MAX_BYTES
  const { bytes, error, retry } = useFileBytes(isLarge ? null : source.readBytes, `${item.path} ${item.modified}`)
  const table = useTable(bytes)
  if (isLarge) return <Trouble kind="sheet" what="large" source={source} />
  if (error !== null) return <FetchTrouble kind="sheet" error={error} source={source} onRetry={retry} />
  if (table === 'waiting') return <Waiting />
  if (table === null) return <Trouble kind="sheet" what="broken" source={source} />
  if (table.rows.length === 0) return <Trouble kind="sheet" what="empty" source={source} />
  return <TableSheet table={table} name={item.name} />
})
