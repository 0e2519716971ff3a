// The one door to S3, with the settings of this process.
import { createStorage } from '../storage/index.ts'
import type { Storage } from '../storage/types.ts'
import type { Ground } from './ground.ts'

/** @throws when S3 does not answer */
export async function buildStorage(ground: Ground, retentionDays: number): Promise<Storage> {
  const { config, database, leases, log, metrics, now, changeCounters, keep, seams } = ground
  const storage = keep(
    await createStorage({
      s3: {
        endpoint: config.S3_ENDPOINT,
        region: config.S3_REGION,
        accessKey: config.S3_ACCESS_KEY,
        secretKey: config.S3_SECRET_KEY,
      },
      bucketPrefix: config.BUCKET_PREFIX,
      retentionDays,
      database,
      leases,
      log,
      now,
      ...seams,
      observeJournal: (step, seconds) => metrics.journalSeconds.observe({ step }, seconds),
      observeIndex: {
        lag: (seconds) => metrics.indexLagSeconds.observe(seconds),
        correction: () => metrics.indexCorrections.inc(),
      },
    }),
  )
  metrics.describeIndex(() => storage.index(), now)
  changeCounters.onChange(
    'indexes',
    () =>
      void storage
        .answerForIndex()
        .catch((error: unknown) => log.warn({ err: error }, 'what the index holds could not be told')),
  )
  return storage
}
