// How much a growing note has in it, and whether writes are under way that only it tells of: both are written down now
// and then, not with each file.
import type { StorageCore } from './core.ts'
import type { GrowingNote } from './growing-note.ts'
import type { DoubtfulNotes } from './operations/doubtful-notes.ts'
import type { Manifests, Size } from './operations/manifests.ts'
import type { NoteDocument } from './operations/note-keys.ts'
import type { NoteStore } from './operations/note-store.ts'
import { recount, removeEmpty } from './operations/notes.ts'
import { tallyOf } from './operations/tally.ts'

/**
 * Count and bytes of a growing note are written down this often; of a long one less often, by its files: whoever counts
 * it must be done in between.
 */
const SUM_EVERY_MS = 1_000
const SUM_EVERY_MOST_MS = 60_000
/** What the database did not take is written down again after this. */
const AGAIN_MS = 5_000

/** A write whose note is there. One of the two is called when the write is over. */
export interface NotedWrite {
  /** It has happened, or its note was taken back. */
  end(): void
  /** Nobody knows whether it has happened. Resolves when that is written down, or could not be. */
  leave(): Promise<void>
}

export interface NoteSumsOptions {
  core: Pick<StorageCore, 'now' | 'newId' | 'log'>
  notes: NoteStore
  manifests: Manifests
  doubts: DoubtfulNotes
}

export class NoteSums {
  readonly #options: NoteSumsOptions
  readonly #summing = new Map<GrowingNote, NodeJS.Timeout>()
  #isStopping = false

  constructor(options: NoteSumsOptions) {
    this.#options = options
  }

  /** One write of those that a note has open. */
  write(group: GrowingNote): NotedWrite {
    return {
      end: () => this.close(group, 1),
      leave: async () => {
        group.isDoubtful = true
        this.close(group, 1)
        // Who asks next may be about to note the same version.
        if (group.open === 0) await this.sum(group)
      },
    }
  }

  /** Ends some of the writes that are open. */
  close(group: GrowingNote, writes: number): void {
    group.open -= writes
    if (group.open === 0) this.sumSoon(group)
  }

  /** Writes down before long how much a note has in it. */
  sumSoon(group: GrowingNote, ms = Math.min(Math.max(SUM_EVERY_MS, group.keys.size), SUM_EVERY_MOST_MS)): void {
    if (!this.#summing.has(group)) this.#summing.set(group, setTimeout(() => void this.sum(group), ms).unref())
  }

  /** Makes the database remember that writes are under way of which only their note tells. */
  async remember(group: GrowingNote): Promise<void> {
    await group.telling
    group.owner ??= await this.#options.doubts.begin(group.note._id, group.note.bucket)
  }

  async #tellOver(group: GrowingNote): Promise<void> {
    await group.telling
    const { owner } = group
    if (group.open > 0 || owner === null) return
    group.owner = null
    group.telling = (
      group.isDoubtful ? this.#options.doubts.leave(group.note._id) : this.#options.doubts.end(group.note._id)
    ).catch((error: unknown) => {
      this.#options.core.log.debug({ err: error, note: group.note._id }, 'that a write is over could not be told')
      group.owner = owner
      if (!this.#isStopping) this.sumSoon(group, AGAIN_MS)
    })
    await group.telling
  }

  /** Writes down now what a note has in it, and that its writes are over where they are. */
  async sum(group: GrowingNote): Promise<void> {
    clearTimeout(this.#summing.get(group))
    this.#summing.delete(group)
    const { note, count, bytes } = group
    group.count = 0
    group.bytes = 0
    try {
      if (count > 0 || group.recounts === null) await this.#add(group, { count, bytes })
    } catch (error) {
      // Nobody knows whether they were added: the next time the note is counted.
      group.recounts = null
      if (!this.#isStopping) this.sumSoon(group, AGAIN_MS)
      this.#options.core.log.warn({ err: error, note: note._id }, 'how much was replaced could not be written down')
    }
    await this.#tellOver(group)
  }

  async #add(group: GrowingNote, more: Size): Promise<void> {
    const { note, recounts } = group
    if (recounts !== null && (await this.#options.notes.add(note._id, more, recounts))) return
    // Somebody has counted the note, perhaps with what its sums lack. What is put meanwhile may be counted, too.
    const { begun } = group
    const isQuiet = group.ended === begun
    const counted = (await recount(this.#options, note._id)) ?? (await this.#makeAnew(note))
    group.recounts = isQuiet && group.begun === begun ? counted : null
  }

  /** What the note had was restored or ended meanwhile. It comes back with what was added since. */
  async #makeAnew(note: NoteDocument): Promise<number | null> {
    const { notes, manifests } = this.#options
    const since = await manifests.read(note._id, { mayBeEmpty: true })
    if (since.length === 0) return null
    await notes.insertIfAbsent({ ...note, ...tallyOf(note.kind, since) })
    // The rest may have been taken out since the manifests were read.
    await removeEmpty(this.#options, note._id)
    return recount(this.#options, note._id)
  }

  /** Writes down what is not yet. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#summing.keys()].map((group) => this.sum(group)))
  }
}
