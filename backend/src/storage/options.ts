// What the storage is built with.
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Attention } from '../lib/attention.ts'
import type { Failpoints } from './failpoints.ts'
import type { Serving } from '../database/change-counters.ts'
import type { ProtocolRules } from './protocol-rules.ts'
import type { LeaseBook } from './replica-lease.ts'
import type { S3Settings } from './s3-clients.ts'
import type { EndedOperation } from './operation-times.ts'
import type { ObserveRequest, S3Limits } from './s3-limits.ts'

/** Where tests reach in. A running Nido sets none of it. */
export interface StorageSeams {
  failpoints?: Failpoints
  rules?: ProtocolRules
}

export interface StorageOptions extends StorageSeams {
  s3: S3Settings
  bucketPrefix: string
  retentionDays: number
  database: Connection
  leases: LeaseBook
  log: Logger
  /** Whom this process serves; nobody, where it is left out. */
  serving?: () => Serving
  /** Whether anybody is there; somebody always counts as such at the start, where it is left out. */
  attention?: Attention
  /** Called with how long each look into the journal and each change of it took. */
  observeJournal: (step: 'read' | 'change', seconds: number) => void
  /** Called for each request to S3 (s3-limits.ts). */
  observeRequest?: ObserveRequest
  /** Called when an operation that this process worked on has ended. */
  observeOperation?: (ended: EndedOperation) => void
  /** Called with how long bucket events take to get here, and for each difference that no event told of. */
  observeIndex?: { lag(seconds: number): void; correction(): void }
  /** The time of the database in ms since 1970, by which stored times are made and compared. */
  now?: () => number
  /** Versions that a name may have, where tests want fewer. */
  versionsMax?: number
  /** Other limits than those of a running Nido, for tests. */
  limits?: { s3?: S3Limits; giveUpMs?: number }
}
