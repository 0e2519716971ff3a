// Puts a file in parts while it still grows on the disk. Only the last part is left when its last byte has come.
import { open } from 'node:fs/promises'
import { partSizeFor } from '../../storage/part-limits.ts'
import type { Part } from '../../storage/types.ts'
import type { LandingParts } from './landing-job.ts'
import { retrying } from './retrying.ts'

/** Bytes of a part. */
const PART = 8 * 1024 * 1024
/** Parts of a file that go up at a time, and are in memory: while the storage writes one, the next one is sent. */
const LANES = 2
/** Files from this size on go up while they come. */
export const GROWING_MIN = 4 * PART

export const growingPartSize = (bytes: number): number => partSizeFor(bytes, PART)

interface GrowingParts {
  upload: Pick<LandingParts, 'put'>
  /** The file on the disk, and the bytes that it will have. */
  source: string
  size: number
  /** Those that are up already, from the first one on. */
  before?: readonly Part[]
  /** Resolves when so many bytes are on the disk. Rejects where the file is not to go up any further. */
  isThere(bytes: number): Promise<void>
  signal: AbortSignal
}

/** What puts one part after another. */
interface Lane {
  readonly buffer: Buffer
  part: Promise<void>
}

/** Puts all parts that are not up yet, and answers them all. When it fails, no part is under way any more. */
export async function putGrowing(growing: GrowingParts): Promise<Part[]> {
  const { size, before = [], isThere } = growing
  const partSize = growingPartSize(size)
  const parts = [...before]
  const failed = Promise.withResolvers<never>()
  // Only waited for beside something else.
  failed.promise.catch(() => undefined)
  const orFailed = <T>(work: Promise<T>): Promise<T> => Promise.race([failed.promise, work])
  // The buffers are used again and again, because allocating a new one for each part costs more.
  const newLane = (): Lane => ({ buffer: Buffer.allocUnsafeSlow(Math.min(partSize, size)), part: Promise.resolve() })
  const lanes = Array.from({ length: LANES }, newLane)
  const all = () => Promise.all(lanes.map(({ part }) => part))
  const put = async ({ buffer }: Lane, index: number) => {
    parts[index] = await putPart(growing, buffer.subarray(0, Math.min(partSize, size - index * partSize)), index)
  }
  try {
    for (let index = parts.length; index * partSize < size; index += 1) {
      const lane = lanes[index % LANES] ?? newLane()
      await orFailed(isThere(Math.min(size, (index + 1) * partSize)))
      await orFailed(lane.part)
      lane.part = put(lane, index).catch(failed.reject)
    }
    await orFailed(all())
  } finally {
    await all()
  }
  return parts
}

/** Reads a part, which counts from 0, and puts it. */
function putPart({ upload, source, size, signal }: GrowingParts, body: Buffer, index: number): Promise<Part> {
  const read = () => readWhole(source, body, index * growingPartSize(size))
  return retrying(() => read().then(() => upload.put(index + 1, body, body.length)), signal)
}

/** Fills a buffer with what is in a file from a byte on. */
async function readWhole(file: string, buffer: Buffer, start: number): Promise<void> {
  const handle = await open(file, 'r')
  try {
    for (let read = 0; read < buffer.length;) {
      const { bytesRead } = await handle.read(buffer, read, buffer.length - read, start + read)
      if (bytesRead === 0) throw new Error('a file is shorter than what was written to it')
      read += bytesRead
    }
  } finally {
    await handle.close()
  }
}
