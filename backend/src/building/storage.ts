// The one door to S3, with the settings of this process.
import type { Config } from '../config.ts'
import { createStorage } from '../storage/index.ts'
import type { CallOutcome } from '../lib/dependency-metrics.ts'
import type { S3Settings } from '../storage/s3-clients.ts'
import type { Storage } from '../storage/types.ts'
import type { Ground } from './ground.ts'

/** How to reach the household's S3 server. */
export const s3SettingsOf = (config: Config): S3Settings => ({
  endpoint: config.S3_ENDPOINT,
  region: config.S3_REGION,
  accessKey: config.S3_ACCESS_KEY,
  secretKey: config.S3_SECRET_KEY,
})

/** @throws when S3 does not answer */
export async function buildStorage(ground: Ground, retentionDays: number): Promise<Storage> {
  const { config, attention, database, leases, log, metrics, now, changeCounters, keep, seams } = ground
  const storage = keep(
    await createStorage({
      s3: s3SettingsOf(config),
      bucketPrefix: config.BUCKET_PREFIX,
      retentionDays,
      database,
      leases,
      log,
      now,
      attention,
      serving: () => changeCounters.serving(),
      ...seams,
      observeJournal: (step, seconds) => metrics.journalSeconds.observe({ step }, seconds),
      observeRequest: (call, status, seconds) =>
        metrics.storageSeconds.observe({ call, outcome: outcomeOf(status) }, seconds),
      observeOperation: ({ kind, outcome, seconds }) => metrics.operationSeconds.observe({ kind, outcome }, seconds),
      observeIndex: {
        lag: (seconds) => metrics.indexLagSeconds.observe(seconds),
        correction: () => metrics.indexCorrections.inc(),
      },
    }),
  )
  metrics.describeIndex(() => storage.index(), now)
  metrics.describeOperations(() => storage.pending())
  changeCounters.onChange(
    'indexes',
    () =>
      void storage
        .answerForIndex()
        .catch((error: unknown) => log.warn({ err: error }, 'what the index holds could not be told')),
  )
  return storage
}

function outcomeOf(status: number): CallOutcome {
  if (status === 0 || status >= 500) return 'failed'
  return status < 400 ? 'ok' : 'refused'
}
