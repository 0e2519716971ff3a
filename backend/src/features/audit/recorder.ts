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

export function createRecorder({
  scratch,
  writer,
  log,
  now,
  writeAfterMs = WRITE_AFTER_MS,
  waitingMax = WAITING_MAX,
}: RecorderOptions): Recorder {
  const waiting: AuditEntry[] = []
  /** The waiting entries that can still be merged with others. */
  const alike = new Map<string, AuditEntry>()
  let part: Part = { hour: '', number: -1, text: '' }
  let [last, count, lost] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      flush().catch((error: unknown) => {
        log.warn({ err: error, waiting: waiting.length }, 'the audit could not be written; it is tried again')
        schedule()
      })
    }, writeAfterMs).unref()
  }

  function take(entry: NewEntry, isCounted: boolean): void {
    const likeness = isCounted ? JSON.stringify(entry) : ''
    const same = alike.get(likeness)
    if (isCounted && same) {
      same.count = (same.count ?? 1) + 1
      return
    }
    if (waiting.length >= waitingMax) {
      lost += 1
      return
    }
    // If the clock is set back, entries must not sort before those already written.
    last = Math.max(last, now())
    const whole: AuditEntry = { id: auditEntryId(last, writer, count), time: new Date(last).toISOString(), ...entry }
    count += 1
    waiting.push(whole)
    if (isCounted) alike.set(likeness, whole)
    schedule()
  }

  /** Writes one object with as many of the entries as fit. */
  async function writeSome(first: AuditEntry): Promise<void> {
    const hour = hourOf(Date.parse(first.time))
    const isFull = part.text.length + toLine(first).length > PART_MAX_BYTES
    const next: Part = hour === part.hour && !isFull ? { ...part } : { hour, number: part.number + 1, text: '' }
    let written = 0
    for (const entry of waiting) {
      const line = toLine(entry)
      if (hourOf(Date.parse(entry.time)) !== hour || (written > 0 && next.text.length + line.length > PART_MAX_BYTES))
        break
      next.text += line
      written += 1
    }
    // Entries that are being written are not counted further.
    alike.clear()
    await scratch.put(partKey(hour, writer, next.number), Buffer.from(next.text))
    part = next
    waiting.splice(0, written)
  }

  async function write(): Promise<void> {
    for (let [first] = waiting; first; [first] = waiting) await writeSome(first)
    if (lost === 0) return
    log.error({ lost }, 'entries of the audit are lost: more came than could wait for the storage')
    lost = 0
  }

  function flush(): Promise<void> {
    const next = writing.then(write)
    writing = next.catch(() => undefined)
    return next
  }

  return {
    take,
    flush,
    stop: async () => {
      clearTimeout(timer)
      await flush().catch((error: unknown) =>
        log.error({ err: error, lost: waiting.length + lost }, 'the last entries of the audit could not be written'),
      )
      clearTimeout(timer)
    },
  }
}
