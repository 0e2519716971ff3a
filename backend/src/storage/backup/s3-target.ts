// Backups in a bucket, of another S3 server or of the same one.
import type { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import { makeBucket } from '../buckets.ts'
import { readPages } from '../listing.ts'
import { deleteObjects } from '../object-removal.ts'
import { getSmall, putObject } from '../objects.ts'
import { createS3Connections, type S3Settings } from '../s3-clients.ts'
import { isMissing, translating } from '../s3-errors.ts'
import { putStream } from './object-writer.ts'
import type { BackupTarget } from './target.ts'

const FACTS = { metadata: {}, contentType: 'application/octet-stream' }

/** @throws AppError when S3 does not answer; the bucket is made if it is missing */
export async function s3Target(settings: S3Settings, bucket: string, log: Logger): Promise<BackupTarget> {
  const connections = createS3Connections(settings, log)
  const { control, data, minio } = connections
  await translating(() => makeBucket(control, bucket))
  return {
    put: (key, body, size) => translating(() => putStream(connections, { bucket, key }, { ...FACTS, body, size })),
    putSmall: async (key, body) =>
      void (await translating(() => putObject(control, { bucket, key }, { ...FACTS, body, length: body.length }))),
    get: (key) =>
      translating(async () => {
        const answer = await data.send(new GetObjectCommand({ Bucket: bucket, Key: key })).catch((error: unknown) => {
          if (isMissing(error)) return null
          throw error
        })
        return (answer?.Body as Readable | undefined) ?? null
      }),
    getSmall: (key) => translating(() => getSmall(control, { bucket, key })),
    list: async function* (prefix) {
      for await (const { objects } of readPages(minio, { bucket, prefix })) yield* objects.map(({ key }) => key)
    },
    remove: (names) =>
      translating(() =>
        deleteObjects(
          control,
          bucket,
          names.map((key) => ({ key })),
        ),
      ),
    close: () => connections.close(),
  }
}
