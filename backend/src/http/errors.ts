// The error middleware: every error answer is written here.
import { STATUS_CODES } from 'node:http'
import type { Context, Middleware } from 'koa'
import { RENEW_HEADER, REQUEST_ID_HEADER } from '../../contract/headers.ts'
import type { ErrorCode, Problem } from '../../contract/errors.ts'
import { AppError } from '../lib/app-error.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import { answerStatus } from './answers.ts'
import { COMMON_NAMES, setApiHeaders } from './headers.ts'
import { declaredLength, drain } from './request-body.ts'

export interface ErrorDoorOptions {
  log: Log
  metrics: Metrics
  /** Translate errors of libraries; undefined for errors that are not theirs. */
  translators: readonly ((error: unknown) => AppError | undefined)[]
}

/** Headers that error answers keep. */
const KEPT = new Set([REQUEST_ID_HEADER, RENEW_HEADER, 'Connection', ...COMMON_NAMES].map((name) => name.toLowerCase()))

/** Headers of certain codes: RFC 9110 section 15.5.17 wants the size with a 416, tus 1.0 its version with a 412. */
const TOLD: Partial<Record<ErrorCode, string>> = {
  rangeNotSatisfiable: 'content-range',
  preconditionFailed: 'tus-version',
}

/** Codes whose plain text answer includes the reason, because the reader can do something about it. */
const SAYS_WHY = new Set<ErrorCode>(['badRequest', 'misdirected'])

export function errorDoor({ log, metrics, translators }: ErrorDoorOptions): Middleware {
  return async function answerErrors(ctx, next) {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined && ctx.respond !== false && !ctx.headerSent)
        throw new AppError('notFound', 'no such call')
      await readOn(ctx)
    } catch (thrown) {
      if (wasAborted(ctx, thrown)) {
        ctx.state.aborted = true
        log.debug({ requestId: ctx.state.requestId }, 'the client went away')
        ctx.res.destroy()
        return
      }
      const error = asAppError(thrown, translators)
      metrics.errors.inc({ code: error.code })
      if (isOverLimit(error)) metrics.refused.inc({ code: error.code })
      report(log, ctx, error)
      // The headers have been sent, so the only way to report the error is to cut the answer off.
      if (ctx.headerSent) return void ctx.res.destroy()
      await readOn(ctx)
      reply(ctx, error)
    }
  }
}

/** Some clients only read the answer after sending everything, so an unwanted body is read on, within limits. */
async function readOn(ctx: Context): Promise<void> {
  const isSending = declaredLength(ctx.req) !== 0 && !ctx.req.readableEnded && !ctx.req.destroyed
  if (isSending && ctx.response.get('Connection') !== 'close' && !(await drain(ctx.req))) ctx.set('Connection', 'close')
}

/** Whether the connection is gone. Then nobody can be answered, and it is not a failure of ours. */
const wasAborted = (ctx: Context, thrown: unknown): boolean =>
  ctx.req.socket.destroyed ||
  (ctx.req.destroyed && !ctx.req.complete && (thrown as { code?: unknown } | null)?.code === 'ECONNRESET')

function asAppError(thrown: unknown, translators: ErrorDoorOptions['translators']): AppError {
  if (thrown instanceof AppError) return thrown
  for (const translate of translators) {
    const error = translate(thrown)
    if (error) return error
  }
  return new AppError('internal', 'something went wrong', { cause: thrown })
}

/** Whether the caller caused the error, so that its reason may be shown. */
const isRefusalOf = ({ status, code }: AppError): boolean => status < 500 || code === 'tooManyUploads'

/**
 * Whether an error with the status of a failure only says that a limit was reached: an unsupported feature, a full
 * quota, a full queue. A full storage, or one that does not answer, has a cause.
 */
function isLimit({ code, cause, retryAfter }: AppError): boolean {
  if (code === 'notImplemented') return true
  if (cause !== undefined) return false
  return code === 'noRoom' || (code === 'unavailable' && retryAfter !== undefined)
}

const OVER_LIMIT = new Set<ErrorCode>(['tooMany', 'tooManyRequests', 'tooManyUploads', 'tooLarge', 'tooSlow', 'noRoom'])

/** Whether a limit of Nido's refused it: one on how often or how much, or a full queue. */
const isOverLimit = (error: AppError): boolean =>
  OVER_LIMIT.has(error.code) || (error.code === 'unavailable' && isLimit(error))

function report(log: Log, ctx: Context, error: AppError): void {
  const fields = { requestId: ctx.state.requestId, code: error.code, reason: error.message }
  if (isRefusalOf(error) || isLimit(error)) return log.info(fields, 'refused')
  log.error({ ...fields, err: error.cause ?? error }, 'failed')
}

function reply(ctx: Context, error: AppError): void {
  for (const name of ctx.res.getHeaderNames()) {
    const isKept = KEPT.has(name) || TOLD[error.code] === name
    if (!isKept) ctx.remove(name)
  }
  setApiHeaders(ctx)
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))))
  if (error.code === 'downloadDenied') {
    ctx.status = 202
    ctx.body = ''
    ctx.remove('Content-Type')
  } else if (ctx.get('Accept').includes('application/problem+json')) {
    ctx.status = error.status
    ctx.body = JSON.stringify(problemOf(error, String(ctx.state.requestId)))
    ctx.set('Content-Type', 'application/problem+json')
  } else {
    answerStatus(ctx, error.status, SAYS_WHY.has(error.code) ? error.message : undefined)
  }
}

/** RFC 9457. Internal details only go to the log. */
function problemOf(error: AppError, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[error.status] ?? 'Unknown',
    status: error.status,
    code: error.code,
    ...(isRefusalOf(error) ? { detail: error.message } : {}),
    requestId,
  }
}
