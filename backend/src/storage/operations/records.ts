// Records of operations in the database, beside the journal: their progress, for the tray.
import type { Connection } from 'mongoose'
import type { OperationRecord, OperationState } from '../../../contract/operations.ts'
import type { UnfinishedParts, UploadName } from '../at-work.ts'
import type { StorageCore } from '../core.ts'
import type { JournalState } from '../journal-state.ts'
import { mayTurnBack } from '../settling.ts'
import type { Author } from '../types.ts'
import type { Amounts } from './progress.ts'

/** A record as it is stored: times in milliseconds, `endedAt` 0 while it runs. */
export interface ProgressDocument extends Omit<OperationRecord, 'id' | 'created' | 'canCancel' | 'left'> {
  _id: string
  userId: number
  username: string
  action: string
  created: number
  endedAt: number
  /** Of a restore: how many items could not be restored. */
  left?: number
  /**
   * For work outside the journal, which consists of single writes: when its replica last reported, and whether it is to
   * be cancelled.
   */
  aliveAt?: number
  isCalledOff?: boolean
  /**
   * Multipart copies that were begun and not completed. Whoever continues, undoes or cleans up aborts them.
   */
  multiparts?: UploadName[]
}

export type NewRecord = Pick<ProgressDocument, '_id' | 'kind' | 'source' | 'destination' | 'isDir'> & { by: Author }
const KEEP_ENDED_MS = 10 * 60_000
/** A younger record may belong to an operation that is not in the journal yet. */
const LOST_AFTER_MS = 60_000

/** A record as it is told. Read the journal after it. */
export function recordIn(journal: JournalState, document: ProgressDocument): OperationRecord {
  const record = recordOf({ ...document, state: stateIn(journal, document) })
  const op = journal.ops.find(({ id }) => id === record.id)
  const isTurnedBack = op?.state === 'aliased' && !op.cancel && mayTurnBack(journal, op)
  return isTurnedBack ? { ...record, canCancel: true } : record
}

/** A finished operation has done everything, even if its last numbers are not written yet. */
function recordOf(document: ProgressDocument): OperationRecord {
  const { kind, source, destination, state, itemsTotal, bytesTotal } = document
  const isDone = state === 'done'
  return {
    id: document._id,
    kind,
    source,
    destination,
    isDir: document.isDir ?? false,
    state,
    itemsDone: isDone ? itemsTotal : document.itemsDone,
    itemsTotal,
    bytesDone: isDone ? bytesTotal : document.bytesDone,
    bytesTotal,
    canCancel: state === 'copying' || state === 'running',
    error: document.error ?? null,
    left: document.left ?? 0,
    created: new Date(document.created).toISOString(),
  }
}

/**
 * The state of an operation: from the journal while it is pending, or if its owner died before it could write the
 * outcome.
 */
function stateIn(journal: JournalState, { _id, state, endedAt, aliveAt }: ProgressDocument): OperationState {
  if (endedAt !== 0 || aliveAt !== undefined) return state
  const pending = journal.ops.find(({ id }) => id === _id)
  // It is in its place, and work goes on: whether bytes are still copied is told by the numbers.
  if (pending?.state === 'aliased') return 'removing'
  if (pending) return pending.state === 'shown' ? 'running' : pending.state
  const how = journal.closed.findLast(({ id }) => id === _id)?.how
  if (how === 'stopped') return how
  return how === 'undoing' ? 'undone' : how === 'refused' ? 'failed' : 'done'
}

export class OperationRecords {
  readonly #database: Connection
  readonly #now: () => number

  constructor(core: Pick<StorageCore, 'database' | 'now'>) {
    this.#database = core.database
    this.#now = core.now
  }

  get #progress() {
    return this.#database.collection<ProgressDocument>('operations')
  }

  async begin({ by, ...document }: NewRecord, amounts: Amounts): Promise<void> {
    await this.#progress.insertOne({
      ...document,
      userId: by.userId,
      username: by.username,
      action: by.action ?? '',
      ...amounts,
      state: 'new',
      error: null,
      created: this.#now(),
      endedAt: 0,
    })
  }

  async update(id: string, change: Partial<ProgressDocument>): Promise<void> {
    await this.#progress.updateOne({ _id: id }, { $set: change })
  }

  /** Creates the record of work outside the journal. */
  async beginOutside(record: NewRecord, amounts: Amounts): Promise<void> {
    await this.begin(record, amounts)
    await this.update(record._id, { state: 'running', aliveAt: this.#now() })
  }

  /** Reports that such work goes on. Returns whether it is to be cancelled. */
  async keepAlive(id: string, amounts: Amounts): Promise<boolean> {
    const found = await this.#progress.findOneAndUpdate({ _id: id }, { $set: { ...amounts, aliveAt: this.#now() } })
    return found?.isCalledOff === true
  }

  /** Cancels such work; false if it has ended. */
  async callOff(id: string): Promise<boolean> {
    const { matchedCount } = await this.#progress.updateOne({ _id: id, endedAt: 0 }, { $set: { isCalledOff: true } })
    return matchedCount === 1
  }

  async end(id: string, change: Partial<ProgressDocument> & { state: OperationState }): Promise<void> {
    await this.update(id, { ...change, endedAt: this.#now() })
  }

  async get(id: string): Promise<ProgressDocument | null> {
    return this.#progress.findOne({ _id: id })
  }

  async ofUser(userId: number): Promise<ProgressDocument[]> {
    return this.#progress.find({ userId }).sort({ created: -1 }).toArray()
  }

  /** Running operations, and those that ended since a time. */
  async since(time: number): Promise<ProgressDocument[]> {
    return this.#progress.find({ $or: [{ endedAt: 0 }, { endedAt: { $gt: time } }] }).toArray()
  }

  /** Where the copies of an operation write which multipart uploads they have begun. */
  unfinishedOf(id: string): UnfinishedParts {
    return {
      begun: async (upload) => {
        await this.#progress.updateOne({ _id: id }, { $push: { multiparts: upload } })
      },
      ended: async (upload) => {
        await this.#progress.updateOne({ _id: id }, { $pull: { multiparts: { uploadId: upload.uploadId } } })
      },
    }
  }

  /** All multipart uploads that were begun and not completed, with the ids of their operations. */
  async unfinished(): Promise<{ id: string; upload: UploadName }[]> {
    const documents = await this.#progress.find({ multiparts: { $exists: true } }).toArray()
    return documents.flatMap(({ _id, multiparts = [] }) => multiparts.map((upload) => ({ id: _id, upload })))
  }

  /**
   * Ends the records of operations whose owner died after the close and before this. `journal` must have just been
   * read.
   */
  async closeLost(journal: JournalState): Promise<void> {
    const open = await this.#progress.find({ endedAt: 0, created: { $lt: this.#now() - LOST_AFTER_MS } }).toArray()
    for (const document of open) {
      const { aliveAt } = document
      if (aliveAt !== undefined) {
        // The files that it has written stay, because each of them is whole.
        if (aliveAt < this.#now() - LOST_AFTER_MS)
          await this.end(document._id, { state: 'failed', error: 'interrupted' })
      } else if (!journal.ops.some(({ id }) => id === document._id))
        await this.end(document._id, { state: stateIn(journal, document) })
    }
  }

  /** Removes records that ended some minutes ago, except those with multipart uploads that are still to be aborted. */
  async removeEnded(): Promise<void> {
    const ended = await this.#progress.find({ endedAt: { $gt: 0, $lt: this.#now() - KEEP_ENDED_MS } }).toArray()
    const over = ended.filter(({ multiparts = [] }) => multiparts.length === 0).map(({ _id }) => _id)
    if (over.length > 0) await this.#progress.deleteMany({ _id: { $in: over } })
  }
}
