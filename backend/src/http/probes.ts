// What keeps an eye on the process: whether it lives, and whether it can serve. Neither tells anything else.
import type { Middleware } from 'koa'
import { setApiHeaders } from './headers.ts'

const ANSWER_WITHIN_MS = 2_000

export interface ProbesOptions {
  /** Whether the process still takes requests. */
  isOpen(): boolean
  /** What it cannot serve without; each rejects when it does not answer. */
  checks: readonly (() => Promise<unknown>)[]
}

/**
 * `GET /health`: 200 while the process lives. `GET /ready`: 200 while it takes requests and all it needs answers, else
 * 503.
 */
export function probes({ isOpen, checks }: ProbesOptions): Middleware {
  return async function answerProbes(ctx, next) {
    if (ctx.path !== '/health' && ctx.path !== '/ready') return next()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return
    ctx.state.route = ctx.path
    setApiHeaders(ctx)
    const isFine = ctx.path === '/health' || (isOpen() && (await allAnswer(checks)))
    ctx.status = isFine ? 200 : 503
    ctx.body = { status: isFine ? 'OK' : 'unavailable' }
  }
}

async function allAnswer(checks: ProbesOptions['checks']): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_WITHIN_MS)
  })
  try {
    await Promise.race([Promise.all(checks.map((check) => check())), late])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
