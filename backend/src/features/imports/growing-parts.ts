// Puts a file in parts while it still grows on the disk. Only the last part is left when its last byte has come.
import { open } from 'node:fs/promises'
import { partSizeFor } from '../../storage/part-limits.ts'
import type { Part } from '../../storage/types.ts'
import type { LandingParts } from './landing-job.ts'
import { retrying } from './retrying.ts'

/** Bytes of a part. One of a file is in memory at a time. */
const PART = 8 * 1024 * 1024
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

/** Puts all parts that are not up yet, and answers them all. */
export async function putGrowing({
  upload,
  source,
  size,
  before = [],
  isThere,
  signal,
}: GrowingParts): Promise<Part[]> {
  const partSize = growingPartSize(size)
  // One for all parts, because allocating a new one for each costs more.
  const buffer = Buffer.allocUnsafeSlow(Math.min(partSize, size))
  const parts = [...before]
  for (let start = parts.length * partSize; start < size; start += partSize) {
    const body = buffer.subarray(0, Math.min(partSize, size - start))
    await isThere(start + body.length)
    const put = async () => {
      await readWhole(source, body, start)
      return upload.put(parts.length + 1, body, body.length)
    }
    parts.push(await retrying(put, signal))
  }
  return parts
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
