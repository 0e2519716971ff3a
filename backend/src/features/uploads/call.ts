// One call of the tus protocol: for which upload, and what has come of it.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { UploadRecord } from './record.ts'

/** The lease of a record, as one call holds it. */
export interface CallLease {
  /** The token under which it is held. */
  readonly owner: string
  /** Whether it was taken before @tus/server asks for it. */
  isHeld: boolean
}

export interface TusCall {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  /** The headers that tus has a meaning for, as they were read. */
  readonly headers: Readonly<Record<string, string>>
  /** The record's id. */
  readonly id: string
  /** The token of its lease. @tus/server takes it for the id of the upload. */
  readonly owner: string
  readonly lease: CallLease
  /** The record as the call found it, or as it is to be made; null where there is none, or no longer. */
  record: UploadRecord | null
  /** The request whose body is a chunk; null for calls without one. */
  readonly request: IncomingMessage | null
  /** What is being read of it, so that a later call can end it. */
  body: Readable | null
  /** Bytes that are durable once the chunk is taken. */
  offset: number
  /** Whether the upload takes back what it has made a file of already. */
  readonly takesBack: boolean
}
