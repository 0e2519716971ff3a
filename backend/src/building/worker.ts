// Builds what only a worker has: the kinds of work, and what carries out the jobs.
import { randomUUID } from 'node:crypto'
import type { ImportJob } from '../features/imports/records.ts'
import { JobRunner } from '../jobs/runner.ts'
import type { JobWork } from '../jobs/types.ts'
import type { Services } from '../services.ts'

export async function buildRunner({ ground, jobModel, importHistory, settings }: Services): Promise<JobRunner> {
  const { changeCounters, leases, metrics, log, now } = ground
  const works: JobWork<never, never>[] = []
  changeCounters.describeWorker([])
  const runner = new JobRunner({
    model: jobModel,
    works,
    onDone: (job) => importHistory.note(job as ImportJob),
    limits: async () => (await settings.get()).imports,
    leases,
    changeCounters,
    metrics,
    log,
    now,
    newId: randomUUID,
  })
  return runner
}
