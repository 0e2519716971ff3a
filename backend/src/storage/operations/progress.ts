// The progress of an operation, written to the database once a second at most.
import type { ErrorCode } from '../../../contract/errors.ts'
import type { OperationState } from '../../../contract/operations.ts'
import type { NewRecord, OperationRecords, ProgressDocument } from './records.ts'

const WRITE_EVERY_MS = 1_000

export type Amounts = Pick<ProgressDocument, 'itemsDone' | 'itemsTotal' | 'bytesDone' | 'bytesTotal'>

export class OperationProgress {
  readonly #records: OperationRecords
  readonly #id: string
  readonly #amounts: Amounts = { itemsDone: 0, itemsTotal: 0, bytesDone: 0, bytesTotal: 0 }
  #writtenAt = performance.now()
  #begun: Promise<void> = Promise.resolve()
  /** Short operations have no record. */
  #hasRecord = false
  /** Whether another owner has done a part of it. */
  #isTakenOver = false

  constructor(records: OperationRecords, id: string) {
    this.#records = records
    this.#id = id
  }

  /** Starts from what another owner wrote before this one took over. */
  static async takenOver(records: OperationRecords, id: string): Promise<OperationProgress> {
    const progress = new OperationProgress(records, id)
    const written = await records.get(id)
    if (written) {
      progress.expect(written.itemsTotal, written.bytesTotal)
      progress.reached(written.itemsDone, written.bytesDone)
    }
    progress.#hasRecord = written !== null
    progress.#isTakenOver = true
    return progress
  }

  /** Creates the record that the tray shows. */
  async begin(record: Omit<NewRecord, '_id'>): Promise<void> {
    await this.#records.begin({ _id: this.#id, ...record }, this.toRecord())
    this.#hasRecord = true
  }

  /** The same beside other work: `begun` waits for it. The record is for display only, so nothing fails without it. */
  beginBeside(record: Omit<NewRecord, '_id'>): void {
    this.#begun = this.begin(record).catch(() => undefined)
  }

  get begun(): Promise<void> {
    return this.#begun
  }

  async end(state: OperationState, error?: ErrorCode): Promise<void> {
    if (this.#hasRecord)
      await this.#records.end(this.#id, {
        ...(state === 'done' ? this.toRecord() : {}),
        ...(error && { error }),
        state,
      })
  }

  expect(items: number, bytes: number): void {
    this.#amounts.itemsTotal = items
    this.#amounts.bytesTotal = bytes
  }

  /** The bytes that were expected; null where another owner was told. */
  get expectedBytes(): number | null {
    return this.#isTakenOver ? null : this.#amounts.bytesTotal
  }

  /** Whether this owner alone has done all that was expected. */
  isAsExpected({ count, bytes }: { count: number; bytes: number }): boolean {
    return !this.#isTakenOver && this.#amounts.itemsTotal === count && this.#amounts.bytesTotal === bytes
  }

  /** At least this much is done, according to the storage. */
  reached(items: number, bytes: number): void {
    this.#amounts.itemsDone = Math.max(this.#amounts.itemsDone, items)
    this.#amounts.bytesDone = Math.max(this.#amounts.bytesDone, bytes)
    this.#write()
  }

  /** This much is left to do. */
  left(items: number, bytes: number): void {
    this.reached(this.#amounts.itemsTotal - items, this.#amounts.bytesTotal - bytes)
  }

  addItems(items = 1): void {
    this.#amounts.itemsDone += items
    this.#write()
  }

  addBytes(bytes: number): void {
    this.#amounts.bytesDone += bytes
    this.#write()
  }

  #write(): void {
    if (!this.#hasRecord || performance.now() - this.#writtenAt < WRITE_EVERY_MS) return
    this.#writtenAt = performance.now()
    // This is for display only: the journal and the storage are the truth.
    void this.#records.update(this.#id, this.toRecord()).catch(() => undefined)
  }

  /** Late files may add to what was expected: the total is never less than what is done. */
  toRecord(): Amounts {
    const { itemsDone, bytesDone } = this.#amounts
    return {
      itemsDone,
      itemsTotal: Math.max(this.#amounts.itemsTotal, itemsDone),
      bytesDone,
      bytesTotal: Math.max(this.#amounts.bytesTotal, bytesDone),
    }
  }
}
