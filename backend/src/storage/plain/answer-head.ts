// Reads the head of an answer (RFC 9112), strictly: what is not plainly as expected counts as odd.

/** Longer heads are odd: S3 allows 2 KB of metadata, and some headers beside them. */
export const ANSWER_HEAD_MAX = 16 * 1024

export interface AnswerHead {
  status: number
  reason: string
  /** By names in lower case. Repeated fields are joined (RFC 9110 section 5.2). */
  headers: Record<string, string>
  /** Bytes of the body. */
  length: number
  /** Whether the connection may be used again. */
  isKept: boolean
}

/** An answer that this client does not read. The request is no worse for it: the usual client may send it. */
export class OddAnswer extends Error {
  constructor(what: string) {
    super(`the storage sent an odd answer: ${what}`)
    this.name = 'OddAnswer'
  }
}

const STATUS_LINE = /^HTTP\/1\.1 ([2-5]\d\d)(?: ([\t\x20-\x7e\x80-\xff]*))?$/
/** A token, and a value without control characters (RFC 9110 sections 5.1 and 5.5). */
const FIELD = /^([!#$%&'*+.^_`|~\dA-Za-z-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*?)[\t ]*$/
/** Statuses whose answers have no body, whatever their headers say (RFC 9110 section 6.4.1). */
const BODILESS = new Set([204, 205, 304])
/** Fields of which two would contradict each other. */
const SINGLE = new Set(['content-length', 'content-range', 'etag', 'last-modified', 'x-amz-version-id', 'connection'])

/** @param text the head without its last empty line, a character a byte. @throws OddAnswer */
export function parseAnswerHead(text: string): AnswerHead {
  const [first = '', ...lines] = text.split('\r\n')
  const [, code, reason = ''] = STATUS_LINE.exec(first) ?? []
  if (code === undefined) throw new OddAnswer('its first line')
  const status = Number(code)
  const headers = headersOf(lines)
  if (BODILESS.has(status)) throw new OddAnswer('a status without a body')
  if (headers['transfer-encoding'] !== undefined) throw new OddAnswer('a body in chunks')
  const declared = headers['content-length'] ?? ''
  const length = Number(declared)
  if (!/^\d+$/.test(declared) || !Number.isSafeInteger(length)) throw new OddAnswer('no length')
  const connection = headers['connection']?.toLowerCase()
  return { status, reason, headers, length, isKept: connection === undefined || connection === 'keep-alive' }
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (const line of lines) {
    const [, spelled = '', value = ''] = FIELD.exec(line) ?? []
    if (spelled === '') throw new OddAnswer('a line of its head')
    const name = spelled.toLowerCase()
    const before = headers[name]
    if (before !== undefined && SINGLE.has(name)) throw new OddAnswer(`${name} twice`)
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}
