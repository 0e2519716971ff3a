// /api/favourites and /api/recent.
import { placesCalls } from '../../../contract/calls/places.ts'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { goneOf } from '../../http/asking.ts'
import { answerJson } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import { FairSlots } from '../../lib/fair-slots.ts'
import type { Places } from './service.ts'

export function placesRoutes({ places }: { places: Places }): Route[] {
  // Each request goes through all names, like a search.
  const slots = new FairSlots(FAIR_SHARES.newest)
  return [
    on(placesCalls.favourites, async (ctx) => answerJson(ctx, { items: await places.favourites(ctx.state.actor) })),
    on(placesCalls.addFavourite, (ctx, { path }) => places.addFavourite(ctx.state.actor, path)),
    on(placesCalls.removeFavourite, (ctx, { path }) => places.removeFavourite(ctx.state.actor, path)),
    on(placesCalls.recent, async (ctx, { query: { changed } }) => {
      const { actor } = ctx.state
      const items = changed
        ? await slots.run({ signal: goneOf(ctx) }, () => places.newest(actor))
        : await places.opened(actor)
      answerJson(ctx, { items })
    }),
    on(placesCalls.noteOpened, (ctx, { path }) => places.noteOpened(ctx.state.actor, path)),
    on(placesCalls.forgetOpened, (ctx, { path, rest }) =>
      places.forgetOpened(ctx.state.actor, rest === '' ? null : path),
    ),
  ]
}
