import { pipeline, type Readable, Transform } from 'node:stream'
import type { OutsideProgress } from '../../storage/types.ts'

const AHEAD_BYTES = 1024 * 1024

/** The same bytes, counted as they pass. What the stream fails with comes through. */
export function counted(bytes: Readable, progress: OutsideProgress): Readable {
  const counting = new Transform({
    highWaterMark: AHEAD_BYTES,
    transform: (chunk: Buffer, _encoding, done) => {
      progress.add({ bytes: chunk.length })
      done(null, chunk)
    },
  })
  return pipeline(bytes, counting, () => undefined)
}
