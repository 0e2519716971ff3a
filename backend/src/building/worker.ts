// Builds what only a worker has: the kinds of work, and what carries out the jobs.
import { randomUUID } from 'node:crypto'
import { JobRunner } from '../jobs/runner.ts'
import type { JobWork } from '../jobs/types.ts'
import type { Services } from '../services.ts'

export async function buildRunner({ ground, jobModel, settings }: Services): Promise<JobRunner> {
  const { changeCounters, leases, metrics, log, now } = ground
  const works: JobWork<never, never>[] = []
  changeCounters.describeWorker([])
  const runner = new JobRunner({
    model: jobModel,
    works,
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
