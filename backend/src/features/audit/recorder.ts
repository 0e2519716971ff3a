// Writes the audit down: entries wait for seconds, and go into the object of their hour, which is put anew as it grows.
// S3 cannot append.
import type { AuditEntry } from '../../../contract/audit.ts'
import type { Log } from '../../lib/log.ts'
import type { Scratch } from '../../storage/types.ts'
import { auditEntryId, hourOf, partKey, toLine } from './objects.ts'

/** What a crash may lose. */
const WRITE_AFTER_MS = 2_000
/** An object does not grow above this: it is held in memory, and put whole each time. */
const PART_MAX_BYTES = 256 * 1024
/** Entries that wait while the storage is away: some megabytes. */
const WAITING_MAX = 10_000

/** An entry without what only the recorder knows. */
export type NewEntry = Omit<AuditEntry, 'id' | 'time' | 'count'> & { count?: number | undefined }

export interface Recorder {
  /**
   * Takes an entry; waits for nothing, and never fails. `isCounted`: ones that are alike and not written yet become
   * one.
   */
  take(entry: NewEntry, isCounted: boolean): void
  /** Writes down all that waits. @throws what the storage says */
  flush(): Promise<void>
  /** The same for the last time; what cannot be written is told in the log. */
  stop(): Promise<void>
}

export interface RecorderOptions {
  scratch: Pick<Scratch, 'put'>
  /** Tells this process's objects from those of others: letters and digits. */
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
  /** Of those that wait, the ones that may still count on. */
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
    // A clock that is set back must not put entries before those that are written.
    last = Math.max(last, now())
    const whole: AuditEntry = { id: auditEntryId(last, writer, count), time: new Date(last).toISOString(), ...entry }
    count += 1
    waiting.push(whole)
    if (isCounted) alike.set(likeness, whole)
    schedule()
  }

  /** Puts one object with as many of the entries as go into it. */
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
    // What is being written counts no further.
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
