// Small JSON bodies. Routes that receive files never use this; they stream the request.
import { HttpMethodEnum, koaBody } from 'koa-body'
import type { Context } from 'koa'
import { JSON_MAX_BYTES } from '../../contract/limits.ts'
import { AppError } from '../lib/app-error.ts'
import { inTime } from './slow-body.ts'

const parse = koaBody({
  json: true,
  jsonStrict: false,
  jsonLimit: JSON_MAX_BYTES,
  urlencoded: false,
  text: false,
  multipart: false,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  onError: (error) => {
    throw fromParser(error)
  },
})

/**
 * The body as JSON, whatever its declared type, because other clients send none; undefined if there is no body.
 * @throws AppError `badRequest` unless it is JSON, `tooLarge` over 1 MiB, `tooSlow` after 30 s, `unsupportedMediaType`
 *   if
 *   it is compressed
 */
export async function readJsonBody(ctx: Pick<Context, 'req' | 'res' | 'request'>, limitMs?: number): Promise<unknown> {
  // Nobody needs to compress a small body, and decompression can be abused.
  if ((ctx.req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('unsupportedMediaType', 'the body is compressed')
  // koa-body only looks at the type.
  ctx.req.headers['content-type'] = 'application/json'
  await inTime(ctx, () => parse(ctx as Context, async () => {}), limitMs)
  const { body } = ctx.request as { body?: unknown }
  return body === '' ? undefined : body
}

/** The parser's errors quote the body, which may hold a password, so they are not kept as a cause. */
function fromParser(error: Error): AppError {
  const { status } = error as { status?: unknown }
  if (status === 413) return new AppError('tooLarge', 'the body is larger than 1 MiB')
  return new AppError('badRequest', 'the body is not JSON')
}
