// /api/trash (api-contract 15).
import { restoreBody, trashQuery } from '../../../contract/trash.ts'
import { answerOperation } from '../../http/answer-operation.ts'
import { answerJson, parseWith } from '../../http/answers.ts'
import { jsonBody } from '../../http/json-body.ts'
import type { Route } from '../../http/route.ts'
import { queryOf, splitFirst } from '../../http/url-path.ts'
import { parseUrlPath } from '../../storage/paths.ts'
import type { TrashService } from './service.ts'

const TRASH = '/api/trash'

export interface TrashRoutesOptions {
  trash: TrashService
  /** The path that Nido lives under, without a closing slash; '' for the root. */
  baseUrl: string
}

export function trashRoutes({ trash, baseUrl }: TrashRoutesOptions): Route[] {
  return [
    {
      method: 'GET',
      path: TRASH,
      policy: 'person',
      handler: async (ctx) => {
        ctx.body = await trash.list(ctx.state.actor, parseWith(trashQuery, queryOf(ctx)))
      },
    },
    {
      method: 'GET',
      path: `${TRASH}/:id{/*path}`,
      policy: 'person',
      handler: async (ctx) => {
        const { first: id, rest } = splitFirst(ctx, `${TRASH}/`)
        ctx.body = await trash.inside(ctx.state.actor, id, parseUrlPath(rest))
      },
    },
    {
      method: 'POST',
      path: `${TRASH}/:id/restore`,
      policy: 'person',
      handler: async (ctx) => {
        const wanted = parseWith(restoreBody, await jsonBody(ctx))
        const restored = await trash.restore(ctx.state.actor, ctx.params.id ?? '', wanted)
        // The record of the last operation tells nothing of what was refused before it began.
        if (restored.skipped > 0) await restored.committed
        else await answerOperation(ctx, restored, baseUrl)
        if (ctx.status !== 202) answerJson(ctx, { left: await restored.left() })
      },
    },
    {
      method: 'DELETE',
      path: TRASH,
      policy: 'person',
      handler: async (ctx) => {
        await trash.empty(ctx.state.actor)
        ctx.status = 204
      },
    },
    {
      method: 'DELETE',
      path: `${TRASH}/:id`,
      policy: 'person',
      handler: async (ctx) => {
        await answerOperation(ctx, await trash.purge(ctx.state.actor, ctx.params.id ?? ''), baseUrl, 204)
      },
    },
  ]
}
