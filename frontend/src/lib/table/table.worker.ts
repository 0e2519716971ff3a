// Reads and sorts tables in a worker, so that the page stays responsive.
import { orderOf } from './cells.ts'
import type { TableJob } from './jobs.ts'
import { readTable } from './table.ts'

self.addEventListener('message', ({ data }: MessageEvent<TableJob>) => {
  const answer = 'bytes' in data ? readTable(data.bytes) : orderOf(data.cells, data.by)
  self.postMessage(answer)
})
