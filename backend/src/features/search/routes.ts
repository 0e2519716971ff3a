// /api/search: what is found, as it is found (api-contract 5).
import { Readable } from 'node:stream'
import type { Found } from '../../../contract/search.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { queryOf, urlPathOf } from '../../http/url-path.ts'
import { begun } from '../../lib/begun.ts'
import type { Search } from './service.ts'

const SEARCH = '/api/search'
const LINES = 'application/x-ndjson'

export function searchRoutes({ search }: { search: Search }): Route[] {
  return [{ method: 'GET', path: `${SEARCH}{/*path}`, policy: 'person', handler: (ctx) => handleSearch(ctx, search) }]
}

async function handleSearch(ctx: AppContext, search: Search): Promise<void> {
  const { path } = urlPathOf(ctx, SEARCH)
  const found = await begun(search.search(ctx.state.actor, path, (queryOf(ctx).query ?? '').trim()))
  const wantsLines = ctx.get('Accept').includes(LINES)
  const body = Readable.from(wantsLines ? linesOf(found) : listOf(found))
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
