// Compresses JSON answers as the client accepts (RFC 9110 section 12.5.3). Long ones are compressed by the threads of
// zlib, beside the event loop. For a short one, waiting for a thread takes longer than the work, and much longer on a
// busy machine.
import { pipeline, Readable, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import zlib from 'node:zlib'
import type { Context, Middleware } from 'koa'
import { jsonPieces } from '../lib/json-pieces.ts'
import { Yielding } from '../lib/yielding.ts'

/** A shorter text fits into one packet without compression. */
const WORTHWHILE_BYTES = 1_400
/** From about this size on, texts are written in pieces, and pieces are joined to this size for the compressor. */
const LONG_CHARACTERS = 128 * 1024
const PIECE_CHARACTERS = 64 * 1024
/** What is unpacked comes in pieces of this size: each one costs a turn of the event loop. */
const UNPACKED_CHUNK = 1024 * 1024

const brotli = (quality: number) => ({
  params: {
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
  },
})

/**
 * A folder of 100,000 files (18 MB) becomes 1.4 MB in 80 ms with brotli 2, 0.9 MB in 900 ms with brotli 5, and 1.7 MB
 * in 70 ms with gzip. So long texts use the fast levels. Of short ones, a folder of 100 files takes 0.15 ms with brotli
 * 5, and the longest 0.8 ms.
 */
const CODINGS = {
  br: {
    whole: (text: string) => zlib.brotliCompressSync(text, brotli(5)),
    stream: () => zlib.createBrotliCompress(brotli(2)),
    back: () => zlib.createBrotliDecompress({ chunkSize: UNPACKED_CHUNK }),
  },
  gzip: {
    whole: (text: string) => zlib.gzipSync(text, { level: 6 }),
    stream: () => zlib.createGzip({ level: 1 }),
    back: () => zlib.createGunzip({ chunkSize: UNPACKED_CHUNK }),
  },
} satisfies Record<string, CodingSteps>

interface CodingSteps {
  whole(text: string): Buffer
  stream(): Compressor
  back(): Transform
}

/** `bytesWritten` is what it has read. */
type Compressor = Transform & Pick<zlib.Gzip, 'bytesWritten'>

export type Coding = keyof typeof CODINGS

/** A compressed text. */
export interface Compressed {
  bytes: Buffer
  /** Of the text, in bytes. */
  length: number
}

export const CODING_HEADER = 'Content-Encoding'

/** The encoding that the client prefers among those available; null for none. */
export function codingFor(ctx: Pick<Context, 'acceptsEncodings'>): Coding | null {
  const coding = ctx.acceptsEncodings('br', 'gzip', 'identity')
  return coding === 'br' || coding === 'gzip' ? coding : null
}

/** Changes what was compressed; null if `change` declines, which answers the pieces of the new text. */
export async function recompressed(
  coding: Coding,
  old: Compressed,
  change: (text: Buffer) => Promise<readonly Buffer[] | null>,
): Promise<Compressed | null> {
  const changed = await change(await unpacked(coding, old))
  return changed && compressLong(Readable.from(changed), CODINGS[coding].stream())
}

/** A text as it was, piece by piece into its place: joining a long one takes more than a turn of the event loop. */
async function unpacked(coding: Coding, { bytes, length }: Compressed): Promise<Buffer> {
  const text = Buffer.allocUnsafeSlow(length)
  const pieces = CODINGS[coding].back()
  pieces.end(bytes)
  let at = 0
  for await (const piece of pieces as AsyncIterable<Buffer>) at += piece.copy(text, at)
  return text
}

/** Serialises JSON bodies and compresses them, also JSON that a handler streams. Other bodies pass unchanged. */
export function compressJson(): Middleware {
  return async function answerCompressed(ctx, next) {
    await next()
    if (
      ctx.headerSent ||
      ctx.respond === false ||
      !ctx.body ||
      ctx.res.hasHeader(CODING_HEADER) ||
      // A file of the page is sent as the build has it.
      ctx.state.isFile === true ||
      ctx.type !== 'application/json'
    )
      return
    ctx.vary('Accept-Encoding')
    const coding = ctx.method === 'HEAD' ? null : codingFor(ctx)
    const text = textOf(ctx.body)
    if (coding === null || (typeof text === 'string' && text.length < WORTHWHILE_BYTES)) {
      setText(ctx, text)
      return
    }
    const compressed = await compress(text, coding, ctx.body instanceof Readable)
    ctx.set(CODING_HEADER, coding)
    if (compressed instanceof Readable) return setText(ctx, compressed)
    setText(ctx, compressed.bytes)
    ctx.state.onCompressed?.(coding, compressed)
  }
}

async function compress(text: string | Readable, coding: Coding, isStreamed: boolean): Promise<Compressed | Readable> {
  const { whole, stream } = CODINGS[coding]
  if (typeof text === 'string') return { bytes: whole(text), length: Buffer.byteLength(text) }
  // The pipeline passes on errors and disconnections; Koa reports them.
  return isStreamed ? pipeline(text, stream(), () => undefined) : compressLong(text, stream())
}

/** A body as a text, or as a stream of texts if it is long. */
function textOf(body: unknown): string | Readable {
  if (body instanceof Readable) return gathered(body)
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return String(body)
  const pieces = jsonPieces(body)
  let text = ''
  // Not `for … of`, which would end the iterator.
  for (let step = pieces.next(); !step.done; step = pieces.next()) {
    text += step.value
    if (text.length > LONG_CHARACTERS) return Readable.from(inTurns(text, pieces), { objectMode: false })
  }
  return text
}

async function* inTurns(first: string, rest: Iterable<string>): AsyncGenerator<string> {
  const turns = new Yielding()
  yield first
  let text = ''
  for (const piece of rest) {
    await turns.pass()
    text += piece
    if (text.length < PIECE_CHARACTERS) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

/** Each call of a compressor costs more than compressing a short text saves. */
function gathered(body: Readable): Readable {
  async function* gather(): AsyncGenerator<Buffer> {
    let held: Buffer[] = []
    let length = 0
    for await (const piece of body as AsyncIterable<Buffer | string>) {
      held.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
      length += piece.length
      if (length < PIECE_CHARACTERS) continue
      yield Buffer.concat(held)
      held = []
      length = 0
    }
    if (length > 0) yield Buffer.concat(held)
  }
  return Readable.from(gather(), { objectMode: false })
}

/**
 * A long text, compressed. It is turned into bytes at once, so that only a tenth of its size, and none of its objects,
 * is held for a slow client.
 */
async function compressLong(text: Readable, compressor: Compressor): Promise<Compressed> {
  const bytes = await buffer(pipeline(text, compressor, () => undefined))
  return { bytes, length: compressor.bytesWritten }
}

/** Koa changes the type when it gets a new body. */
function setText(ctx: Context, body: string | Buffer | Readable): void {
  const { status } = ctx
  const type = String(ctx.response.get('Content-Type'))
  ctx.body = body
  ctx.set('Content-Type', type)
  ctx.status = status
}
