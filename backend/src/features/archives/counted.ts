import { pipeline, type Readable, Transform } from 'node:stream'
import type { OutsideProgress } from '../../storage/types.ts'

const AHEAD_BYTES = 1024 * 1024

/** Passes bytes on and counts them. An error of the source becomes one of the result. */
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
