// Buckets: made with versioning and a lifecycle when first needed.
import {
  CreateBucketCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  type LifecycleRule,
  ListBucketsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { HISTORY } from './own-keys.ts'
import { isMissing, s3ErrorName, translateS3Error, translating } from './s3-errors.ts'
import type { Capabilities } from './types.ts'

/** Makes a bucket where there is none. */
export async function makeBucket(client: S3Client, bucket: string): Promise<void> {
  const isThere = await client.send(new HeadBucketCommand({ Bucket: bucket })).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    },
  )
  if (isThere) return
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    if (s3ErrorName(error) !== 'BucketAlreadyOwnedByYou') throw error
  })
}

export class Buckets {
  readonly #client: S3Client
  readonly #capabilities: Pick<Capabilities, 'versioning' | 'lifecycle'>
  readonly #prefix: string
  readonly #systemBucket: string
  readonly #known = new Map<string, Promise<void>>()
  readonly #made = new Map<string, Date>()
  #retentionDays: number

  constructor(options: {
    client: S3Client
    capabilities: Pick<Capabilities, 'versioning' | 'lifecycle'>
    prefix: string
    systemBucket: string
    retentionDays: number
  }) {
    this.#client = options.client
    this.#capabilities = options.capabilities
    this.#prefix = options.prefix
    this.#systemBucket = options.systemBucket
    this.#retentionDays = options.retentionDays
  }

  /** Makes a bucket if it is not there. S3 is asked once a process. */
  ensure(bucket: string): Promise<void> {
    let making = this.#known.get(bucket)
    if (!making) {
      making = translating(() => this.#make(bucket))
      this.#known.set(bucket, making)
      making.catch(() => this.#known.delete(bucket))
    }
    return making
  }

  get retentionDays(): number {
    return this.#retentionDays
  }

  /** Forgets a bucket that turned out to be gone, so that the next write makes it anew. */
  forget(bucket: string): void {
    this.#known.delete(bucket)
    this.#made.delete(bucket)
  }

  /**
   * When a bucket was made (S3 API ListBuckets, `CreationDate`). For one that is not there yet, the time of the system
   * bucket, which is made first. Null where the storage does not tell.
   */
  async madeAt(bucket: string): Promise<Date | null> {
    const known = this.#made.get(bucket)
    if (known) return known
    const { Buckets: found } = await this.#client.send(new ListBucketsCommand({})).catch((error: unknown) => {
      if (s3ErrorName(error) === 'AccessDenied') return { Buckets: [] }
      throw translateS3Error(error)
    })
    for (const { Name: name, CreationDate: made } of found ?? []) {
      if (name !== undefined && made) this.#made.set(name, made)
    }
    return this.#made.get(bucket) ?? this.#made.get(this.#systemBucket) ?? null
  }

  async #make(bucket: string): Promise<void> {
    await makeBucket(this.#client, bucket)
    // Objects of the system bucket are written once and removed for good, so versions of them would only take space.
    if (bucket !== this.#systemBucket) {
      if (!this.#capabilities.versioning) return
      const { Status } = await this.#client.send(new GetBucketVersioningCommand({ Bucket: bucket }))
      if (Status === 'Enabled') return
      await this.#client.send(
        new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } }),
      )
    }
    await this.#setLifecycle(bucket)
  }

  /** Old versions and delete markers of all buckets end after this many days; 0 leaves it to house-keeping. */
  async setRetention(days: number): Promise<void> {
    this.#retentionDays = days
    for (const bucket of [...(await this.list()), this.#systemBucket])
      await translating(() => this.#setLifecycle(bucket))
  }

  /** All buckets that hold people's files. */
  async list(): Promise<string[]> {
    const { Buckets: found } = await translating(() => this.#client.send(new ListBucketsCommand({})))
    return (found ?? []).flatMap(({ Name: bucket }) =>
      bucket?.startsWith(this.#prefix) && bucket !== this.#systemBucket ? [bucket] : [],
    )
  }

  async #setLifecycle(bucket: string): Promise<void> {
    if (!this.#capabilities.lifecycle) return
    // S3 allows whole days, one at least.
    const days = Math.max(1, this.#retentionDays)
    const rule: LifecycleRule =
      bucket === this.#systemBucket
        ? { ID: 'nido-retention', Status: 'Enabled', Filter: { Prefix: HISTORY }, Expiration: { Days: days } }
        : {
            ID: 'nido-retention',
            Status: 'Enabled',
            Filter: { Prefix: '' },
            NoncurrentVersionExpiration: { NoncurrentDays: days },
            Expiration: { ExpiredObjectDeleteMarker: true },
          }
    await this.#client.send(
      new PutBucketLifecycleConfigurationCommand({ Bucket: bucket, LifecycleConfiguration: { Rules: [rule] } }),
    )
  }
}
