// An S3 client that knows nothing of Nido and sees the buckets as any other tool does.
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type _Object,
} from '@aws-sdk/client-s3'
import type { Servers } from './servers.ts'

/** An object in a listing. */
export interface ListedObject {
  key: string
  size: number
  etag: string
  modified: Date
}

/** A version or a delete marker of a key, newest first. */
export interface ListedVersion {
  key: string
  versionId: string
  isLatest: boolean
  isMarker: boolean
  size: number
}

/** A plain client of the servers' S3, with the few operations that tests need. */
export function openS3(servers: Servers) {
  const client = new S3Client({
    endpoint: servers.s3Endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: servers.keys.accessKey, secretAccessKey: servers.keys.secretKey },
  })
  const describe = ({ Key = '', Size = 0, ETag = '', LastModified = new Date(0) }: _Object): ListedObject => ({
    key: Key,
    size: Size,
    etag: ETag,
    modified: LastModified,
  })

  return {
    client,
    /** The names of the buckets with this prefix. */
    buckets: async (prefix = ''): Promise<string[]> =>
      ((await client.send(new ListBucketsCommand({}))).Buckets ?? []).flatMap(({ Name }) =>
        Name?.startsWith(prefix) ? [Name] : [],
      ),
    makeBucket: (bucket: string) => client.send(new CreateBucketCommand({ Bucket: bucket })),
    /** All objects with this key prefix. */
    list: async (bucket: string, prefix = ''): Promise<ListedObject[]> => {
      const found: ListedObject[] = []
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
        found.push(...(page.Contents ?? []).map(describe))
      return found
    },
    /** The versions and delete markers with this key prefix, 1,000 at most. */
    versions: async (bucket: string, prefix = ''): Promise<ListedVersion[]> => {
      const { Versions = [], DeleteMarkers = [] } = await client.send(
        new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix }),
      )
      const entry =
        (isMarker: boolean) =>
        ({
          Key = '',
          VersionId = '',
          IsLatest = false,
          Size = 0,
        }: {
          Key?: string
          VersionId?: string
          IsLatest?: boolean
          Size?: number
        }) => ({ key: Key, versionId: VersionId, isLatest: IsLatest, isMarker, size: Size })
      return [...Versions.map(entry(false)), ...DeleteMarkers.map(entry(true))]
    },
    /** Keys of unfinished multipart uploads. */
    unfinished: async (bucket: string): Promise<string[]> =>
      ((await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? []).map(
        ({ Key = '' }) => Key,
      ),
    /** The ids of unfinished multipart uploads. */
    uploadIds: async (bucket: string): Promise<string[]> =>
      ((await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? []).map(
        ({ UploadId = '' }) => UploadId,
      ),
    get: async (bucket: string, key: string): Promise<Buffer> => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    },
    getVersion: async (bucket: string, key: string, versionId: string): Promise<Buffer> => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    },
    /** Type, size and metadata of an object. */
    head: (bucket: string, key: string) => client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })),
    put: (
      bucket: string,
      key: string,
      body: string | Buffer,
      options: { type?: string; metadata?: Record<string, string> } = {},
    ) =>
      client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentType: options.type,
          Metadata: options.metadata,
        }),
      ),
    copy: (bucket: string, from: string, to: string) =>
      client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: encodeURI(`${bucket}/${from}`) })),
    delete: (bucket: string, key: string, versionId?: string) =>
      client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId })),
    close: () => client.destroy(),
  }
}

export type PlainS3 = ReturnType<typeof openS3>
