// Small JSON bodies. Routes that take files never come here: they stream the request.
import { HttpMethodEnum, koaBody } from 'koa-body'
import type { Context } from 'koa'
import { AppError } from '../lib/app-error.ts'

/** Bytes of a JSON body at most (api-contract 2). */
const BODY_MAX_BYTES = 1024 * 1024

const parse = koaBody({
  json: true,
  jsonStrict: false,
  jsonLimit: BODY_MAX_BYTES,
  urlencoded: false,
  text: false,
  multipart: false,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  onError: (error) => { throw fromParser(error) },
})

/**
 * The body as JSON, whatever type it is declared as (clients of the contract send none); undefined when there is no body.
 * @throws AppError `badRequest` for what is no JSON, `tooLarge` over 1 MiB, `unsupportedMediaType` for a compressed one
 */
export async function jsonBody(ctx: Pick<Context, 'req' | 'request'>): Promise<unknown> {
  // Nobody has to compress a small body, and unpacking is a way to make much of little.
  if ((ctx.req.headers['content-encoding'] ?? 'identity') !== 'identity') throw new AppError('unsupportedMediaType', 'the body is compressed')
  // koa-body goes by the type alone.
  ctx.req.headers['content-type'] = 'application/json'
  await parse(ctx as Context, async () => {})
  const { body } = ctx.request as { body?: unknown }
  return body === '' ? undefined : body
}

/** The parser's errors quote what they read, which may be a password: they are not kept as a cause. */
function fromParser(error: Error): AppError {
  const { status } = error as { status?: unknown }
  if (status === 413) return new AppError('tooLarge', 'the body is larger than 1 MiB')
  return new AppError('badRequest', 'the body is not JSON')
}
