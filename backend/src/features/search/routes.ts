// /api/search: sends hits as they are found.
import { Readable } from 'node:stream'
import { filesCalls } from '../../../contract/calls/files.ts'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import type { Found } from '../../../contract/search.ts'
import type { Asked } from '../../http/asked.ts'
import { goneOf, takeUntilAnswered } from '../../http/asking.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { peekFirst } from '../../lib/peek-first.ts'
import { FairSlots } from '../../lib/fair-slots.ts'
import { createPace } from '../../lib/pace.ts'
import type { Search } from './service.ts'

const LINES = 'application/x-ndjson'

export function searchRoutes({ search }: { search: Search }): Route[] {
  // Searches share the event loop.
  const slots = new FairSlots(FAIR_SHARES.searches)
  return [on(filesCalls.search, (ctx, asked) => handleSearch(ctx, asked, { search, slots }))]
}

async function handleSearch(
  ctx: AppContext,
  { path, query: { query = '', limit } }: Asked<typeof filesCalls.search>,
  { search, slots }: { search: Search; slots: FairSlots },
): Promise<void> {
  const { actor } = ctx.state
  const pace = createPace()
  // The slot is held until the answer has been sent or the client has gone, because the search is as slow as its
  // reader.
  const { lost } = await takeUntilAnswered(ctx, slots, pace.isStalled)
  const wantsLines = ctx.get('Accept').includes(LINES)
  let found: AsyncIterable<Found>
  if (limit === undefined) found = await peekFirst(search.search(actor, path, query.trim()))
  else {
    const signal = AbortSignal.any([lost, goneOf(ctx)])
    const { total, hits } = await search.best(actor, path, { query: query.trim(), limit, signal })
    ctx.set('X-Total-Count', String(total))
    found = Readable.from(hits)
  }
  const body = Readable.from(pace.follow(wantsLines ? linesOf(found) : listOf(found)))
  lost.addEventListener('abort', () => body.destroy(lost.reason as Error), { once: true })
  ctx.res.once('close', () => body.destroy())
  ctx.body = body
  ctx.set('Content-Type', wantsLines ? `${LINES}; charset=utf-8` : 'application/json; charset=utf-8')
}

async function* linesOf(found: AsyncIterable<Found>): AsyncGenerator<string> {
  for await (const entry of found) yield `${JSON.stringify(entry)}\n`
}

async function* listOf(found: AsyncIterable<Found>): AsyncGenerator<string> {
  let before = '['
  for await (const entry of found) {
    yield before + JSON.stringify(entry)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
