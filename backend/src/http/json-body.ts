// Small JSON bodies. Routes that receive files never use this; they stream the request.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { HttpMethodEnum, koaBody } from 'koa-body'
import type { Context } from 'koa'
import pLimit from 'p-limit'
import { JSON_MAX_BYTES, JSON_MAX_FIELDS } from '../../contract/limits.ts'
import { AppError } from '../lib/app-error.ts'
import { inTime } from './slow-body.ts'

const readText = koaBody({
  text: true,
  textLimit: JSON_MAX_BYTES,
  json: false,
  urlencoded: false,
  multipart: false,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  onError: (error) => {
    throw fromReader(error)
  },
})

/**
 * The body as JSON, whatever its declared type, because other clients send none; undefined if there is no body.
 * @throws AppError `badRequest` unless it is JSON of at most 1,000 fields, `tooLarge` over 1 MiB, `tooSlow` after 30 s,
 *   `unsupportedMediaType` if it is compressed
 */
export async function readJsonBody(ctx: Pick<Context, 'req' | 'res' | 'request'>, limitMs?: number): Promise<unknown> {
  // Nobody needs to compress a small body, and decompression can be abused.
  if ((ctx.req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('unsupportedMediaType', 'the body is compressed')
  // koa-body only looks at the type.
  ctx.req.headers['content-type'] = 'text/plain'
  await inTime(ctx, () => readText(ctx as Context, async () => {}), limitMs)
  const { body } = ctx.request as { body?: string }
  return body === undefined || body === '' ? undefined : parse(body)
}

/** Characters that are parsed in a millisecond, whatever they say. */
const SHORT = 16 * 1024
const inTurn = pLimit(1)

/**
 * A megabyte of many small members takes tens of milliseconds. So of long bodies that come together one is parsed at a
 * time, and other requests have their turn in between.
 * @throws AppError `badRequest`
 */
async function parse(text: string): Promise<unknown> {
  if (text.length <= SHORT) return parseNow(text)
  return inTurn(async () => {
    await nextTurn()
    return parseNow(text)
  })
}

function parseNow(text: string): unknown {
  const value = fromJson(text)
  // The check of a field by its schema takes longer than its parsing, and no call knows so many.
  if (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > JSON_MAX_FIELDS
  )
    throw new AppError('badRequest', `the body has more than ${JSON_MAX_FIELDS} fields`)
  return value
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's error quotes the body, which may hold a password, so it is not kept as a cause.
    throw new AppError('badRequest', 'the body is not JSON')
  }
}

function fromReader(error: Error): AppError {
  const { status } = error as { status?: unknown }
  if (status === 413) return new AppError('tooLarge', 'the body is larger than 1 MiB')
  return new AppError('badRequest', 'the body could not be read', { cause: error })
}
