// Builds what only a worker has: the kinds of work, and what carries out the jobs.
import { randomUUID } from 'node:crypto'
import { isImportJob } from '../features/imports/jobs.ts'
import { JobRunner } from '../jobs/runner.ts'
import type { Services } from '../services.ts'
import { buildImportWorks } from './import-works.ts'
import { buildPhotoDatesWork } from './photo-days.ts'
import { buildSubscriptionWork } from './subscription-work.ts'

export async function buildRunner(services: Services): Promise<JobRunner> {
  const { ground, jobModel, importHistory, settings } = services
  const { attention, changeCounters, leases, metrics, log, now } = ground
  const { works, missing } = await buildImportWorks(services)
  changeCounters.describeWorker(missing)
  return new JobRunner({
    model: jobModel,
    works: [...works, buildPhotoDatesWork(services), buildSubscriptionWork(services)],
    onDone: async (job) => {
      if (isImportJob(job)) await importHistory.note(job)
    },
    limits: async () => (await settings.get()).imports,
    leases,
    attention,
    changeCounters,
    metrics,
    log,
    now,
    newId: randomUUID,
  })
}
