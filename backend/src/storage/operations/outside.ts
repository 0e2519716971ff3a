// Long work that consists of single writes, such as an extraction. Each of its files is written whole or not at all, so
// it is not in the journal. It has a record, which the tray shows, and can be cancelled. It ends when its replica
// stops.
import { AppError } from '../../lib/app-error.ts'
import type { StorageCore } from '../core.ts'
import type { Author, RunningOperation } from '../types.ts'
import type { Amounts } from './progress.ts'
import type { NewRecord, OperationRecords } from './records.ts'

/** The progress of the work while it runs. */
export interface OutsideProgress {
  add(done: { items?: number; bytes?: number }): void
}

export interface OutsideWork {
  kind: 'extract' | 'compress'
  by: Author
  /** The paths as the person sees them, for the tray. */
  shown: { source: string; destination: string }
  isDir: boolean
  /** `bytes`: 0 if unknown. */
  total: { items: number; bytes: number }
  /** Returns how many items were left out. The signal aborts when the work is cancelled, or when its replica stops. */
  run(progress: OutsideProgress, signal: AbortSignal): Promise<number>
  /** Undoes the work after it was cancelled or has failed. */
  takeBack(error: unknown): Promise<void>
}

const BEAT_MS = 1_000

export class OutsideWorks {
  readonly #core: Pick<StorageCore, 'newId' | 'log'>
  readonly #records: OperationRecords
  readonly #running = new Map<AbortController, Promise<void>>()

  constructor(core: Pick<StorageCore, 'newId' | 'log'>, records: OperationRecords) {
    this.#core = core
    this.#records = records
  }

  /** Begins the work, with a record of its own. */
  async begin(work: OutsideWork): Promise<RunningOperation> {
    const id = this.#core.newId()
    const { kind, by, isDir, shown, total } = work
    const record: NewRecord = { _id: id, kind, by, isDir, ...shown }
    const amounts: Amounts = { itemsDone: 0, itemsTotal: total.items, bytesDone: 0, bytesTotal: total.bytes }
    await this.#records.beginOutside(record, amounts)
    const control = new AbortController()
    const committed = this.#carryOut(work, { id, amounts, control })
    this.#running.set(
      control,
      committed.catch(() => undefined).finally(() => this.#running.delete(control)),
    )
    return { id, committed }
  }

  /** Stops all work of this replica. */
  async stop(): Promise<void> {
    const isOver = new AppError('unavailable', 'the server is being stopped')
    for (const control of this.#running.keys()) control.abort(isOver)
    await Promise.all(this.#running.values())
  }

  async #carryOut(
    work: OutsideWork,
    { id, amounts, control }: { id: string; amounts: Amounts; control: AbortController },
  ): Promise<void> {
    const beat = setInterval(() => void this.#beat(id, amounts, control), BEAT_MS)
    const add = ({ items = 0, bytes = 0 }: { items?: number; bytes?: number }) => {
      amounts.itemsDone += items
      amounts.bytesDone += bytes
    }
    try {
      const left = await work.run({ add }, control.signal)
      await this.#records.end(id, { ...amounts, state: 'done', left })
    } catch (error) {
      const cause: unknown = control.signal.aborted ? control.signal.reason : error
      await work
        .takeBack(cause)
        .catch((failure: unknown) => this.#core.log.warn({ operation: id, err: failure }, 'work was not taken back'))
      const code = cause instanceof AppError ? cause.code : 'internal'
      await this.#records.end(id, code === 'stopped' ? { state: 'undone' } : { state: 'failed', error: code })
      throw cause
    } finally {
      clearInterval(beat)
    }
  }

  async #beat(id: string, amounts: Amounts, control: AbortController): Promise<void> {
    try {
      if (await this.#records.keepAlive(id, amounts)) control.abort(new AppError('stopped', 'it was cancelled'))
    } catch (error) {
      // The next report contains the same.
      this.#core.log.debug({ operation: id, err: error }, 'the progress of work could not be written')
    }
  }
}
