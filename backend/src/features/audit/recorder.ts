// Writes the audit. Entries wait for a few seconds and then go into the object of their hour, which is rewritten as it
// grows, because S3 cannot append.
import type { AuditEntry } from '../../../contract/audit.ts'
import type { Log } from '../../lib/log.ts'
import type { Scratch } from '../../storage/types.ts'
import { auditEntryId, hourOf, partKey, toLine } from './objects.ts'

/** What a crash may lose. */
const WRITE_AFTER_MS = 2_000
/** The maximum size of an object, because it is held in memory and rewritten as a whole. */
const PART_MAX_BYTES = 256 * 1024
/** Entries that may wait while the storage is away: some megabytes. */
const WAITING_MAX = 10_000

/** An entry without the fields that the recorder adds. */
export type NewEntry = Omit<AuditEntry, 'id' | 'time' | 'count'> & { count?: number | undefined }

export interface Recorder {
  /**
   * Takes an entry. Returns at once and never fails. With `isCounted`, similar entries that are not written yet are
   * merged into one.
   */
  take(entry: NewEntry, isCounted: boolean): void
  /** Writes everything that waits. @throws what the storage throws */
  flush(): Promise<void>
  /** The same for the last time. What cannot be written goes to the log. */
  stop(): Promise<void>
}

export interface RecorderOptions {
  scratch: Pick<Scratch, 'put'>
  /** Distinguishes this process's objects from those of others: letters and digits. */
  writer: string
  log: Pick<Log, 'warn' | 'error'>
  now(): number
  writeAfterMs?: number
  waitingMax?: number
}

interface Part {
  hour: string
  number: number
  text: string
}

export class AuditRecorder implements Recorder {
  readonly #options: Required<RecorderOptions>
  readonly #waiting: AuditEntry[] = []
  /** The waiting entries that can still be merged with others. */
  readonly #alike = new Map<string, AuditEntry>()
  #part: Part = { hour: '', number: -1, text: '' }
  #last = 0
  #count = 0
  #lost = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: RecorderOptions) {
    this.#options = { writeAfterMs: WRITE_AFTER_MS, waitingMax: WAITING_MAX, ...options }
  }

  take(entry: NewEntry, isCounted: boolean): void {
    const likeness = isCounted ? JSON.stringify(entry) : ''
    const same = this.#alike.get(likeness)
    if (isCounted && same) {
      same.count = (same.count ?? 1) + 1
      return
    }
    if (this.#waiting.length >= this.#options.waitingMax) {
      this.#lost += 1
      return
    }
    const whole = this.#wholeOf(entry)
    this.#waiting.push(whole)
    if (isCounted) this.#alike.set(likeness, whole)
    this.#schedule()
  }

  #wholeOf(entry: NewEntry): AuditEntry {
    const { writer, now } = this.#options
    // If the clock is set back, entries must not sort before those already written.
    this.#last = Math.max(this.#last, now())
    const id = auditEntryId(this.#last, writer, this.#count)
    this.#count += 1
    return { id, time: new Date(this.#last).toISOString(), ...entry }
  }

  #schedule(): void {
    const { log, writeAfterMs } = this.#options
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.flush().catch((error: unknown) => {
        log.warn({ err: error, waiting: this.#waiting.length }, 'the audit could not be written; it is tried again')
        this.#schedule()
      })
    }, writeAfterMs).unref()
  }

  flush(): Promise<void> {
    const next = this.#writing.then(() => this.#write())
    this.#writing = next.catch(() => undefined)
    return next
  }

  async #write(): Promise<void> {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) await this.#writeSome(first)
    if (this.#lost === 0) return
    this.#options.log.error(
      { lost: this.#lost },
      'entries of the audit are lost: more came than could wait for the storage',
    )
    this.#lost = 0
  }

  /** Writes one object with as many of the entries as fit. */
  async #writeSome(first: AuditEntry): Promise<void> {
    const hour = hourOf(Date.parse(first.time))
    const part = this.#part
    const isFull = part.text.length + toLine(first).length > PART_MAX_BYTES
    const next: Part = hour === part.hour && !isFull ? { ...part } : { hour, number: part.number + 1, text: '' }
    let written = 0
    for (const entry of this.#waiting) {
      const line = toLine(entry)
      if (hourOf(Date.parse(entry.time)) !== hour || (written > 0 && next.text.length + line.length > PART_MAX_BYTES))
        break
      next.text += line
      written += 1
    }
    // Entries that are being written are not counted further.
    this.#alike.clear()
    const { scratch, writer } = this.#options
    await scratch.put(partKey(hour, writer, next.number), Buffer.from(next.text))
    this.#part = next
    this.#waiting.splice(0, written)
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.flush().catch((error: unknown) =>
      this.#options.log.error(
        { err: error, lost: this.#waiting.length + this.#lost },
        'the last entries of the audit could not be written',
      ),
    )
    clearTimeout(this.#timer)
  }
}
