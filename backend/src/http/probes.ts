// Probes: whether the process is alive, and whether it can serve. They tell nothing else.
import type { Middleware } from 'koa'
import { setApiHeaders } from './headers.ts'

const ANSWER_WITHIN_MS = 2_000

export interface ProbesOptions {
  /** Whether the process still accepts requests. */
  isOpen(): boolean
  /** What the process needs to serve; each rejects if it does not respond. */
  checks: readonly (() => Promise<unknown>)[]
}

/**
 * `GET /health`: 200 while the process is alive. `GET /ready`: 200 while it accepts requests and everything it needs
 * responds, otherwise 503.
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
