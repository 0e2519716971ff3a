import { useEffect, useState } from 'react'
import { parseTable } from '../../../lib/table/jobs.ts'
import type { Table } from '../../../lib/table/table.ts'

/** The table in some bytes, once it is read; null where there is none. */
export function useTable(bytes: Uint8Array<ArrayBuffer> | null): Table | null | 'waiting' {
  const [read, setRead] = useState<{ of: Uint8Array; table: Table | null } | null>(null)
  useEffect(() => {
    if (bytes === null) return
    const life = new AbortController()
    const show = (table: Table | null) => {
      if (!life.signal.aborted) setRead({ of: bytes, table })
    }
    parseTable(bytes, life.signal)
      .then(show)
      // A table that is too much for the browser's memory.
      .catch(() => show(null))
    return () => life.abort()
  }, [bytes])
  return read !== null && read.of === bytes ? read.table : 'waiting'
}
