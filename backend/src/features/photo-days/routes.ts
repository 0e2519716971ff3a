// /api/photos.
import { photoDaysCalls } from '../../../contract/calls/photo-days.ts'
import { answerJson } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { HousePhotoDays } from './service.ts'

export const photoDaysRoutes = ({ photoDays }: { photoDays: HousePhotoDays }): Route[] => [
  on(photoDaysCalls.list, async (ctx, { query: { day } }) =>
    answerJson(ctx, await photoDays.list(ctx.state.actor, day)),
  ),
  on(photoDaysCalls.look, async (ctx) => photoDays.look(ctx.state.actor)),
]
