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

export interface DeferredUploads {
  /** Makes the files of uploads without length at or below a place. Free if none is open. */
  settle(place: Place): Promise<void>
  /** Makes the file of one upload after a pause. */
  rest(id: string): void
  /** Makes the file of one idle upload; false if somebody is working on it. */
  make(id: string): Promise<boolean>
  /** Announces an open upload to all replicas; resolves when they know. */
  opened(): Promise<void>
  /** Announces that it is no longer open. */
  closed(): Promise<void>
  stop(): void
}

export interface DeferredUploadsOptions {
  records: Records
  chunks: Pick<Chunks, 'makeWhole' | 'rest'>
  changeCounters: ChangeCounters
  log: Log
  now(): number
  newId(): string
}

export function createDeferredUploads({
  records,
  chunks,
  changeCounters,
  log,
  now,
  newId,
}: DeferredUploadsOptions): DeferredUploads {
  const open = createCached({ changeCounters, name: NAME, load: () => records.open() })
  const timers = new Map<string, NodeJS.Timeout>()
  let isStopped = false

  async function make(id: string, why: 'look' | 'rest'): Promise<boolean> {
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
  async function makeQuietly(...of: Parameters<typeof make>): Promise<boolean> {
    return make(...of).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      log.info({ err: error }, 'an upload without length could not become its file')
      return true
    })
  }

  /**
   * Makes the file of an upload for a reader. Not while a chunk is arriving; then the former state is shown. Not within
   * three seconds of the last time either; then the reader waits, but not for the next chunk.
   */
  async function look(seen: UploadRecord): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    for (let record: UploadRecord | null = seen; record?.whole === '' && !isReceiving(record, now());) {
      const isDue = record.madeAt + REST_MS <= now()
      if (isDue && (await makeQuietly(record._id, 'look'))) return
      if (performance.now() > end) return
      await wait(POLL_MS)
      record = await records.find(record._id)
    }
  }

  function rest(id: string): void {
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => {
        timers.delete(id)
        endPause(id).catch((error: unknown) => {
          log.error({ err: error }, 'an upload without length could not become its file')
        })
      }, REST_MS + POLL_MS).unref(),
    )
  }

  /** If somebody is working on the upload, the pause starts again. */
  async function endPause(id: string): Promise<void> {
    if (!(await makeQuietly(id, 'rest')) && !isStopped && (await records.find(id)) !== null) rest(id)
  }

  return {
    async settle(place) {
      if (isOwnWork()) return
      const known = await open.get()
      if (known.length === 0) return
      const asked = pathText(place)
      const ids = known.filter(({ at }) => at === asked || isBelow(at, asked)).map(({ _id }) => _id)
      if (ids.length > 0) await mapParallel(await records.unfinished(ids), PARALLEL, look)
    },
    rest,
    make: (id) => makeQuietly(id, 'rest'),
    opened: () => changeCounters.bump(NAME),
    closed: () => changeCounters.announce(NAME),
    stop() {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
