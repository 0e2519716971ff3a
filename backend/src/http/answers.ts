// The forms of answers.
import { STATUS_CODES } from 'node:http'
import type { Context } from 'koa'
import type { ZodType } from 'zod'
import { AppError } from '../lib/app-error.ts'

type Answerable = Pick<Context, 'status' | 'set' | 'body'>

/** A status-only answer: `201 Created` and a newline, as plain text. */
export function answerStatus(ctx: Answerable, status: number, why?: string): void {
  ctx.status = status
  ctx.set('Content-Type', 'text/plain; charset=utf-8')
  ctx.body = `${status} ${STATUS_CODES[status] ?? 'Unknown'}${why ? ` (${why})` : ''}\n`
}

/** A JSON answer: `Content-Type: application/json; charset=utf-8`. */
export function answerJson(ctx: Answerable, value: unknown): void {
  ctx.status = 200
  ctx.set('Content-Type', 'application/json; charset=utf-8')
  ctx.body = JSON.stringify(value)
}

/** A plain text, without a newline: tokens. */
export function answerText(ctx: Answerable, text: string): void {
  ctx.status = 200
  ctx.set('Content-Type', 'text/plain; charset=utf-8')
  ctx.body = text
}

/**
 * A request's input, parsed by its schema.
 * @throws AppError `badRequest` naming the first invalid field
 */
export function parseWith<T>(schema: ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new AppError('badRequest', field === '' ? 'the body is invalid' : `invalid value: ${field.slice(0, 100)}`, {
    cause: parsed.error,
  })
}
