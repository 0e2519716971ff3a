// Metrics for Prometheus. Labels are patterns and codes only, never names, paths or hashes.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type DependencyMetrics, dependencyMetrics } from './dependency-metrics.ts'

export interface Metrics extends DependencyMetrics {
  registry: Registry
  requestSeconds: Histogram<'method' | 'route' | 'status'>
  requestsRunning: Gauge
  /** Error answers, by code. */
  errors: Counter<'code'>
  /** Requests that a limit has refused, by error code. */
  refused: Counter<'code'>
  receivedBytes: Counter
  sentBytes: Counter
  /** Open pages that receive events. */
  eventSockets: Gauge
  /** Events sent, by type; `resync` counts the pages that have to fetch everything again. */
  eventFrames: Counter<'type'>
  /** The time of each read of the storage's journal, and of each change of it. */
  journalSeconds: Histogram<'step'>
  /** Sets the source of the index's figures, which does not exist yet when the metrics are created. */
  describeIndex(describe: () => IndexFigures, now: () => number): void
  /** How long after a change in a bucket the index knows it. */
  indexLagSeconds: Histogram
  /** Differences found by checking that no event had reported. */
  indexCorrections: Counter
  /** Jobs that this process carries out, by kind, and those that have ended, by kind and state. */
  jobsRunning: Gauge<'kind'>
  jobsEnded: Counter<'kind' | 'state'>
  /** Messages to devices of people, by what became of them. */
  pushes: Counter<'outcome'>
  /** Tells which program of Nido this is, its version and that of Node. */
  describeProgram(program: string, version: string): void
  /**
   * Starts measuring the process itself, including event-loop delay and memory (prom-client's defaults, prefix
   * `nido_`).
   */
  watchProcess(): void
}

/** The figures of the index in memory. `checkedAt` in milliseconds since 1970. */
export interface IndexFigures {
  objects: number
  bytes: number
  checkedAt: number | null
}

/**
 * How often the event loop's delay is sampled; the reported delay includes this interval. Every 10 ms, prom-client's
 * default, takes 0.8 % of a core of an idle process.
 */
const EVENT_LOOP_EVERY_MS = 20

/** What this process counts and measures of its own work. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    ...requestMetrics(registers),
    ...dependencyMetrics(registers),
    ...eventMetrics(registers),
    journalSeconds: new Histogram({
      name: 'nido_journal_seconds',
      help: 'Time that a step of the journal takes',
      labelNames: ['step'],
      registers,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    }),
    ...indexMetrics(registers),
    ...jobMetrics(registers),
    ...pushMetrics(registers),
    describeProgram: (program, version) =>
      new Gauge({
        name: 'nido_info',
        help: 'Always 1; the labels tell what runs',
        labelNames: ['program', 'version', 'node'],
        registers,
      }).set({ program, version, node: process.versions.node }, 1),
    watchProcess: () =>
      collectDefaultMetrics({ register: registry, prefix: 'nido_', eventLoopMonitoringPrecision: EVENT_LOOP_EVERY_MS }),
  }
}

const requestMetrics = (registers: Registry[]) => ({
  requestSeconds: new Histogram({
    name: 'nido_request_seconds',
    help: 'Time until a request was answered whole',
    labelNames: ['method', 'route', 'status'],
    registers,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  }),
  requestsRunning: new Gauge({ name: 'nido_requests_running', help: 'Requests that are being answered', registers }),
  errors: new Counter({
    name: 'nido_errors_total',
    help: 'Errors answered, by code',
    labelNames: ['code'],
    registers,
  }),
  refused: new Counter({
    name: 'nido_refused_total',
    help: 'Requests that a limit has refused, by error code',
    labelNames: ['code'],
    registers,
  }),
  receivedBytes: new Counter({ name: 'nido_received_bytes_total', help: 'Bytes of request bodies', registers }),
  sentBytes: new Counter({ name: 'nido_sent_bytes_total', help: 'Bytes of answers', registers }),
})

const eventMetrics = (registers: Registry[]) => ({
  eventSockets: new Gauge({ name: 'nido_event_sockets', help: 'Open pages that hear of changes', registers }),
  eventFrames: new Counter({
    name: 'nido_event_frames_total',
    help: 'What open pages were told, by type; resync: to look anew',
    labelNames: ['type'],
    registers,
  }),
})

const jobMetrics = (registers: Registry[]) => ({
  jobsRunning: new Gauge({
    name: 'nido_jobs_running',
    help: 'Jobs that this process carries out, by kind',
    labelNames: ['kind'],
    registers,
  }),
  jobsEnded: new Counter({
    name: 'nido_jobs_ended_total',
    help: 'Runs of jobs that have ended in this process, by kind and by what became of the job',
    labelNames: ['kind', 'state'],
    registers,
  }),
})

const pushMetrics = (registers: Registry[]) => ({
  pushes: new Counter({
    name: 'nido_pushes_total',
    help: 'Messages to devices of people: sent, failed (tried again), refused, or the device was gone',
    labelNames: ['outcome'],
    registers,
  }),
})

const indexMetrics = (registers: Registry[]) => ({
  indexLagSeconds: new Histogram({
    name: 'nido_index_lag_seconds',
    help: 'Time from a change in a bucket until the index knows it',
    registers,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  }),
  indexCorrections: new Counter({
    name: 'nido_index_corrections_total',
    help: 'Differences between index and buckets found by looking, that no event told',
    registers,
  }),
  describeIndex(describe: () => IndexFigures, now: () => number): void {
    const gauge = (name: string, help: string, read: (figures: IndexFigures) => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read(describe()))
        },
      })
    gauge('nido_index_objects', 'Files and folder markers that the index knows', ({ objects }) => objects)
    gauge('nido_index_bytes', 'Memory of the index', ({ bytes }) => bytes)
    gauge(
      'nido_index_check_age_seconds',
      'Time since all buckets were looked at; -1 before the first time',
      ({ checkedAt }) => (checkedAt === null ? -1 : (now() - checkedAt) / 1000),
    )
  },
})
