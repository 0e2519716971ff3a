// Reads and sorts tables beside the page, which stays quick.
import { orderOf } from './cells.ts'
import type { TableJob } from './jobs.ts'
import { readTable } from './table.ts'

self.addEventListener('message', ({ data }: MessageEvent<TableJob>) => {
  const answer = 'bytes' in data ? readTable(data.bytes) : orderOf(data.cells, data.isDown)
  self.postMessage(answer)
})
