// /api/trash.
import { historyCalls } from '../../../contract/calls/history.ts'
import { answerOperation } from '../../http/answer-operation.ts'
import { answerJson } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { TrashService } from './service.ts'

export interface TrashRoutesOptions {
  trash: TrashService
  /** The base URL without a closing slash; '' for the root. */
  baseUrl: string
}

export function trashRoutes({ trash, baseUrl }: TrashRoutesOptions): Route[] {
  return [
    on(historyCalls.list, async (ctx, { query }) => {
      ctx.body = await trash.list(ctx.state.actor, query)
    }),
    on(historyCalls.inside, async (ctx, { params, path, isFolder }) => {
      ctx.body = await trash.inside(ctx.state.actor, params.id, { path, isFolder })
    }),
    on(historyCalls.restore, async (ctx, { params, body }) => {
      const restored = await trash.restore(ctx.state.actor, params.id, await body())
      // The record of the last operation does not include what was refused before it started.
      if (restored.skipped > 0) await restored.committed
      else await answerOperation(ctx, restored, { baseUrl })
      if (ctx.status !== 202) answerJson(ctx, { left: await restored.left() })
    }),
    on(historyCalls.empty, (ctx) => trash.empty(ctx.state.actor)),
    on(historyCalls.purge, async (ctx, { params }) => {
      await answerOperation(ctx, await trash.purge(ctx.state.actor, params.id), { baseUrl, happened: 204 })
    }),
  ]
}
