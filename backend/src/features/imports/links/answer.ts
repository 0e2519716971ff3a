// What the server at a link answers: a whole file, the rest of one, or nothing that can be imported.
import type { IncomingHttpHeaders } from 'node:http'
import type { ImportError } from '../../../../contract/import-kinds.ts'
import type { Dialled } from '../../../lib/dial/fetching.ts'
import { failed } from '../landing-failures.ts'
import { isAttachment, nameOfLink } from './name.ts'

/** What is known of a file, and tells whether its rest can be asked for later. */
export interface LinkFacts {
  name: string
  /** Bytes; null if the server does not say. */
  size: number | null
  /** What If-Range names: a strong ETag, or a time; null if the server says neither. */
  validator: string | null
  isTorrent: boolean
}

/** Statuses that may be others in a moment (RFC 9110 section 15, RFC 6585). */
const PASSING: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/** The server answers, but not with the file. */
export class Unavailable extends Error {
  constructor(status: number) {
    super(`HTTP ${status}`)
    this.name = 'Unavailable'
  }
}

const REFUSALS: Readonly<Record<number, ImportError>> = {
  401: 'needsLogin',
  403: 'needsLogin',
  404: 'gone',
  410: 'gone',
  451: 'gone',
}

/** @throws Unavailable if another try may help; JobFailed */
export function checkStatus({ status }: Pick<Dialled, 'status'>): void {
  if (status === 200 || status === 206) return
  if (PASSING.includes(status)) throw new Unavailable(status)
  throw failed(REFUSALS[status] ?? 'unreachable', `HTTP ${status}`)
}

/** Reads the answer to a request for the whole. @throws JobFailed `badLink` for a page */
export function factsOf({ url, headers }: Pick<Dialled, 'url' | 'headers'>): LinkFacts {
  const { 'content-disposition': disposition, 'content-type': type } = headers
  const name = nameOfLink(url, disposition, type)
  const mediaType = (type ?? '').split(';')[0]?.trim().toLowerCase()
  // A link that ends like a page means the page. Anything else that answers with a page is not the file.
  const isPage = mediaType === 'text/html' && !isAttachment(disposition) && !/\.x?html?$/i.test(url.pathname)
  if (isPage) throw failed('badLink', 'it is a page, not a file')
  const isTorrent = mediaType === 'application/x-bittorrent' || /\.torrent$/i.test(name)
  return { name, size: sizeOf(headers), validator: validatorOf(headers), isTorrent }
}

/** What is encoded on its way has another length. */
function sizeOf(headers: IncomingHttpHeaders): number | null {
  const { 'content-length': length, 'content-encoding': encoding } = headers
  if (length === undefined || !/^\d{1,15}$/.test(length)) return null
  return encoding === undefined || encoding === 'identity' ? Number(length) : null
}

function validatorOf({ etag, 'last-modified': modified }: IncomingHttpHeaders): string | null {
  // A weak one may not be used here (RFC 9110 section 13.1.5).
  if (etag !== undefined && /^"[^"]*"$/.test(etag)) return etag
  return modified ?? null
}

/** Whether an answer is the rest of the file from `start` on. */
export function isRest({ status, headers }: Pick<Dialled, 'status' | 'headers'>, start: number): boolean {
  const [, from] = /^bytes (\d+)-\d+\/(?:\d+|\*)$/.exec(headers['content-range'] ?? '') ?? []
  return status === 206 && Number(from) === start
}
