// Bytes of archives that have to be unpacked from their beginning. A child unpacks, no faster than its output is read.
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { ChildPool } from '../../../lib/child/pool.ts'
import type { ArchiveFile } from './listings.ts'
import type { UnpackOrder } from './tasks.ts'

const STEP_MS = 60_000
const AHEAD_BYTES = 1024 * 1024

/** A range of an unpacked archive. Destroying the stream stops the child. */
export function unpackedStream(
  children: Pick<ChildPool, 'run'>,
  { file, format }: Pick<ArchiveFile, 'file' | 'format'>,
  { start, length }: Pick<UnpackOrder, 'start' | 'length'>,
): Readable {
  const out = new PassThrough({ highWaterMark: AHEAD_BYTES })
  const gone = new AbortController()
  out.once('close', () => gone.abort())
  const { size } = file.stat
  children
    .run({
      task: 'archiveBytes',
      input: { format, size, start, length } satisfies UnpackOrder,
      body: { length: 0, open: () => [] },
      conversation: {
        size,
        read: (range) => file.read(range),
        take: async (bytes) => {
          if (!out.write(bytes)) await once(out, 'drain', { signal: gone.signal })
        },
      },
      limitMs: STEP_MS,
      signal: gone.signal,
    })
    .then(
      () => out.end(),
      (error: Error) => out.destroy(error),
    )
  return out
}
