// What a person has imported: the last links, so that nobody fetches the same thing twice unawares.
import type { Model } from 'mongoose'
import type { ImportHistoryItem } from '../../../contract/imports.ts'
import { IMPORT_HISTORY_MAX } from '../../../contract/limits.ts'
import type { Connection } from '../../database/connection.ts'
import { changeItems, type ItemList, itemListSchema } from '../../database/item-lists.ts'
import type { ImportJob } from './records.ts'

/** One small document for each person. The `_id` is the person's id as text. The latest comes first. */
export type ImportHistoryDocument = ItemList<ImportHistoryItem>

export const importHistoryModel = (connection: Connection): Model<ImportHistoryDocument> =>
  connection.model<ImportHistoryDocument>('ImportHistory', itemListSchema<ImportHistoryItem>(), 'importHistory')

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
    const isNoted = await changeItems(this.#model, String(job.owner), (items) =>
      [item, ...items.filter((other) => other.link !== link)].slice(0, IMPORT_HISTORY_MAX),
    )
    if (!isNoted) throw new Error('the history of imports is being changed by others')
  }

  /** Forgets everything a person has imported. The files stay. */
  async clear(owner: number): Promise<void> {
    await this.#model.deleteOne({ _id: String(owner) })
  }
}
