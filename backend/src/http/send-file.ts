// Answers a request with a file: ranges, conditions and what the browser may do with the bytes (api-contract 4.1).
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Download } from '../features/files/service.ts'
import { AppError } from '../lib/app-error.ts'
import type { ByteRange, OpenFile, OpenOptions } from '../storage/types.ts'
import { isAnsweredByConditions, isRangeWanted, validatorsOf, type Validators } from './conditions.ts'
import { inlineTypeOf, setContentHeaders } from './disposition.ts'
import { contentRange, firstRange, lengthOf, multipartHeads, parseRanges } from './ranges.ts'
import type { AppContext } from './route.ts'

/** Under which name a file is sent, and whether to be shown inline rather than saved. */
export interface SentAs {
  name: string
  isInline: boolean
}

/** Conditions by which the answer may have no bytes. With `If-Range` it always has some, and mostly the range. */
const CONDITIONS = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since']

/** The bytes of a file that the answer will begin with, as far as the request tells (`OpenOptions.next`). */
export function nextBytes(ctx: Pick<AppContext, 'method' | 'get'>): OpenOptions['next'] {
  if (ctx.method !== 'GET' || CONDITIONS.some((name) => ctx.get(name) !== '')) return undefined
  return (size) => firstRange(ctx.get('Range'), size)
}

/**
 * Answers a request with a file, whole or in ranges. Where the request's conditions say so, with 304 alone.
 * @throws AppError `preconditionFailed`, `rangeNotSatisfiable`
 */
export function sendFile(
  ctx: AppContext,
  { name, isInline }: SentAs,
  { file, type: ownType }: Pick<Download, 'file' | 'type'>,
): void {
  const type = isInline ? inlineTypeOf(ownType) : 'application/octet-stream'
  const validators = validatorsOf(file.stat)
  setContentHeaders(ctx, { name, isInline, type, ...validators })
  ctx.set('Accept-Ranges', 'bytes')
  if (!isAnsweredByConditions(ctx, validators)) send(ctx, { file, type, validators })
}

function send(
  ctx: AppContext,
  { file, type, validators }: { file: OpenFile; type: string; validators: Validators },
): void {
  const { size } = file.stat
  const header = ctx.get('Range')
  // Range counts for GET alone (RFC 9110 section 14.2).
  const ranges =
    ctx.method === 'GET' && header !== '' && isRangeWanted(ctx.get('If-Range') || undefined, validators)
      ? parseRanges(header, size)
      : null
  if (ranges === null) return sendBody(ctx, { status: 200, type, length: size, body: () => file.read() })
  const [first, second] = ranges
  if (first === undefined) {
    ctx.set('Content-Range', `bytes */${size}`)
    throw new AppError('rangeNotSatisfiable', 'the range is beyond the end of the file')
  }
  if (second !== undefined) return sendSeveral(ctx, { file, type, ranges })
  ctx.set('Content-Range', contentRange(first, size))
  sendBody(ctx, { status: 206, type, length: lengthOf(first), body: () => file.read(first) })
}

function sendSeveral(
  ctx: AppContext,
  { file, type, ranges }: { file: OpenFile; type: string; ranges: ByteRange[] },
): void {
  const boundary = randomBytes(12).toString('hex')
  const { heads, end } = multipartHeads(ranges, { size: file.stat.size, type, boundary })
  const length = ranges.reduce((sum, range, index) => sum + lengthOf(range) + (heads[index]?.length ?? 0), end.length)
  async function* parts(): AsyncGenerator<Buffer> {
    for (const [index, range] of ranges.entries()) {
      yield heads[index] ?? Buffer.alloc(0)
      for await (const chunk of file.read(range)) yield chunk
    }
    yield end
  }
  sendBody(ctx, {
    status: 206,
    type: `multipart/byteranges; boundary=${boundary}`,
    length,
    body: () => Readable.from(parts(), { objectMode: false, highWaterMark: 256 * 1024 }),
  })
}

/** Koa ends the stream, and with it the reads behind it, when the client goes. */
function sendBody(
  ctx: AppContext,
  { status, type, length, body }: { status: number; type: string; length: number; body: () => Readable },
): void {
  ctx.status = status
  ctx.body = ctx.method === 'HEAD' || length === 0 ? '' : body()
  ctx.set('Content-Type', type)
  ctx.set('Content-Length', String(length))
}
