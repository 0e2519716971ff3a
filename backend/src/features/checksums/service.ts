// Checksums of files: taken while Nido writes them, worked out once of others, and remembered by bucket, ETag, size and
// what the content was written as.
import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import type { ChecksumAlgorithm } from '../../../contract/resources.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import { AppError } from '../../lib/app-error.ts'
import { beginHash } from '../../lib/hashing.ts'
import type { Log } from '../../lib/log.ts'
import { createLru } from '../../lib/lru.ts'
import { createWorkQueue } from '../../lib/work-queue.ts'
import { type ContentIdentity, contentKey, contentOf, createDerivedCache } from '../../storage/derived-cache.ts'
import type { Place } from '../../storage/paths.ts'
import type { OpenFile, Scratch } from '../../storage/types.ts'
import { followBytes, NOT_FOLLOWED, type Followed } from './followed.ts'
import { CHECKSUMS } from '../../storage/own-keys.ts'

export type { Followed } from './followed.ts'

export interface Checksums {
  /**
   * The checksum of a whole file in hexadecimal. Reading it ends when all who wait for it have gone.
   * @throws AppError `badRequest` when `signal` aborts, `unavailable` when too many are waited for, `notFound` for a
   * file that is gone
   */
  of(source: { place: Place; file: OpenFile }, algorithm: ChecksumAlgorithm, signal: AbortSignal): Promise<string>
  /**
   * Follows the bytes of a file that is being written, for its SHA-256. `length`: how many there will be, where that is
   * known.
   */
  follow(length: number | undefined): Followed
  /** Keeps what is known of one content for another, which is the same under another ETag or in another bucket. */
  carry(from: ContentIdentity, to: ContentIdentity): Promise<void>
  /** Throws away all checksums of a bucket's files. */
  forget(bucket: string): Promise<void>
  readonly tasks: readonly HouseTask[]
}

export interface ChecksumsOptions {
  scratch: Scratch
  log: Pick<Log, 'warn'>
  now(): number
}

/**
 * What is smaller is hashed faster than looked up: nothing of it is kept beyond this process, and it is not followed.
 */
const WORTHWHILE_BYTES = 1024 * 1024
const REMEMBERED = 100_000
const PRUNE_EVERY_MS = 24 * 3_600_000
/** Uploads followed at a time. */
const FOLLOWED_MAX = 8
const KEEPING = 4
const PIECE_BYTES = 1024 * 1024

export function createChecksums({ scratch, log, now }: ChecksumsOptions): Checksums {
  const memory = createLru<string, string>(REMEMBERED)
  const kept = createDerivedCache({ scratch, root: CHECKSUMS, now })
  const queue = createWorkQueue<string>({ ...FAIR_SHARES.checksums, parallel: FAIR_SHARES.checksums.slots })
  const keeping = pLimit(KEEPING)
  let followed = 0

  async function recall(content: ContentIdentity, key: string): Promise<string | null> {
    const known = memory.get(key)
    if (known !== undefined || content.size < WORTHWHILE_BYTES) return known ?? null
    const text = (await kept.get(key))?.toString('latin1') ?? ''
    if (!/^[0-9a-f]{32,128}$/.test(text)) return null
    memory.set(key, text)
    return text
  }

  function remember(content: ContentIdentity, key: string, checksum: string): void {
    memory.set(key, checksum)
    if (content.size < WORTHWHILE_BYTES) return
    keeping(() => kept.put(key, Buffer.from(checksum))).catch((error: unknown) =>
      log.warn({ err: error }, 'a checksum could not be kept'),
    )
  }

  const keyOf = (content: ContentIdentity, algorithm: ChecksumAlgorithm) => `${contentKey(content)}/${algorithm}`

  return {
    async of({ place, file }, algorithm, signal) {
      const content = contentOf(place.bucket, file.stat)
      const key = keyOf(content, algorithm)
      const known = await recall(content, key)
      if (known !== null) return known
      return queue.join(key, signal, async (ends) => {
        const checksum =
          content.size < WORTHWHILE_BYTES
            ? await hashHere(file, algorithm, ends)
            : await hashInThread(file, algorithm, ends)
        remember(content, key, checksum)
        return checksum
      })
    },

    follow(length) {
      if ((length !== undefined && length < WORTHWHILE_BYTES) || followed === FOLLOWED_MAX) return NOT_FOLLOWED
      followed += 1
      return followBytes({
        hashing: beginHash('sha256'),
        onEnd: () => {
          followed -= 1
        },
        onSum: ({ bucket }, stat, checksum) => {
          const content = contentOf(bucket, stat)
          remember(content, keyOf(content, 'sha256'), checksum)
        },
        log,
      })
    },

    carry: async (from, to) => {
      if (from.size >= WORTHWHILE_BYTES) await kept.copy(contentKey(from), contentKey(to))
    },
    forget: (bucket) => kept.drop(bucket),
    tasks: [{ name: 'checksums', everyMs: PRUNE_EVERY_MS, run: kept.prune }],
  }
}

/** Bytes of a file as they are read; the read ends when `signal` aborts. */
async function* bytesOf(file: OpenFile, signal: AbortSignal): AsyncGenerator<Buffer> {
  const bytes = file.read()
  const stop = () => bytes.destroy(new AppError('badRequest', 'everybody who waited for it has left'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (signal.aborted) stop()
    for await (const chunk of bytes as AsyncIterable<Buffer>) yield chunk
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function hashHere(file: OpenFile, algorithm: ChecksumAlgorithm, signal: AbortSignal): Promise<string> {
  const hash = createHash(algorithm)
  if (file.stat.size > 0) for await (const chunk of bytesOf(file, signal)) hash.update(chunk)
  return hash.digest('hex')
}

async function hashInThread(file: OpenFile, algorithm: ChecksumAlgorithm, signal: AbortSignal): Promise<string> {
  const hashing = beginHash(algorithm)
  try {
    for await (const chunk of bytesOf(file, signal)) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        while (!hashing.take(chunk.subarray(at, at + PIECE_BYTES))) await hashing.room()
      }
    }
    return await hashing.digest()
  } finally {
    hashing.drop()
  }
}
