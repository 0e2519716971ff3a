// Searches the buckets, as any other tool could, for everything that was acknowledged.
import { createHash } from 'node:crypto'
import { DeleteObjectsCommand, ListMultipartUploadsCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import type { Servers } from '../helpers/servers.ts'
import type { Contents, Size } from './contents.ts'

/** A name hides what lies below it, even a deleted name. Below that, names may be hidden again. */
const LAYERS_MAX = 8

interface Listed {
  key: string
  version: string
  etag: string
  isMarker: boolean
}

export interface Kept {
  bucket: string
  kept: ReadonlySet<Size>
  contents: Contents
}

/**
 * The contents that are in no version of any object, neither in a person's bucket nor aside in the system bucket. If
 * one is missing at first, the versions that may hide it are removed, so nobody may use the bucket any more.
 */
export async function findMissing(
  servers: Servers,
  systemBucket: string,
  { bucket, kept, contents }: Kept,
): Promise<Size[]> {
  const s3 = openS3(servers)
  try {
    const missing = new Set(kept)
    for await (const page of pagesOf(s3, systemBucket)) await strike(s3, systemBucket, page, { contents, missing })
    for (let layer = 0; layer < LAYERS_MAX && missing.size > 0; layer += 1) {
      for await (const page of pagesOf(s3, bucket)) {
        await strike(s3, bucket, page, { contents, missing })
        if (layer > 0)
          await s3.client.send(
            new DeleteObjectsCommand({
              Bucket: bucket,
              Delete: { Objects: page.map(({ key, version }) => ({ Key: key, VersionId: version })) },
            }),
          )
      }
    }
    return [...missing]
  } finally {
    s3.close()
  }
}

async function* pagesOf({ client }: PlainS3, Bucket: string): AsyncGenerator<Listed[]> {
  const listed =
    (isMarker: boolean) =>
    ({ Key = '', VersionId = '', ETag = '' }: { Key?: string; VersionId?: string; ETag?: string }): Listed => ({
      key: Key,
      version: VersionId,
      etag: ETag.replaceAll('"', ''),
      isMarker,
    })
  for (let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}; ;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, ...next }))
    const found = [...(page.Versions ?? []).map(listed(false)), ...(page.DeleteMarkers ?? []).map(listed(true))]
    if (found.length > 0) yield found
    if (!page.IsTruncated) return
    next = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
  }
}

/**
 * Removes the contents that are found from `missing`. The ETag is the MD5 of an object put in one request (S3 API,
 * Object). Objects put in parts have to be read.
 */
async function strike(
  s3: PlainS3,
  bucket: string,
  page: Listed[],
  { contents, missing }: { contents: Contents; missing: Set<Size> },
): Promise<void> {
  for (const { key, version, etag, isMarker } of page) {
    if (isMarker || key.endsWith('/')) continue
    const hash = etag.includes('-')
      ? createHash('md5')
          .update(await s3.getVersion(bucket, key, version))
          .digest('hex')
      : etag
    const size = contents.ofHash(hash)
    if (size !== null) missing.delete(size)
  }
}

/** The number of unfinished multipart uploads. */
export async function countUnfinished(servers: Servers, prefix: string): Promise<number> {
  const s3 = openS3(servers)
  try {
    const found = await Promise.all(
      (await s3.buckets(prefix)).map((Bucket) => s3.client.send(new ListMultipartUploadsCommand({ Bucket }))),
    )
    return found.reduce((sum, { Uploads = [] }) => sum + Uploads.length, 0)
  } finally {
    s3.close()
  }
}
