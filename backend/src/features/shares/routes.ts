// /api/shares and /api/share: links for their owners.
import { sharingCalls } from '../../../contract/calls/sharing.ts'
import { answerJson, answerStatus } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Asking, Shares } from './service.ts'

export function sharesRoutes({ shares }: { shares: Shares }): Route[] {
  return [
    on(sharingCalls.list, async (ctx, { query }) => answerJson(ctx, await shares.list(askingOf(ctx), query))),
    on(sharingCalls.listAt, async (ctx, { path }) => answerJson(ctx, await shares.listAt(askingOf(ctx), path))),
    on(sharingCalls.create, async (ctx, { path, isFolder, body }) => {
      const asked = isFolder && path !== '/' ? `${path}/` : path
      answerJson(ctx, await shares.create(askingOf(ctx), { path, asked }, await body()))
    }),
    on(sharingCalls.change, async (ctx, { rest, body }) => {
      const hash = hashIn(rest)
      answerJson(ctx, await shares.change(askingOf(ctx), hash, await body()))
    }),
    on(sharingCalls.remove, async (ctx, { rest }) => {
      await shares.remove(askingOf(ctx), hashIn(rest))
      answerStatus(ctx, 200)
    }),
  ]
}

const askingOf = ({ state: { user, actor } }: AppContext): Asking => ({ user, actor })

/** @throws AppError `badRequest` without one */
function hashIn(rest: string): string {
  const hash = rest.slice(1)
  if (hash === '') throw new AppError('badRequest', 'the hash of the link is missing')
  return hash
}
