// Reads the head of an answer (RFC 9112), strictly: what is not plainly as expected counts as odd.

/** Longer heads are odd: S3 allows 2 KB of metadata, and some headers beside them. */
export const ANSWER_HEAD_MAX = 16 * 1024

/** How it is told where a body ends (RFC 9112 section 6.3): by its length, in chunks, or with the connection. */
export type Framing = number | 'chunks' | 'connection'

export interface ReadHead {
  status: number
  reason: string
  /** By names in lower case. Repeated fields are joined (RFC 9110 section 5.2). */
  headers: Record<string, string>
  framing: Framing
  /** Whether the connection may be used again. */
  isKept: boolean
}

export interface AnswerHead extends Omit<ReadHead, 'framing'> {
  /** Bytes of the body. */
  length: number
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

/**
 * A head of which only the framing may be any.
 * @param text the head without its last empty line, a character a byte. @throws OddAnswer
 */
export function readHead(text: string): ReadHead {
  const [first = '', ...lines] = text.split('\r\n')
  const [, code, reason = ''] = STATUS_LINE.exec(first) ?? []
  if (code === undefined) throw new OddAnswer('its first line')
  const status = Number(code)
  const headers = headersOf(lines)
  const connection = headers['connection']?.toLowerCase()
  const isKept = connection === undefined || connection === 'keep-alive'
  return { status, reason, headers, framing: framingOf(status, headers), isKept }
}

/** A head whose body has a declared length. @param text as for `readHead` @throws OddAnswer */
export function parseAnswerHead(text: string): AnswerHead {
  const { framing, ...head } = readHead(text)
  if (BODILESS.has(head.status)) throw new OddAnswer('a status without a body')
  if (framing === 'chunks') throw new OddAnswer('a body in chunks')
  if (framing === 'connection') throw new OddAnswer('no length')
  return { ...head, length: framing }
}

function framingOf(status: number, headers: Record<string, string>): Framing {
  if (BODILESS.has(status)) return 0
  const coding = headers['transfer-encoding']
  if (coding !== undefined) {
    if (coding.toLowerCase() !== 'chunked') throw new OddAnswer('a coding of its body')
    return 'chunks'
  }
  const declared = headers['content-length']
  if (declared === undefined) return 'connection'
  const length = Number(declared)
  if (!/^\d+$/.test(declared) || !Number.isSafeInteger(length)) throw new OddAnswer('its length')
  return length
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
