// What a person has imported: the last links, so that nobody fetches the same thing twice unawares.
import { Schema, type Model } from 'mongoose'
import type { ImportHistoryItem } from '../../../contract/imports.ts'
import { IMPORT_HISTORY_MAX } from '../../../contract/limits.ts'
import type { Connection } from '../../database/connection.ts'
import { isDuplicateKey } from '../../database/errors.ts'
import { sleep } from '../../lib/sleep.ts'
import type { ImportJob } from './records.ts'

/** One small document for each person. */
export interface ImportHistoryDocument {
  /** The person's id as text. */
  _id: string
  /** Increases with each change, so that two workers never overwrite each other. */
  revision: number
  /** The latest first. */
  items: ImportHistoryItem[]
}

const schema = new Schema<ImportHistoryDocument>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    items: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, minimize: false },
)

export const importHistoryModel = (connection: Connection): Model<ImportHistoryDocument> =>
  connection.model<ImportHistoryDocument>('ImportHistory', schema, 'importHistory')

/** How often a change is tried if others of the same person come first, and the longest pause between tries. */
const TRIES = 20
const PAUSE_MS = 50

export class ImportHistory {
  readonly #model: Model<ImportHistoryDocument>

  constructor(model: Model<ImportHistoryDocument>) {
    this.#model = model
  }

  /** The latest first. */
  async list(owner: number): Promise<ImportHistoryItem[]> {
    return (await this.#model.findById(String(owner)).lean())?.items ?? []
  }

  /** Notes an import that is done. A link that was imported before is noted with its last time only. */
  async note(job: ImportJob): Promise<void> {
    const link = job.input.shownSource
    const item: ImportHistoryItem = {
      kind: job.kind,
      link,
      name: job.progress?.title ?? job.input.name,
      result: job.progress?.result ?? null,
      ended: new Date(job.ended ?? Date.now()).toISOString(),
    }
    await this.#change(job.owner, (items) =>
      [item, ...items.filter((other) => other.link !== link)].slice(0, IMPORT_HISTORY_MAX),
    )
  }

  /** Forgets everything a person has imported. The files stay. */
  async clear(owner: number): Promise<void> {
    await this.#model.deleteOne({ _id: String(owner) })
  }

  async #change(owner: number, change: (items: ImportHistoryItem[]) => ImportHistoryItem[]): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (await this.#tryToChange(String(owner), change)) return
      await sleep(Math.random() * PAUSE_MS)
    }
    throw new Error('the history of imports is being changed by others')
  }

  /** Returns false if somebody else has changed it in the meantime. */
  async #tryToChange(_id: string, change: (items: ImportHistoryItem[]) => ImportHistoryItem[]): Promise<boolean> {
    const before = await this.#model.findById(_id).lean()
    const items = change(before?.items ?? [])
    if (before !== null) {
      const { revision } = before
      const { matchedCount } = await this.#model.updateOne({ _id, revision }, { items, revision: revision + 1 })
      return matchedCount === 1
    }
    try {
      await this.#model.create({ _id, revision: 1, items })
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }
}
