import { makeAutoObservable } from 'mobx'
import type { OperationKind, OperationRecord } from '../../../../backend/contract/operations.ts'
import { hasEnded } from '../../../../backend/contract/operation-states.ts'
import type { Message } from '../../i18n/message.ts'
import { nameOf, parentOf } from '../../lib/paths.ts'

export interface WorkStart {
  kind: OperationKind | 'rename'
  /** The number of items; if there are several, `name` is that of the first. */
  count: number
  /** The number of calls, if it differs. */
  calls?: number
  name: string
  /** The folder that they go to, or are in; '' if it is not worth showing. */
  folder: string
  isDir: boolean
}

export type WorkState = 'running' | 'done' | 'undone' | 'failed'

/**
 * Something that a person started, as the tray shows it: on this page in one call or many, or on another page of
 * theirs.
 */
export class Work {
  readonly id: string
  readonly start: WorkStart
  state: WorkState = 'running'
  /** Work that is over in a moment is never shown. */
  isShown = false
  isCancelled = false
  /** Whether the server ended a part of it half-way: some of it has happened. */
  isHalfDone = false
  /** The calls that are over, and how many of them failed. */
  done = 0
  failed = 0
  reason: Message | null = null
  /** The operations of it that the server is working on. */
  readonly records = new Map<string, OperationRecord>()

  constructor(id: string, start: WorkStart) {
    this.id = id
    this.start = start
    makeAutoObservable(this, { id: false, start: false }, { autoBind: true })
  }

  get calls(): number {
    return this.start.calls ?? this.start.count
  }

  /** The operation that is all of it; null if there are several, or none is known yet. */
  get record(): OperationRecord | null {
    return this.calls === 1 ? ([...this.records.values()][0] ?? null) : null
  }

  /** Whole percent; null if unknown. */
  get percent(): number | null {
    if (this.state === 'done') return 100
    if (this.record) return percentOf(this.record)
    if (this.calls === 1) return null
    const under = [...this.records.values()].reduce((sum, record) => sum + (percentOf(record) ?? 0), 0)
    return Math.min(100, Math.floor((100 * this.done + under) / this.calls))
  }

  /** Whether cancelling helps: calls that have not started will not start, and the server undoes what it can. */
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

  /** One call is over, successful or not. */
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

  /** The server has ended a part of it half-way, whoever cancelled that: no more of it starts. */
  stop(): void {
    this.isHalfDone = true
    this.cancel()
  }

  end(state: WorkState, reason: Message | null = null): void {
    this.state = state
    this.reason ??= reason
  }
}

/** By bytes if there are any, otherwise by items. */
function percentOf({ state, itemsDone, itemsTotal, bytesDone, bytesTotal }: OperationRecord): number | null {
  if (hasEnded({ state }) || (state === 'removing' && itemsTotal === itemsDone)) return 100
  const [done, total] = bytesTotal > 0 ? [bytesDone, bytesTotal] : [itemsDone, itemsTotal]
  return total === 0 ? null : Math.floor((100 * done) / total)
}

/** What the tray knows about an operation that another page started, or this one before a reload. */
export function startOf({ kind, source, destination, isDir }: OperationRecord): WorkStart {
  const folder = destination === '' ? '' : parentOf(destination)
  return { kind, count: 1, name: nameOf(source), folder, isDir }
}
