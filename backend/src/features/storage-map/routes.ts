// /api/storage: what takes space.
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { storageMapCalls } from '../../../contract/calls/storage-map.ts'
import { answerJson } from '../../http/answers.ts'
import { goneOf } from '../../http/asking.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { FairSlots } from '../../lib/fair-slots.ts'
import type { MapRequest, StorageMaps } from './service.ts'

export function storageMapRoutes({ storageMaps }: { storageMaps: StorageMaps }): Route[] {
  // Each request goes through all names, like a search.
  const slots = new FairSlots(FAIR_SHARES.storageMaps)
  const answer = (ctx: AppContext, count: (asking: MapRequest) => Promise<object>) => {
    const signal = goneOf(ctx)
    return slots.run({ signal }, async () => answerJson(ctx, await count({ actor: ctx.state.actor, signal })))
  }
  return [
    on(storageMapCalls.map, (ctx, { path }) => answer(ctx, (asking) => storageMaps.map(asking, path))),
    on(storageMapCalls.largest, (ctx) => answer(ctx, async (asking) => ({ items: await storageMaps.largest(asking) }))),
    on(storageMapCalls.oldest, (ctx) => answer(ctx, async (asking) => ({ items: await storageMaps.oldest(asking) }))),
    on(storageMapCalls.sameSize, (ctx) =>
      answer(ctx, async (asking) => ({ groups: await storageMaps.sameSize(asking) })),
    ),
  ]
}
