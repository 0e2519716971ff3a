// Checksums of files. They are computed while Nido writes a file, or once on request, and stored by bucket, ETag, size
// and the id of the original write.
import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import type { ChecksumAlgorithm } from '../../../contract/resources.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import { AppError } from '../../lib/app-error.ts'
import { beginHash } from '../../lib/hashing.ts'
import type { Log } from '../../lib/log.ts'
import { createLru } from '../../lib/lru.ts'
import { WorkQueue } from '../../lib/work-queue.ts'
import { type ContentIdentity, contentKey, contentOf, createDerivedCache } from '../../storage/derived-cache.ts'
import type { Place } from '../../storage/paths.ts'
import type { OpenFile, Scratch } from '../../storage/types.ts'
import { followBytes, NOT_FOLLOWED, type Followed } from './followed.ts'
import { CHECKSUMS } from '../../storage/own-keys.ts'

export type { Followed } from './followed.ts'

export interface Checksums {
  /**
   * The checksum of a whole file in hexadecimal. Reading stops when everybody who waits for it has gone.
   * @throws AppError `badRequest` when `signal` aborts, `unavailable` if too many are waiting, `notFound` if the file
   *   is
   *   gone
   */
  of(source: { place: Place; file: OpenFile }, algorithm: ChecksumAlgorithm, signal: AbortSignal): Promise<string>
  /**
   * Computes the SHA-256 of a file while it is written. `length`: the number of bytes, if known.
   */
  follow(length: number | undefined): Followed
  /** Copies what is known of a content to the same content under another ETag or in another bucket. */
  carry(from: ContentIdentity, to: ContentIdentity): Promise<void>
  /** Deletes all checksums of a bucket's files. */
  forget(bucket: string): Promise<void>
  readonly tasks: readonly HouseTask[]
}

export interface ChecksumsOptions {
  scratch: Scratch
  log: Pick<Log, 'warn'>
  now(): number
}

/**
 * Smaller files are hashed faster than looked up, so their checksums are not stored and they are not followed.
 */
const WORTHWHILE_BYTES = 1024 * 1024
const REMEMBERED = 100_000
const PRUNE_EVERY_MS = 24 * 3_600_000
/** Uploads followed at a time. */
const FOLLOWED_MAX = 8
const KEEPING = 4
const PIECE_BYTES = 1024 * 1024

export class FileChecksums implements Checksums {
  readonly #log: ChecksumsOptions['log']
  readonly #memory = createLru<string, string>(REMEMBERED)
  readonly #kept: ReturnType<typeof createDerivedCache>
  readonly #queue = new WorkQueue<string>({ ...FAIR_SHARES.checksums, parallel: FAIR_SHARES.checksums.slots })
  readonly #keeping = pLimit(KEEPING)
  #followed = 0
  readonly tasks: readonly HouseTask[]

  constructor({ scratch, log, now }: ChecksumsOptions) {
    this.#log = log
    this.#kept = createDerivedCache({ scratch, root: CHECKSUMS, now })
    this.tasks = [{ name: 'checksums', everyMs: PRUNE_EVERY_MS, run: this.#kept.prune }]
  }

  async of(...[{ place, file }, algorithm, signal]: Parameters<Checksums['of']>): Promise<string> {
    const content = contentOf(place.bucket, file.stat)
    const key = keyOf(content, algorithm)
    const known = await this.#recall(content, key)
    if (known !== null) return known
    return this.#queue.join(key, signal, async (ends) => {
      const isSmall = content.size < WORTHWHILE_BYTES
      const checksum = isSmall ? await hashHere(file, algorithm, ends) : await hashInThread(file, algorithm, ends)
      this.#remember(content, key, checksum)
      return checksum
    })
  }

  follow(length: number | undefined): ReturnType<Checksums['follow']> {
    const isSmall = length !== undefined && length < WORTHWHILE_BYTES
    if (isSmall || this.#followed === FOLLOWED_MAX) return NOT_FOLLOWED
    this.#followed += 1
    return followBytes({
      hashing: beginHash('sha256'),
      onEnd: () => {
        this.#followed -= 1
      },
      onSum: ({ bucket }, stat, checksum) => {
        const content = contentOf(bucket, stat)
        this.#remember(content, keyOf(content, 'sha256'), checksum)
      },
      log: this.#log,
    })
  }

  async carry(from: ContentIdentity, to: ContentIdentity): Promise<void> {
    if (from.size >= WORTHWHILE_BYTES) await this.#kept.copy(contentKey(from), contentKey(to))
  }

  forget(bucket: string): Promise<void> {
    return this.#kept.drop(bucket)
  }

  async #recall(content: ContentIdentity, key: string): Promise<string | null> {
    const known = this.#memory.get(key)
    if (known !== undefined || content.size < WORTHWHILE_BYTES) return known ?? null
    const text = (await this.#kept.get(key))?.toString('latin1') ?? ''
    if (!/^[0-9a-f]{32,128}$/.test(text)) return null
    this.#memory.set(key, text)
    return text
  }

  #remember(content: ContentIdentity, key: string, checksum: string): void {
    this.#memory.set(key, checksum)
    if (content.size < WORTHWHILE_BYTES) return
    this.#keeping(() => this.#kept.put(key, Buffer.from(checksum))).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'a checksum could not be kept'),
    )
  }
}

const keyOf = (content: ContentIdentity, algorithm: ChecksumAlgorithm): string => `${contentKey(content)}/${algorithm}`

/** The bytes of a file. Reading stops when `signal` aborts. */
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
