// Looks through all buckets, as any other tool may, for what was acknowledged.
import { ListMultipartUploadsCommand, ListObjectVersionsCommand, type ObjectVersion } from '@aws-sdk/client-s3'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import type { Servers } from '../helpers/servers.ts'
import type { Contents, Size } from './contents.ts'
import { createHash } from 'node:crypto'

/** Hashes of all contents that lie in any version of any object. */
export async function hashesIn(servers: Servers, prefix: string): Promise<ReadonlySet<string>> {
  const s3 = openS3(servers)
  try {
    const hashes = new Set<string>()
    for (const bucket of await s3.buckets(prefix)) for await (const version of versionsIn(s3, bucket)) hashes.add(await hashOf(s3, bucket, version))
    return hashes
  } finally {
    s3.close()
  }
}

async function* versionsIn({ client }: PlainS3, Bucket: string): AsyncGenerator<ObjectVersion> {
  for (let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}; ;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, ...next }))
    yield* page.Versions ?? []
    if (!page.IsTruncated) return
    next = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
  }
}

/** The ETag is the MD5 of what was put in one piece (S3 API, Object); of what was put in parts the bytes are read. */
async function hashOf(s3: PlainS3, bucket: string, { ETag = '', Key = '', VersionId = '' }: ObjectVersion): Promise<string> {
  const etag = ETag.replaceAll('"', '')
  if (!etag.includes('-')) return etag
  return createHash('md5').update(await s3.getVersion(bucket, Key, VersionId)).digest('hex')
}

/** How many uploads in parts nobody has completed. */
export async function countUnfinished(servers: Servers, prefix: string): Promise<number> {
  const s3 = openS3(servers)
  try {
    const found = await Promise.all((await s3.buckets(prefix)).map((Bucket) => s3.client.send(new ListMultipartUploadsCommand({ Bucket }))))
    return found.reduce((sum, { Uploads = [] }) => sum + Uploads.length, 0)
  } finally {
    s3.close()
  }
}

/** Contents that lie nowhere. */
export const missingFrom = (hashes: ReadonlySet<string>, kept: ReadonlySet<Size>, contents: Contents): Size[] => {
  const there = new Set([...hashes].map((hash) => contents.ofHash(hash)))
  return [...kept].filter((size) => !there.has(size))
}
