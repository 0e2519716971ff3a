// Changes of notes of the trash. They happen in the database alone: only there do they exclude each other.
import type { mongo } from 'mongoose'
import { isDuplicateKey } from '../../database/errors.ts'
import type { StorageCore } from '../core.ts'
import { type NoteDocument, unchanged } from './note-keys.ts'
import type { SpilledNotes } from './spilled-notes.ts'

/** Which note, and how it has to be. */
type Filter = { _id: string } & mongo.Filter<NoteDocument>

export class NoteChanges {
  readonly #core: Pick<StorageCore, 'database'>
  readonly #spilled: SpilledNotes
  readonly #onBroughtBack: (note: NoteDocument) => void

  constructor(core: Pick<StorageCore, 'database'>, spilled: SpilledNotes, onBroughtBack: (note: NoteDocument) => void) {
    this.#core = core
    this.#spilled = spilled
    this.#onBroughtBack = onBroughtBack
  }

  get #notes() {
    return this.#core.database.collection<NoteDocument>('trash')
  }

  /**
   * Changes a note if it is as the filter says. One that has left the database is brought back first. False where it is
   * otherwise, or gone.
   */
  async change(filter: Filter, change: mongo.UpdateFilter<NoteDocument>): Promise<boolean> {
    while ((await this.#notes.updateOne(filter, change)).matchedCount === 0) {
      if (await this.#notes.findOne({ _id: filter._id })) return false
      if (!(await this.#bringBack(filter._id))) return false
    }
    return true
  }

  /** Copies a note into the database, from where it is moved again. False where it is gone. */
  async #bringBack(id: string): Promise<boolean> {
    const spilled = await this.#spilled.note(id)
    if (!spilled) return false
    try {
      await this.#notes.insertOne(spilled)
    } catch (error) {
      if (isDuplicateKey(error)) return true
      throw error
    }
    const now = await this.#spilled.note(id)
    if (JSON.stringify(now) === JSON.stringify(spilled)) {
      this.#onBroughtBack(spilled)
      return true
    }
    // It was here meanwhile, and was changed and moved again, or has ended.
    await this.#notes.deleteOne(unchanged(spilled))
    return now !== null
  }
}
