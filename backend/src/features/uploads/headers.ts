// The headers of tus 1.0 as the contract reads them (api-contract 6): laxer than tus in places, with other statuses in
// others. What they mean for an upload is said by @tus/server (tus.ts).
import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { UPLOAD_HEADER } from '../../../contract/headers.ts'
import { declaredLength } from '../../http/request-body.ts'
import { AppError } from '../../lib/app-error.ts'
import { OBJECT_MAX_BYTES } from '../../storage/part-limits.ts'
import { isDeferred, UNKNOWN_LENGTH, type UploadRecord } from './record.ts'

const WHOLE_NUMBER = /^\d{1,16}$/

/** tus 1.0, PATCH: "All PATCH requests MUST use Content-Type: application/offset+octet-stream". */
const CHUNK_TYPE = 'application/offset+octet-stream'

/**
 * `Upload-Length` in bytes; -1 if it is not sent, as the first page of this API does.
 * @throws AppError `badRequest` unless it is a whole number, `tooLarge` above `most`
 */
export function parseLength(header: string | undefined, most: number): number {
  if (header === undefined) return UNKNOWN_LENGTH
  const length = wholeNumber(header, 'Upload-Length')
  if (length > most) throw new AppError('tooLarge', 'the file is larger than the storage allows')
  return length
}

/** `Upload-Offset` in bytes. @throws AppError `badRequest` if it is missing or not a whole number */
export const parseOffset = (header: string | undefined): number => wholeNumber(header ?? '', 'Upload-Offset')

/** A header as it was sent; Node joins repeated ones, of which no number comes. */
export const headerOf = ({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined =>
  headers[name]?.toString()

/** @throws AppError `unsupportedMediaType` */
export function checkChunkType({ headers }: Pick<IncomingMessage, 'headers'>): void {
  if (headers['content-type'] !== CHUNK_TYPE)
    throw new AppError('unsupportedMediaType', `a chunk must be sent as ${CHUNK_TYPE}`)
}

/** The name of the upload that a client means; undefined if it names none. */
export const namedIn = (request: Pick<IncomingMessage, 'headers'>): string | undefined =>
  headerOf(request, UPLOAD_HEADER.toLowerCase())

/** Tells a client the name of its upload. */
export const nameHeader = ({ generation }: Pick<UploadRecord, 'generation'>): Record<string, string> => ({
  [UPLOAD_HEADER]: generation,
})

/**
 * Refuses a client that means an earlier upload to this path: its bytes would become part of another file. One that
 * names none means whichever is there.
 * @throws AppError `preconditionFailed`
 */
export function demandNamed(named: string | undefined, { generation }: Pick<UploadRecord, 'generation'>): void {
  if (named !== undefined && named !== generation)
    throw new AppError('preconditionFailed', 'another upload to this path has begun since')
}

/** How tus says the length of an upload that begins. */
export const lengthHeaders = (length: number): Record<string, string> =>
  isDeferred({ length }) ? { 'Upload-Defer-Length': '1' } : { 'Upload-Length': String(length) }

/**
 * The headers of a chunk that begins at `offset`. A length that comes with it counts where none is known yet (tus 1.0,
 * creation-defer-length); else it is passed over.
 * @throws AppError `badRequest`, `tooLarge`
 */
export function chunkHeaders(
  request: IncomingMessage,
  offset: number,
  record: Pick<UploadRecord, 'length'>,
): Record<string, string> {
  const bytes = declaredLength(request)
  const declared = isDeferred(record) ? headerOf(request, 'upload-length') : undefined
  return {
    'Content-Type': CHUNK_TYPE,
    'Upload-Offset': String(offset),
    ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
    ...(declared !== undefined && { 'Upload-Length': String(parseLength(declared, OBJECT_MAX_BYTES)) }),
  }
}

function wholeNumber(header: string, name: string): number {
  if (!WHOLE_NUMBER.test(header) || !Number.isSafeInteger(Number(header)))
    throw new AppError('badRequest', `${name} is not a whole number`)
  return Number(header)
}

/** The supported version of the protocol. */
const VERSION = '1.0.0'

/**
 * Extensions that change the meaning of a request and are not supported. Ignoring them would make another file than the
 * client intends.
 */
const EXTENSIONS = ['Upload-Concat', 'Upload-Checksum']

/**
 * Refuses unsupported features of the protocol. tus 1.0, Tus-Resumable: "If the version specified by the Client is not
 * supported by the Server, it MUST respond with the 412 Precondition Failed status and MUST include the Tus-Version
 * header". A request without a version is accepted.
 * @throws AppError `preconditionFailed`, `badRequest`
 */
export function checkProtocol(ctx: Pick<Context, 'get' | 'set' | 'headers'>): void {
  if (ctx.headers['tus-resumable'] !== undefined && ctx.get('Tus-Resumable') !== VERSION) {
    ctx.set('Tus-Version', VERSION)
    throw new AppError('preconditionFailed', 'this version of tus is not supported')
  }
  // A trailer comes after the bytes but is announced before them (tus 1.0, checksum-trailer).
  const announced = ctx.get('Trailer').toLowerCase()
  for (const name of EXTENSIONS) {
    const lower = name.toLowerCase()
    const isSent = ctx.headers[lower] !== undefined || announced.includes(lower)
    if (isSent) throw new AppError('badRequest', `${name} is not supported`)
  }
}

/**
 * The value of `mtime` in `Upload-Metadata` (base64 of milliseconds since 1970); undefined if it is missing or invalid.
 * Other metadata is ignored: the URL gives the name, and the name and the bytes give the type.
 */
export function mtimeOfUpload(metadata: string | undefined): Date | undefined {
  for (const pair of (metadata ?? '').split(',')) {
    const [key, value = ''] = pair.trim().split(' ')
    if (key !== 'mtime') continue
    const text = Buffer.from(value, 'base64').toString('latin1')
    return /^\d{1,15}$/.test(text) ? new Date(Number(text)) : undefined
  }
  return undefined
}
