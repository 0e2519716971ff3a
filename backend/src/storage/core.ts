// What every part of the storage is built from.
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Attention } from '../lib/attention.ts'
import type { FolderChanges } from './changes.ts'
import type { Failpoints } from './failpoints.ts'
import type { Journal } from './journal.ts'
import type { ContentIdentity } from './derived-cache.ts'
import type { FollowMade } from './made-changes.ts'
import type { HistoryChange } from './types.ts'
import type { OpenParts } from './open-parts.ts'
import type { RememberedBatches } from './operations/remembered-batches.ts'
import type { ProtocolRules } from './protocol-rules.ts'
import type { ReplicaLeases } from './replica-lease.ts'
import type { WriteMarks } from './live/write-marks.ts'
import type { S3Clients } from './s3-clients.ts'

export interface StorageCore {
  clients: S3Clients
  database: Connection
  journal: Journal
  /** Tells watchers what readers now see differently. */
  changes: FolderChanges
  /** Which buckets other replicas wrote to lately. */
  marks: WriteMarks
  leases: ReplicaLeases
  /** Whether anybody is there who wants to hear soon of what others change. */
  attention: Attention
  /** Bodies that are being received in parts. */
  openParts: OpenParts
  /** What this process has lately written or read of the manifests of notes. */
  batches: RememberedBatches
  /** Bucket of Nido's own things. */
  systemBucket: string
  log: Logger
  /** For tests alone. */
  failpoints: Failpoints
  rules: ProtocolRules
  /** Milliseconds since 1970. */
  now: () => number
  newId: () => string
  /**
   * Called for each present file that is copied so that it has another ETag or bucket, before readers see the copy.
   * `type`: its MIME type.
   */
  onCopied: (from: ContentIdentity, to: ContentIdentity, type: string) => Promise<void>
  /**
   * Called with changes of what old versions take, about when they happen and rather too often than too seldom. It does
   * not reject.
   */
  onHistory: (change: HistoryChange) => Promise<void>
  /** Called with each change that a person has made, when readers see it. */
  onMade: FollowMade
}

/**
 * Tells that a content now also has another ETag, or lies in another bucket. A failure is only logged, since no more
 * than a cache depends on it.
 */
export async function tellCopied(
  core: Pick<StorageCore, 'onCopied' | 'log'>,
  from: ContentIdentity & { contentType: string },
  { etag, bucket = from.bucket }: { etag: string; bucket?: string },
): Promise<void> {
  if (from.bucket === bucket && from.etag === etag) return
  const { size, contentId, contentType } = from
  const to = { bucket, etag, size, contentId }
  await core
    .onCopied({ ...to, bucket: from.bucket, etag: from.etag }, to, contentType.split(';', 1)[0] ?? '')
    .catch((error: unknown) => core.log.warn({ err: error }, 'what is remembered of a file was not carried along'))
}
