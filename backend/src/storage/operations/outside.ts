// Work that takes long and consists of single writes, such as an extraction: each of its files is whole or not there,
// so the journal need not know it. It has a record for the tray, and can be called off. It ends with its replica.
import { AppError } from '../../lib/app-error.ts'
import type { StorageCore } from '../core.ts'
import type { Author, RunningOperation } from '../types.ts'
import type { Amounts } from './progress.ts'
import type { NewRecord, OperationRecords } from './records.ts'

/** What is told of the work while it runs. */
export interface OutsideProgress {
  add(done: { items?: number; bytes?: number }): void
}

export interface OutsideWork {
  kind: 'extract' | 'compress'
  by: Author
  /** Paths as the person sees them, for the tray. */
  shown: { source: string; destination: string }
  isDir: boolean
  /** `bytes`: 0 if nobody knows. */
  total: { items: number; bytes: number }
  /** Answers how many things it had to leave out. The signal aborts when it is called off, or its replica stops. */
  run(progress: OutsideProgress, signal: AbortSignal): Promise<number>
  /** Takes back what it has made, when it was called off or has failed. */
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

  /** Begins the work, under a record of its own. */
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

  /** Ends all that runs here. */
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
      // The next one says the same.
      this.#core.log.debug({ operation: id, err: error }, 'the progress of work could not be written')
    }
  }
}
