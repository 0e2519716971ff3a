// /api/operations: long changes of a person (api-contract 15).
import type { Route } from '../../http/route.ts'
import type { PersonsOperations } from './service.ts'

export function operationsRoutes({ operations }: { operations: PersonsOperations }): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/operations',
      policy: 'person',
      handler: async (ctx) => {
        ctx.body = { items: await operations.list(ctx.state.actor) }
      },
    },
    {
      method: 'GET',
      path: '/api/operations/:id',
      policy: 'person',
      handler: async (ctx) => {
        ctx.body = await operations.get(ctx.state.actor, ctx.params.id ?? '')
      },
    },
    {
      method: 'DELETE',
      path: '/api/operations/:id',
      policy: 'person',
      handler: async (ctx) => {
        await operations.cancel(ctx.state.actor, ctx.params.id ?? '')
        ctx.status = 204
      },
    },
  ]
}
