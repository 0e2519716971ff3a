// Uploads without a declared length. No chunk is marked as the last one, so what was received becomes the file after
// each pause, or as soon as somebody reads the path or a folder above it. The storage asks here before it is read,
// which is free if no such upload is open.
import { setTimeout as wait } from 'node:timers/promises'
import { createCached } from '../../database/cached.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { isBelow, pathText, type Place } from '../../storage/paths.ts'
import type { Chunks } from './chunks.ts'
import { isOwnWork } from './own-work.ts'
import type { Records } from './records.ts'
import { isDeferred, isReceiving, NO_CHUNK, type UploadRecord } from './record.ts'

const NAME = 'uploads'
/** The file is made after this time without a chunk, and at most this often per upload. */
export const REST_MS = 3_000
/** How long a reader waits for somebody else who is making the file. */
const PATIENCE_MS = 5_000
const POLL_MS = 50
const PARALLEL = 8

export interface DeferredUploadsOptions {
  records: Records
  chunks: Pick<Chunks, 'makeWhole' | 'rest'>
  changeCounters: ChangeCounters
  log: Log
  now(): number
  newId(): string
}

export class DeferredUploads {
  readonly #options: DeferredUploadsOptions
  readonly #open
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #isStopped = false

  constructor(options: DeferredUploadsOptions) {
    const { changeCounters, records } = options
    this.#options = options
    this.#open = createCached({ changeCounters, name: NAME, load: () => records.open() })
  }

  /** Makes the files of uploads without length at or below a place. Free if none is open. */
  async settle(place: Place): Promise<void> {
    if (isOwnWork()) return
    const known = await this.#open.get()
    if (known.length === 0) return
    const asked = pathText(place)
    const ids = known.filter(({ at }) => at === asked || isBelow(at, asked)).map(({ _id }) => _id)
    if (ids.length === 0) return
    await mapParallel(await this.#options.records.unfinished(ids), PARALLEL, (record) => this.#look(record))
  }

  /** Makes the file of one upload after a pause. */
  rest(id: string): void {
    clearTimeout(this.#timers.get(id))
    const timer = setTimeout(() => {
      this.#timers.delete(id)
      this.#endPause(id).catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'an upload without length could not become its file')
      })
    }, REST_MS + POLL_MS)
    this.#timers.set(id, timer.unref())
  }

  /** Makes the file of one idle upload; false if somebody is working on it. */
  make(id: string): Promise<boolean> {
    return this.#makeQuietly(id, 'rest')
  }

  /** Announces an open upload to all replicas; resolves when they know. */
  opened(): Promise<void> {
    return this.#options.changeCounters.bump(NAME)
  }

  /** Announces that it is no longer open. */
  closed(): Promise<void> {
    return this.#options.changeCounters.announce(NAME)
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  async #make(id: string, why: 'look' | 'rest'): Promise<boolean> {
    const { records, chunks, now, newId } = this.#options
    const owner = newId()
    const record = await records.claim(id, owner)
    if (record === null) return false
    try {
      // Another replica may have received a chunk meanwhile; then the pause is over there.
      const isResting = why === 'rest' && record.whole !== NO_CHUNK && record.touched + REST_MS <= now()
      if (isDeferred(record) && isResting) await chunks.rest(record, owner)
      else if (isDeferred(record) && why === 'look' && record.whole === '') await chunks.makeWhole(record, owner)
    } finally {
      await records.release(id, owner)
    }
    return true
  }

  /** An error of somebody's upload goes to that person's next chunk, not to whoever reads the path. */
  async #makeQuietly(id: string, why: 'look' | 'rest'): Promise<boolean> {
    return this.#make(id, why).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      this.#options.log.info({ err: error }, 'an upload without length could not become its file')
      return true
    })
  }

  /**
   * Makes the file of an upload for a reader. Not while a chunk is arriving; then the former state is shown. Not within
   * three seconds of the last time either; then the reader waits, but not for the next chunk.
   */
  async #look(seen: UploadRecord): Promise<void> {
    const { records, now } = this.#options
    const end = performance.now() + PATIENCE_MS
    for (let record: UploadRecord | null = seen; record?.whole === '' && !isReceiving(record, now());) {
      const isDue = record.madeAt + REST_MS <= now()
      if (isDue && (await this.#makeQuietly(record._id, 'look'))) return
      if (performance.now() > end) return
      await wait(POLL_MS)
      record = await records.find(record._id)
    }
  }

  /** If somebody is working on the upload, the pause starts again. */
  async #endPause(id: string): Promise<void> {
    if ((await this.#makeQuietly(id, 'rest')) || this.#isStopped) return
    if ((await this.#options.records.find(id)) !== null) this.rest(id)
  }
}
