// The jobs that a worker does for tables.
import type { TableOrder } from './cells.ts'
import type { Table } from './table.ts'

export type TableJob = { bytes: Uint8Array<ArrayBuffer> } | { cells: string[]; by: TableOrder }

/**
 * Reads a table. Null if the bytes are not text.
 * @throws Error if the browser runs out of memory
 */
export const parseTable = (bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Table | null> =>
  work<Table | null>({ bytes }, signal)

/** The order of rows by the cells of a column. */
export const sortTable = (cells: string[], by: TableOrder, signal: AbortSignal): Promise<Uint32Array> =>
  work<Uint32Array>({ cells, by }, signal)

/** Starts a worker for one job. When the job is cancelled, the worker ends with it. */
async function work<Answer>(job: TableJob, signal: AbortSignal): Promise<Answer> {
  const worker = new Worker(new URL('table.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Answer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('nobody waits for it')), { once: true })
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data))
      worker.addEventListener('error', ({ message }) => reject(new Error(message)))
      worker.postMessage(job)
    })
  } finally {
    worker.terminate()
  }
}
