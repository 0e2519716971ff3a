// Whether the S3 server is there, before anything of the storage is built.
import type { Logger } from 'pino'
import { makeBucket } from './buckets.ts'
import { houseBucket } from './paths.ts'
import { createS3Connections, type S3Settings } from './s3-clients.ts'
import { translating } from './s3-errors.ts'

/**
 * Does the first thing that a start does: makes the system bucket if it is missing.
 * @throws AppError if the server does not answer, or does not accept the keys
 */
export async function reachStorage(s3: S3Settings, bucketPrefix: string, log: Logger): Promise<void> {
  const connections = createS3Connections(s3, log)
  try {
    await translating(() => makeBucket(connections.control, houseBucket(bucketPrefix, 'system')))
  } finally {
    connections.close()
  }
}
