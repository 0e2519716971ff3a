// Uploads whose length nobody declared: nobody says which chunk is the last, so what has come becomes the file after each pause, or as
// soon as somebody asks for the path (api-contract 6).
import { createCached } from '../../database/cached.ts'
import type { Versions } from '../../database/versions.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { folderAround, pathText, type Place } from '../../storage/paths.ts'
import type { Chunks } from './chunks.ts'
import { placeOf } from './finishing.ts'
import type { Locks } from './locks.ts'
import type { Records } from './records.ts'
import { isDeferred, type UploadRecord } from './record.ts'

const NAME = 'uploads'
/** After this long without a chunk the file is made. */
export const REST_MS = 3_000
/** Who asks while a chunk is under way sees what there was before it. */
const WAIT_MS = 500

export interface Wholes {
  /** Makes the files at a place, or right in it, that uploads without length have come to. Free where there is none. */
  settle(place: Place): Promise<void>
  /** Makes the file of one upload after a pause. */
  rest(id: string): void
  /** Makes the file of one upload now, unless somebody is at work on it. */
  make(id: string): Promise<void>
  /** Tells all replicas that there is more, or no more, to make. */
  changed(): Promise<void>
  stop(): void
}

export interface WholesOptions { records: Records; locks: Locks; chunks: Pick<Chunks, 'makeWhole'>; versions: Versions; log: Log; newId(): string }

export function createWholes({ records, locks, chunks, versions, log, newId }: WholesOptions): Wholes {
  const waiting = createCached({ versions, name: NAME, load: () => records.deferred() })
  const timers = new Map<string, NodeJS.Timeout>()

  async function make(id: string): Promise<void> {
    const owner = newId()
    const record = await locks.claim(id, owner, WAIT_MS)
    if (record === null) return
    try {
      if (isDeferred(record) && record.whole === '') await chunks.makeWhole(record, owner)
    } finally {
      await records.release(id, owner)
    }
  }

  /** What one person's upload runs into is told to that person's next chunk, not to whoever asks for the path. */
  async function makeQuietly(id: string): Promise<void> {
    await make(id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      log.info({ err: error }, 'an upload without length could not become its file')
    })
  }

  const concerns = (record: UploadRecord, asked: string): boolean => {
    if (record.at === asked) return true
    const around = folderAround(placeOf(record))
    return around !== null && pathText(around) === asked
  }

  return {
    async settle(place) {
      const records = await waiting.get()
      if (records.length === 0) return
      const asked = pathText(place)
      await Promise.all(records.filter((record) => concerns(record, asked)).map(({ _id }) => makeQuietly(_id)))
    },
    rest(id) {
      clearTimeout(timers.get(id))
      timers.set(id, setTimeout(() => {
        timers.delete(id)
        makeQuietly(id).catch((error: unknown) => log.error({ err: error }, 'an upload without length could not become its file'))
      }, REST_MS).unref())
    },
    make: makeQuietly,
    changed: () => versions.bump(NAME),
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
