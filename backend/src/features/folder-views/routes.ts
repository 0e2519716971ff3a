// GET /api/views, PUT /api/views{path}.
import { folderViewsCalls } from '../../../contract/calls/folder-views.ts'
import { answerJson } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { HouseFolderViews } from './service.ts'

export function folderViewsRoutes({ folderViews }: { folderViews: HouseFolderViews }): Route[] {
  return [
    on(folderViewsCalls.list, async (ctx) => answerJson(ctx, await folderViews.list(ctx.state.actor))),
    on(folderViewsCalls.put, async (ctx, { path, body }) => folderViews.put(ctx.state.actor, path, await body())),
  ]
}
