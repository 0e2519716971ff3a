// Builds what lets a worker rest: for the API what asks for one, for a worker what ends it.
import { JOBS } from '../jobs/model.ts'
import { WORKER_CALL, WorkerCalls } from '../jobs/worker-calls.ts'
import { createWorkerNeed, type WorkerNeed } from '../jobs/worker-need.ts'
import { WorkerRest } from '../jobs/worker-rest.ts'
import type { Services } from '../services.ts'
import { TOLD_BY } from './push.ts'

/** A worker is there some seconds after it was called, and people are to be told on time. */
const STARTED_WITHIN_MS = 15_000

const needOf = ({ jobModel, pushParts }: Pick<Services, 'jobModel' | 'pushParts'>): WorkerNeed =>
  createWorkerNeed({
    jobs: () => jobModel.find({}, { state: 1, notBefore: 1 }).lean(),
    tellsFrom: async () => {
      const { devices, plan } = pushParts
      return (await devices.all()).length > 0 ? (await plan.next()) - STARTED_WITHIN_MS : Infinity
    },
  })

/** Has the API ask for a worker when one is needed, where workers rest. `print`: writes a line to its output. */
export function callWorkers(services: Services, print: (line: string) => void): void {
  const { changeCounters, keep, log, now } = services.ground
  if (!services.config.WORKER_RESTS) return
  changeCounters.describeResting()
  const onChange = (listener: () => void) =>
    [JOBS, ...TOLD_BY].forEach((name) => changeCounters.onChange(name, listener))
  keep(new WorkerCalls({ need: needOf(services), call: () => print(WORKER_CALL), onChange, log, now }))
}

/**
 * Ends a worker that has nothing to do, where workers rest. One with a port for probes and metrics stays, since
 * somebody watches it.
 */
export function restWhenIdle(services: Services, end: () => void): void {
  const { keep, log, now } = services.ground
  if (!services.config.WORKER_RESTS || services.config.WORKER_PORT !== 0) return
  keep(new WorkerRest({ need: needOf(services), end, log, now }))
}
