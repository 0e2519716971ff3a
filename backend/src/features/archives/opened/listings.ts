// The contents of archives. A child process reads them once. Then they are stored under the archive's content, as
// previews are.
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { OpenableFormat } from '../../../../contract/archives.ts'
import type { ArchiveScan } from '../../../../contract/opened-archives.ts'
import type { HouseTask } from '../../../database/house-keeping.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ChildPool } from '../../../lib/child/pool.ts'
import type { Log } from '../../../lib/log.ts'
import { createLru } from '../../../lib/lru.ts'
import { contentKey, contentOf, createDerivedCache } from '../../../storage/derived-cache.ts'
import { ARCHIVE_LISTINGS } from '../../../storage/own-keys.ts'
import type { Place } from '../../../storage/paths.ts'
import type { OpenFile, Scratch } from '../../../storage/types.ts'
import type { LeftOut } from './entry.ts'
import type { ListAnswer, ListOrder } from './tasks.ts'

/** A file whose name says that it is an archive. */
export interface ArchiveFile {
  place: Place
  file: OpenFile
  format: OpenableFormat
}

/** The contents of an archive. `lines`: the input of `entriesOf`. */
export interface ArchiveContent extends ListAnswer {
  lines: Uint8Array
}

export interface Listings {
  /**
   * The contents of an archive, or the progress while a long one is being read. Reading goes on as long as somebody
   * asks.
   * @throws AppError `unsupportedMediaType` for a broken archive, `tooLarge`, `unavailable`
   */
  look(archive: ArchiveFile): Promise<ArchiveContent | ArchiveScan>
  /**
   * The contents of an archive, however long reading takes.
   * @throws the same, and the signal's reason
   */
  whole(archive: ArchiveFile, signal: AbortSignal): Promise<ArchiveContent>
  /** Deletes everything stored for a bucket's files. */
  forget(bucket: string): Promise<void>
  readonly tasks: readonly HouseTask[]
}

export interface ListingsOptions {
  scratch: Scratch
  children: Pick<ChildPool, 'run'>
  log: Pick<Log, 'warn'>
  /** Milliseconds since 1970. */
  now(): number
}

/** An archive that is being read. */
interface Reading {
  content: Promise<ArchiveContent>
  bytesDone: number
  bytesTotal: number
  askedAt: number
}

/** Part of the storage key. It changes with the format of what is stored. */
const FORM = 'listing-2'
const MEMORY_BYTES = 32 * 1024 * 1024
/** Milliseconds that a child may work between two reads of the file. */
const STEP_MS = 60_000
/** How long a request waits for an archive to be read. */
const PATIENCE_MS = 1_500
/** Reading stops if nobody has asked for this long. */
const FORGOTTEN_MS = 20_000
const LOOK_MS = 1_000
const PRUNE_EVERY_MS = 24 * 3_600_000
/** The failures of broken archives are remembered for a while, so that whoever asks for the progress gets the error. */
const FAILURES = 1_000
const FAILURE_MS = 60_000
const NEWLINE = 10

const zip = promisify(gzip)
const unzip = promisify(gunzip)
const keptHead = z.strictObject({
  leftOut: z.strictObject({ links: z.int(), devices: z.int(), names: z.int() }) satisfies z.ZodType<LeftOut>,
  isEncrypted: z.boolean(),
})

export class ArchiveListings implements Listings {
  readonly #options: ListingsOptions
  readonly #kept: ReturnType<typeof createDerivedCache>
  readonly #memory = new LRUCache<string, ArchiveContent>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ lines }) => lines.length + 256,
  })
  readonly #failures = createLru<string, AppError>(FAILURES, { ttl: FAILURE_MS })
  readonly #readings = new Map<string, Reading>()
  readonly tasks: readonly HouseTask[]

  constructor(options: ListingsOptions) {
    this.#options = options
    this.#kept = createDerivedCache({ scratch: options.scratch, root: ARCHIVE_LISTINGS, now: options.now })
    this.tasks = [{ name: 'archive listings', everyMs: PRUNE_EVERY_MS, run: this.#kept.prune }]
  }

  async look(archive: ArchiveFile): Promise<ArchiveContent | ArchiveScan> {
    const found = await this.#find(archive)
    if (!('askedAt' in found)) return found
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), PATIENCE_MS)
    const content = await Promise.race([found.content, late.promise]).finally(() => clearTimeout(timer))
    return content ?? { bytesDone: Math.min(found.bytesDone, found.bytesTotal), bytesTotal: found.bytesTotal }
  }

  async whole(archive: ArchiveFile, signal: AbortSignal): Promise<ArchiveContent> {
    for (;;) {
      signal.throwIfAborted()
      const found = await this.look(archive)
      if ('lines' in found) return found
    }
  }

  forget(bucket: string): Promise<void> {
    return this.#kept.drop(bucket)
  }

  async #find(archive: ArchiveFile): Promise<ArchiveContent | Reading> {
    const key = `${contentKey(contentOf(archive.place.bucket, archive.file.stat))}/${FORM}-${archive.format}`
    const failure = this.#failures.get(key)
    if (failure) throw new AppError(failure.code, failure.message)
    const known = this.#memory.get(key) ?? (await this.#recall(key))
    if (known) return known
    const reading = this.#readings.get(key) ?? this.#begin(key, archive)
    reading.askedAt = performance.now()
    return reading
  }

  async #recall(key: string): Promise<ArchiveContent | null> {
    const bytes = await this.#kept.get(key)
    if (bytes === null) return null
    const whole = await unzip(bytes)
    const cut = whole.indexOf(NEWLINE)
    const content = { ...keptHead.parse(JSON.parse(whole.toString('utf8', 0, cut))), lines: whole.subarray(cut + 1) }
    this.#memory.set(key, content)
    return content
  }

  #begin(key: string, archive: ArchiveFile): Reading {
    const gone = new AbortController()
    const reading: Reading = {
      content: this.#read(key, archive, gone.signal),
      bytesDone: 0,
      bytesTotal: archive.file.stat.size,
      askedAt: performance.now(),
    }
    const timer = setInterval(() => {
      if (performance.now() - reading.askedAt > FORGOTTEN_MS) gone.abort()
    }, LOOK_MS).unref()
    const end = () => {
      clearInterval(timer)
      this.#readings.delete(key)
    }
    reading.content.then(end, end)
    this.#readings.set(key, reading)
    return reading
  }

  async #read(key: string, { file, format }: ArchiveFile, signal: AbortSignal): Promise<ArchiveContent> {
    const { size } = file.stat
    try {
      const { value, body } = await this.#options.children.run({
        task: 'archiveEntries',
        input: { format, size } satisfies ListOrder,
        body: { length: 0, open: () => [] },
        conversation: {
          size,
          read: (range) => {
            const reading = this.#readings.get(key)
            if (reading) reading.bytesDone = Math.max(reading.bytesDone, range.end + 1)
            return file.read(range)
          },
          take: async () => undefined,
        },
        limitMs: STEP_MS,
        signal,
      })
      const content = { ...keptHead.parse(value), lines: body }
      this.#memory.set(key, content)
      await this.#keep(key, content)
      return content
    } catch (error) {
      if (error instanceof AppError && ['unsupportedMediaType', 'tooLarge'].includes(error.code))
        this.#failures.set(key, error)
      throw error
    }
  }

  async #keep(key: string, { lines, ...head }: ArchiveContent): Promise<void> {
    const bytes = await zip(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), lines]))
    // If storing fails, the archive is read again next time.
    await this.#kept
      .put(key, bytes)
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'what an archive holds could not be kept'))
  }
}
