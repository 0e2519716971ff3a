// tus 1.0 as @tus/server speaks it, called from Koa's routes.
import { Server } from '@tus/server'
import { AppError } from '../../lib/app-error.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { currentCall, runCall, type TusCall } from './call.ts'
import type { Locks } from './locks.ts'
import type { UploadStore } from './store.ts'

const ORIGIN = 'http://uploads.invalid'

/** Runs one call through the protocol and answers the headers it came to. @throws AppError what refused it */
export type Protocol = (
  call: TusCall,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  headers: Record<string, string>,
) => Promise<Headers>

export function createProtocol(store: UploadStore, locks: Locks): Protocol {
  const server = new Server({
    path: '/',
    datastore: store,
    relativeLocation: true,
    locker: (request) => locks.locker(request.method),
    namingFunction: (request) => idOf(request.url),
    getFileIdFromRequest: (request) => idOf(request.url),
    onResponseError: (_request, error) => {
      currentCall().failure ??= error
      return undefined
    },
  })

  return async (call, method, headers) => {
    const request = new Request(`${ORIGIN}/${call.id}`, { method, headers: { 'Tus-Resumable': '1.0.0', ...headers } })
    const response = await runCall(call, () => server.handleWeb(request))
    if (call.failure !== null) throw translate(call.failure)
    if (!response?.ok) throw new AppError('badRequest', (await response?.text())?.trim() ?? 'the upload was refused')
    return response.headers
  }
}

const idOf = (url: string): string => new URL(url).pathname.slice(1)

/** @tus/server throws plain objects with a status. */
const CODES: Record<number, ErrorCode> = {
  400: 'badRequest',
  404: 'notFound',
  409: 'conflict',
  410: 'notFound',
  413: 'tooLarge',
}

function translate(error: unknown): unknown {
  if (error instanceof Error || typeof error !== 'object' || error === null) return error
  const { status_code: status, body } = error as { status_code?: number; body?: string }
  const code = CODES[status ?? 0]
  return code ? new AppError(code, body?.trim() ?? 'the upload was refused') : new Error(body ?? 'the upload failed')
}
