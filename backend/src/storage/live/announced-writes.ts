// What this replica wrote in the last seconds, by name, for the others. It stands in the journal's own document. So one
// command writes it down, finds that nobody goes by a memory of the journal, and answers with the journal, which a
// writer looks at anyway after its write; and readers find it with the read that they do anyway. Who writes while a
// command is under way shares the next one.
import { createSharedCall } from '../../lib/shared-call.ts'
import { sleep } from '../../lib/sleep.ts'
import type { JournalState } from '../journal-state.ts'

/** What the document says of one replica. */
export interface WrittenPlaces {
  /** Counts the commands, so that one that is carried out late changes nothing. */
  turn: number
  /** Counts all places so far: that of the last one here. */
  seq: number
  /** When it was written, in milliseconds since 1970. */
  at: number
  /** The last places (texts of `pathText`), or folders with many of them, a JSON list in the order of `seqs`. */
  places: string
  /** The version that was written at each of them, a JSON list; '' where none is known. Older replicas leave it out. */
  versions?: string
  /** The count of the last write that each stands for, a JSON list. Left out where each stands for one write. */
  seqs?: string
  /** With `seqs`: the count of the last write that is not named any more. */
  dropped?: number
}

/** Longer than replicas go without a look at the journal while nobody is there. */
const KEEP_MS = 10_000
const WRITES_MAX = 500
const PLACES_MAX = 200
const LENGTH_MAX = 16 * 1024
/** With more writes than this in one folder, the folder is named: readers would ask S3 for all of it anyway. */
const IN_FOLDER_MAX = 32
/** Replicas that serve people look twice in that time. Only idle ones hear of older writes, so a folder will do. */
const FRESH_MS = 1_000
/**
 * While this many writes come within so long, a command waits for others to share it, as commits do in PostgreSQL
 * (`commit_siblings`, `commit_delay`): on two cores the database is what many writes at once wait for.
 */
const MANY = 3
const MANY_WITHIN_MS = 15
const GATHER_MS = 2

export interface AnnouncedWritesOptions {
  /** Milliseconds since 1970. */
  now: () => number
  /**
   * Writes it down, and answers the journal; null where something newer stands there, or where others may still go by
   * their memory.
   */
  put: (written: WrittenPlaces) => Promise<JournalState | null>
  /** Resolves when no other replica goes by its memory of the journal. */
  endOthers: () => Promise<void>
}

interface RecentWrite {
  seq: number
  place: string
  version: string
  /** By `performance.now`. */
  at: number
}

export class AnnouncedWrites {
  readonly #options: AnnouncedWritesOptions
  #recent: RecentWrite[] = []
  #seq = 0
  #turn = 0
  readonly #writeShared = createSharedCall(
    () => this.#write(),
    () => this.#gather(),
  )

  constructor(options: AnnouncedWritesOptions) {
    this.#options = options
  }

  /**
   * Resolves when every later look at the journal finds a place (a text of `pathText`), and the version that was
   * written there, or ''. Answers the journal at that moment.
   */
  announce(place: string, version: string): Promise<JournalState> {
    this.#seq += 1
    this.#recent.push({ seq: this.#seq, place, version, at: performance.now() })
    return this.#writeShared()
  }

  #gather(): Promise<void> | null {
    const before = this.#recent.at(-MANY)
    return before && performance.now() - before.at < MANY_WITHIN_MS ? sleep(GATHER_MS) : null
  }

  // What could not be written down goes with the next command. Where it was dropped before, readers miss its number.
  async #write(): Promise<JournalState> {
    const { now, put, endOthers } = this.#options
    for (;;) {
      this.#dropOld()
      this.#turn += 1
      const journal = await put({ turn: this.#turn, seq: this.#seq, at: now(), ...this.#named() })
      if (journal) return journal
      await endOthers()
    }
  }

  #dropOld(): void {
    const oldest = performance.now() - KEEP_MS
    const last = this.#recent.findLastIndex(({ at }) => at < oldest)
    this.#recent = this.#recent.slice(Math.max(last + 1, this.#recent.length - WRITES_MAX))
  }

  #named(): Pick<WrittenPlaces, 'places' | 'versions' | 'seqs' | 'dropped'> {
    const all = withFolders(this.#recent)
    let room = LENGTH_MAX
    const last = all.findLastIndex(({ place }) => (room -= place.length) < 0)
    const kept = all.slice(Math.max(last + 1, all.length - PLACES_MAX))
    const listed = (field: 'place' | 'version' | 'seq') => JSON.stringify(kept.map((one) => one[field]))
    const dropped = all[all.length - kept.length - 1]?.seq ?? this.#seq - this.#recent.length
    const named = { places: listed('place'), versions: listed('version') }
    return all.length === this.#recent.length ? named : { ...named, seqs: listed('seq'), dropped }
  }
}

/** Writes in their order; for many of one folder and about the same time, the folder stands where the last one was. */
function withFolders(writes: readonly RecentWrite[]): RecentWrite[] {
  const fresh = performance.now() - FRESH_MS
  const groups = Map.groupBy(writes, ({ place, at }) => `${at < fresh ? 'old' : 'fresh'} ${folderOf(place)}`)
  const named = [...groups.values()].flatMap((group) => {
    const last = group.at(-1)
    const folder = folderOf(last?.place ?? '')
    const isOne = last && group.length > IN_FOLDER_MAX && folder.includes('/')
    return isOne ? { ...last, place: folder, version: '' } : group
  })
  return named.toSorted((one, other) => one.seq - other.seq)
}

// In doubt at the root of a bucket would be all of it, so folders are named below it only.
const folderOf = (place: string): string => place.slice(0, place.lastIndexOf('/'))
