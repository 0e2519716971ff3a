// One call of the tus protocol: who asks, for which record, and what has come of it. @tus/server knows uploads by an id
// only.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { UploadRecord } from './record.ts'

export interface TusCall {
  /** The record's id. */
  id: string
  /** The token under which this call holds the record's lease. */
  owner: string
  /** The record as the call found it, or as it is to be made; null where there is none, or no longer. */
  record: UploadRecord | null
  /** The request whose body is a chunk; null for calls without one. */
  request: IncomingMessage | null
  /** What is being read of it, so that a later call can end it. */
  body: Readable | null
  /** Whether the upload takes back what it has made a file of already. */
  takesBack: boolean
  /** The first error on the way: @tus/server makes a text of it, and the one door of errors wants the error. */
  failure: unknown
}

const calls = new AsyncLocalStorage<TusCall>()

export const runCall = <T>(call: TusCall, work: () => T): T => calls.run(call, work)

/** The call under way. */
export function currentCall(): TusCall {
  const call = calls.getStore()
  if (!call) throw new Error('outside of a call')
  return call
}
