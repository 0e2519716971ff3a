// tus 1.0 as @tus/server speaks it. The server says what a call's headers mean for the upload: the offset it has to
// stand at, how much may come, whether its length may still be told. What the contract has otherwise than tus
// (headers.ts), and who may do what (calls.ts), is settled before.
import { ERRORS, TUS_RESUMABLE } from '@tus/utils'
import type { ErrorCode } from '../../../contract/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import type { TusCall } from './call.ts'
import type { Locks } from './locks.ts'
import type { UploadStore } from './store.ts'

/** The server reads no id out of it: the call is known. */
const ADDRESS = 'http://uploads.invalid/upload'

/** What the server answers that is passed on; its handshake and headers for other origins are not. */
const PASSED_ON = ['Upload-Offset', 'Upload-Length', 'Upload-Defer-Length', 'Cache-Control']

export interface TusAnswer {
  status: number
  headers: Record<string, string>
}

/** Has @tus/server answer a call. @throws AppError what refused it, the store's own errors as they were thrown */
export type Protocol = (call: TusCall) => Promise<TusAnswer>

export function createProtocol(store: UploadStore, locks: Pick<Locks, 'lockerOf'>): Protocol {
  return async (call) => {
    // Loaded by the first call: Node's fetch comes with it, 8 MiB that a worker never needs.
    const { Server } = await import('@tus/server')
    let refusal: unknown = null
    // One for each call, which costs next to nothing: so all that it asks back is about this call.
    const server = new Server({
      path: '/',
      datastore: store,
      relativeLocation: true,
      locker: locks.lockerOf(call),
      namingFunction: () => call.owner,
      getFileIdFromRequest: () => call.owner,
      // The server makes a text of an error, and the one door of errors wants the error.
      onResponseError: (_request, error) => {
        refusal ??= error
        return undefined
      },
    })
    const { method, headers } = call
    const request = new Request(ADDRESS, { method, headers: { 'Tus-Resumable': TUS_RESUMABLE, ...headers } })
    const response = await store.during(call, () => server.handleWeb(request))
    if (refusal !== null) throw asThrown(refusal, call)
    if (!response.ok) throw new AppError('badRequest', (await response.text()).trim())
    return { status: response.status, headers: passedOn(response.headers) }
  }
}

function passedOn(headers: Headers): Record<string, string> {
  const kept = PASSED_ON.map((name) => [name, headers.get(name)] as const)
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

/** The codes of other refusals: @tus/server throws plain objects with a status. */
const CODES: Record<number, ErrorCode> = {
  400: 'badRequest',
  404: 'notFound',
  409: 'conflict',
  410: 'notFound',
  413: 'tooLarge',
}

/** A refusal of @tus/server as an error of Nido's; the store's own errors stay as they are. */
function asThrown(error: unknown, { record }: Pick<TusCall, 'record'>): unknown {
  if (error === ERRORS.INVALID_OFFSET) return new AppError('conflict', `the offset of the upload is ${record?.offset}`)
  if (error === ERRORS.ERR_SIZE_EXCEEDED) return new AppError('tooLarge', 'more bytes than declared')
  if (error === ERRORS.FILE_NOT_FOUND) return new AppError('notFound', 'there is no upload at that path')
  if (error instanceof Error || typeof error !== 'object' || error === null) return error
  const { status_code: status, body } = error as { status_code?: number; body?: string }
  const code = CODES[status ?? 0]
  return code ? new AppError(code, body?.trim() ?? 'the upload was refused') : new Error(body ?? 'the upload failed')
}
