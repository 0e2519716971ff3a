// What this replica wrote in the last seconds, by name, for the others. It stands in the journal's own document. So one
// command writes it down, finds that nobody goes by a memory of the journal, and answers with the journal, which a
// writer looks at anyway after its write; and readers find it with the read that they do anyway. Who writes while a
// command is under way shares the next one.
import { createSharedCall } from '../../lib/shared-call.ts'
import type { JournalState } from '../journal-state.ts'

/** What the document says of one replica. */
export interface WrittenPlaces {
  /** Counts the commands, so that one that is carried out late changes nothing. */
  turn: number
  /** Counts all places so far: that of the last one here. */
  seq: number
  /** When it was written, in milliseconds since 1970. */
  at: number
  /** The last places (texts of `pathText`), a JSON list. */
  places: string
  /** The version that was written at each of them, a JSON list; '' where none is known. Older replicas leave it out. */
  versions?: string
}

/** Longer than replicas go without a look at the journal while nobody is there. */
const KEEP_MS = 10_000
const PLACES_MAX = 200
const LENGTH_MAX = 16 * 1024

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

export class AnnouncedWrites {
  readonly #options: AnnouncedWritesOptions
  #recent: { place: string; version: string; at: number }[] = []
  #seq = 0
  #turn = 0
  readonly #writeShared = createSharedCall(() => this.#write())

  constructor(options: AnnouncedWritesOptions) {
    this.#options = options
  }

  /**
   * Resolves when every later look at the journal finds a place (a text of `pathText`), and the version that was
   * written there, or ''. Answers the journal at that moment.
   */
  announce(place: string, version: string): Promise<JournalState> {
    this.#recent.push({ place, version, at: performance.now() })
    this.#seq += 1
    return this.#writeShared()
  }

  // What could not be written down goes with the next command. Where it was dropped before, readers miss its number.
  async #write(): Promise<JournalState> {
    const { now, put, endOthers } = this.#options
    for (;;) {
      this.#dropOld()
      this.#turn += 1
      const places = JSON.stringify(this.#recent.map(({ place }) => place))
      const versions = JSON.stringify(this.#recent.map(({ version }) => version))
      const journal = await put({ turn: this.#turn, seq: this.#seq, at: now(), places, versions })
      if (journal) return journal
      await endOthers()
    }
  }

  #dropOld(): void {
    const oldest = performance.now() - KEEP_MS
    let room = LENGTH_MAX
    const last = this.#recent.findLastIndex(({ place, at }) => at < oldest || (room -= place.length) < 0)
    this.#recent = this.#recent.slice(Math.max(last + 1, this.#recent.length - PLACES_MAX))
  }
}
