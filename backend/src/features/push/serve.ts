// The service worker of the page: `GET {base}/sw.js`. Its scope is the folder that it lies in. It keeps the page for
// times without a connection, and shows what is pushed.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Middleware } from 'koa'
import { SERVICE_WORKER_PATH } from '../../../contract/push-limits.ts'
import { AppError } from '../../lib/app-error.ts'

/** It loads no code, and asks this host alone. */
const POLICY = "default-src 'none'; connect-src 'self'"

/** `dir`: the folder of the built page. */
export function serveServiceWorker(dir: string): Middleware {
  return async function answerServiceWorker(ctx, next) {
    if (ctx.path !== SERVICE_WORKER_PATH) return next()
    ctx.state.route = SERVICE_WORKER_PATH
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new AppError('notFound', 'no such file')
    const script = await readFile(path.join(dir, SERVICE_WORKER_PATH)).catch(() => null)
    if (script === null) throw new AppError('notFound', 'the page is not built')
    ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': POLICY })
    ctx.type = 'text/javascript; charset=utf-8'
    ctx.status = 200
    ctx.body = script
  }
}
