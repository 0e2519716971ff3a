// /api/shares and /api/share: links as their owners see them (api-contract 7 and 15).
import { changeShareBody, createShareBody } from '../../../contract/shares.ts'
import { answerJson, answerStatus, parseWith } from '../../http/answers.ts'
import { jsonBody } from '../../http/json-body.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { queryOf, splitUrl, urlPathOf } from '../../http/url-path.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Asking, Shares } from './service.ts'

const SHARE = '/api/share'

export function sharesRoutes({ shares }: { shares: Shares }): Route[] {
  const share = (method: Route['method'], handler: Route['handler']): Route => ({
    method,
    path: `${SHARE}{/*path}`,
    policy: 'person',
    handler,
  })
  return [
    {
      method: 'GET',
      path: '/api/shares',
      policy: 'person',
      handler: async (ctx) =>
        answerJson(ctx, await shares.list(askingOf(ctx), { ended: queryOf(ctx).ended === 'true' })),
    },
    share('GET', async (ctx) => answerJson(ctx, await shares.listAt(askingOf(ctx), urlPathOf(ctx, SHARE).path))),
    share('POST', (ctx) => create(ctx, shares)),
    share('PATCH', async (ctx) => {
      const hash = hashOf(ctx)
      answerJson(ctx, await shares.change(askingOf(ctx), hash, parseWith(changeShareBody, await jsonBody(ctx))))
    }),
    share('DELETE', async (ctx) => {
      await shares.remove(askingOf(ctx), hashOf(ctx))
      answerStatus(ctx, 200)
    }),
  ]
}

const askingOf = ({ state: { user, actor } }: AppContext): Asking => ({ user, actor })

async function create(ctx: AppContext, shares: Shares): Promise<void> {
  const { path, isFolder } = urlPathOf(ctx, SHARE)
  const body = parseWith(createShareBody, await jsonBody(ctx))
  answerJson(
    ctx,
    await shares.create(askingOf(ctx), { path, asked: isFolder && path !== '/' ? `${path}/` : path }, body),
  )
}

/** @throws AppError `badRequest` without one */
function hashOf(ctx: AppContext): string {
  const hash = splitUrl(ctx.req.url ?? '').path.slice(SHARE.length + 1)
  if (hash === '') throw new AppError('badRequest', 'which link is not said')
  return hash
}
