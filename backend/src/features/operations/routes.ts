// /api/operations: a person's operations.
import { operationsCalls } from '../../../contract/calls/history.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { PersonsOperations } from './service.ts'

export function operationsRoutes({ operations }: { operations: PersonsOperations }): Route[] {
  return [
    on(operationsCalls.list, async (ctx) => {
      ctx.body = { items: await operations.list(ctx.state.actor) }
    }),
    on(operationsCalls.get, async (ctx, { params }) => {
      ctx.body = await operations.get(ctx.state.actor, params.id)
    }),
    on(operationsCalls.cancel, (ctx, { params }) => operations.cancel(ctx.state.actor, params.id)),
  ]
}
