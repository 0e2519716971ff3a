// The router of the API: every route by its pattern, behind the session guard.
import Router from '@koa/router'
import type { Context, Middleware, Next } from 'koa'
import { AppError } from '../lib/app-error.ts'
import { runAsked } from '../lib/asker.ts'
import { answerStatus } from './answers.ts'
import { askerOf } from './asking.ts'
import { guardContent } from './embedding.ts'
import { setApiHeaders } from './headers.ts'
import { refuseForeignChange } from './own-site.ts'
import type { AppContext, Route } from './route.ts'
import type { SessionGuard } from './session-guard.ts'

const POLICIES: readonly string[] = ['public', 'person', 'admin'] satisfies Route['policy'][]

/** The first name below `/api` of a path, or of the pattern of one, in which what may be left out is in braces. */
const groupOf = (path: string): string => path.split(/[/{]/, 3)[2] ?? ''

/**
 * Answers everything below `/api`. An unknown call is 404; without a token it gets 401 like any other. Routes are in a
 * router for each first name below `/api`, since a router compares a path with every route that it has.
 * @throws Error for a route without a policy, so that the server does not start
 */
export function apiRouter(routes: readonly Route[], guard: SessionGuard): Middleware & { routers: readonly Router[] } {
  const grouped = [...Map.groupBy(routes, ({ path }) => groupOf(path))]
  const routers = new Map(grouped.map(([group, own]) => [group, routerOf(own, guard)]))
  const dispatchers = new Map([...routers].map(([group, router]) => [group, router.routes() as unknown as Middleware]))

  async function answerApi(ctx: Context, next: Next): Promise<void> {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) return next()
    setApiHeaders(ctx)
    const answerUnknown = async () => {
      if (ctx.method !== 'HEAD' && ctx.method !== 'OPTIONS') await guard.admit(ctx, { policy: 'person' })
      throw new AppError('notFound', 'no such call')
    }
    const dispatch = dispatchers.get(groupOf(ctx.path))
    await (dispatch ? dispatch(ctx, answerUnknown) : answerUnknown())
    const saysStatusOnly = ctx.body === undefined && ctx.method !== 'HEAD' && [200, 201, 202].includes(ctx.status)
    if (saysStatusOnly && !ctx.headerSent) answerStatus(ctx, ctx.status)
  }
  return Object.assign(answerApi, { routers: [...routers.values()] })
}

function routerOf(routes: readonly Route[], guard: SessionGuard): Router {
  const router = new Router({ sensitive: true })
  for (const route of routes) {
    if (!POLICIES.includes(route.policy)) throw new Error(`${route.method} ${route.path} has no policy`)
    router.register(route.path, [route.method], async (ctx, next) => {
      // The router would answer HEAD with GET's route, but here HEAD is a call of its own, or none.
      if (ctx.method !== route.method) return next()
      ctx.state.route = route.path
      await guard.admit(ctx as Context, route)
      refuseForeignChange(ctx)
      if (route.content) guardContent(ctx as Context, route.content)
      await runAsked(askerOf(ctx as unknown as AppContext), () => route.handler(ctx as unknown as AppContext))
    })
  }
  return router
}
