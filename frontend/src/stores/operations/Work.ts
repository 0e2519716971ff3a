import { makeAutoObservable } from 'mobx'
import type { OperationKind, OperationRecord } from '../../../../backend/contract/operations.ts'
import { hasEnded } from '../../../../backend/contract/operation-states.ts'
import type { Message } from '../../i18n/message.ts'
import { nameOf, parentOf } from '../../lib/paths.ts'

export interface WorkStart {
  kind: OperationKind
  /** Things that are worked on; with several, `name` is that of the first. */
  count: number
  /** Calls that it takes, where that is another number. */
  calls?: number
  name: string
  /** The folder that they go to, or are in; '' where none is worth telling. */
  folder: string
  isDir: boolean
}

export type WorkState = 'running' | 'done' | 'undone' | 'failed'

/** What a person set going, as the tray shows it: by this page in one call or many, or by another page of theirs. */
export class Work {
  readonly id: string
  readonly start: WorkStart
  state: WorkState = 'running'
  /** What is over in a moment is never shown. */
  isShown = false
  isCancelled = false
  /** Whether the server ended something of it on its way: a part of that has happened. */
  isHalfDone = false
  /** Calls that are over, and those of them that failed. */
  done = 0
  failed = 0
  reason: Message | null = null
  /** What the server works on for it at the moment. */
  readonly records = new Map<string, OperationRecord>()

  constructor(id: string, start: WorkStart) {
    this.id = id
    this.start = start
    makeAutoObservable(this, { id: false, start: false }, { autoBind: true })
  }

  get calls(): number {
    return this.start.calls ?? this.start.count
  }

  /** The one operation that is all of it; null where there are several, or none is known yet. */
  get record(): OperationRecord | null {
    return this.calls === 1 ? ([...this.records.values()][0] ?? null) : null
  }

  /** Whole percent; null while nobody knows. */
  get percent(): number | null {
    if (this.state === 'done') return 100
    if (this.record) return percentOf(this.record)
    if (this.calls === 1) return null
    const under = [...this.records.values()].reduce((sum, record) => sum + (percentOf(record) ?? 0), 0)
    return Math.min(100, Math.floor((100 * this.done + under) / this.calls))
  }

  /** Whether calling it off helps: what has not begun stays as it is, what the server can take back comes back. */
  get canCancel(): boolean {
    if (this.state !== 'running' || this.isCancelled) return false
    return this.calls > 1 || [...this.records.values()].some(({ canCancel }) => canCancel)
  }

  show(): void {
    if (this.state === 'running') this.isShown = true
  }

  note(record: OperationRecord): void {
    this.records.set(record.id, record)
    if (record.state === 'stopped') this.stop()
  }

  /** One call is over, well or not. */
  finish(how: 'done' | { reason: Message }): void {
    this.done += 1
    if (how === 'done') return
    this.failed += 1
    this.reason ??= how.reason
  }

  leave(operation: string): void {
    if (this.calls > 1) this.records.delete(operation)
  }

  cancel(): void {
    this.isCancelled = true
  }

  /** The server has ended something of it on its way, whoever called that off: no more of it begins. */
  stop(): void {
    this.isHalfDone = true
    this.cancel()
  }

  end(state: WorkState, reason: Message | null = null): void {
    this.state = state
    this.reason ??= reason
  }
}

/** Bytes where there are any to speak of, else items. */
function percentOf({ state, itemsDone, itemsTotal, bytesDone, bytesTotal }: OperationRecord): number | null {
  if (hasEnded({ state }) || (state === 'removing' && itemsTotal === itemsDone)) return 100
  const [done, total] = bytesTotal > 0 ? [bytesDone, bytesTotal] : [itemsDone, itemsTotal]
  return total === 0 ? null : Math.floor((100 * done) / total)
}

/** What the tray knows of an operation that another page set going, or this one before it was loaded again. */
export function startOf({ kind, source, destination, isDir }: OperationRecord): WorkStart {
  const folder = destination === '' ? '' : parentOf(destination)
  return { kind, count: 1, name: nameOf(source), folder, isDir }
}
