// Metrics of what a process depends on and works on: the storage, the database, operations, jobs, backups.
import { Gauge, Histogram, type Registry } from 'prom-client'

/** How a call ended: answered, refused by the other side, or failed (no answer, or an error of the other side). */
export type CallOutcome = 'ok' | 'refused' | 'failed'

/** What is known of an operation under way. `begun` in milliseconds since 1970. */
export interface PendingFigures {
  kind: string
  begun: number
}

export interface DependencyMetrics {
  /** Requests to S3, until the answer begins. */
  storageSeconds: Histogram<'call' | 'outcome'>
  /** Commands to the database. */
  databaseSeconds: Histogram<'command' | 'outcome'>
  /** Operations that this process has ended, from their registration on. */
  operationSeconds: Histogram<'kind' | 'outcome'>
  /** Sets the source of what is under way. */
  describeOperations(pending: () => readonly PendingFigures[]): void
  /** Sets the source of the jobs of the household; a rejection leaves the figures as they are. */
  describeJobs(read: () => Promise<readonly { kind: string; state: string }[]>): void
  /** Sets the source of the time of the last backup, in milliseconds since 1970; null for none. */
  describeBackup(read: () => Promise<number | null>): void
}

const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const OPERATION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]

export const dependencyMetrics = (registers: Registry[]): DependencyMetrics => ({
  storageSeconds: new Histogram({
    name: 'nido_storage_seconds',
    help: 'Time until S3 began to answer a request, by what was asked',
    labelNames: ['call', 'outcome'],
    registers,
    buckets: CALL_BUCKETS,
  }),
  databaseSeconds: new Histogram({
    name: 'nido_database_seconds',
    help: 'Time that a command to the database took',
    labelNames: ['command', 'outcome'],
    registers,
    buckets: CALL_BUCKETS,
  }),
  operationSeconds: new Histogram({
    name: 'nido_operation_seconds',
    help: 'Time of operations that this process has ended, from their registration on',
    labelNames: ['kind', 'outcome'],
    registers,
    buckets: OPERATION_BUCKETS,
  }),
  describeOperations: (pending) => describeOperations(registers, pending),
  describeJobs: (read) => describeJobs(registers, read),
  describeBackup: (read) => describeBackup(registers, read),
})

function describeOperations(registers: Registry[], pending: () => readonly PendingFigures[]): void {
  void new Gauge({
    name: 'nido_operations_pending',
    help: 'Operations of the household that are under way, by kind; each process tells the same',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, all] of Map.groupBy(pending(), (one) => one.kind)) this.set({ kind }, all.length)
    },
  })
  void new Gauge({
    name: 'nido_operations_oldest_seconds',
    help: 'Age of the oldest operation under way; 0 where there is none',
    registers,
    collect() {
      this.set(Math.max(0, ...pending().map(({ begun }) => (Date.now() - begun) / 1000)))
    },
  })
}

function describeJobs(registers: Registry[], read: Parameters<DependencyMetrics['describeJobs']>[0]): void {
  void new Gauge({
    name: 'nido_jobs',
    help: 'Jobs of the household, by kind and state; each process tells the same',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      const jobs = await read().catch(() => null)
      if (jobs === null) return
      this.reset()
      for (const { kind, state } of jobs) this.inc({ kind, state })
    },
  })
}

function describeBackup(registers: Registry[], read: Parameters<DependencyMetrics['describeBackup']>[0]): void {
  void new Gauge({
    name: 'nido_backup_timestamp_seconds',
    help: 'The moment that the last backup holds, in seconds since 1970; 0 before the first one',
    registers,
    async collect() {
      const at = await read().catch(() => undefined)
      if (at !== undefined) this.set((at ?? 0) / 1000)
    },
  })
}
