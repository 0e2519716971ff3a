// The path and the query of a request, from the raw URL, because the router decodes %2F in its params and keeps `//`.
import type { Context } from 'koa'
import { QUERY_VALUES_MAX } from '../../contract/limits.ts'
import { AppError } from '../lib/app-error.ts'
import { parseUrlPath, type UserPath } from '../storage/paths.ts'
import { countOf } from './request-limits.ts'

type HasUrl = Pick<Context, 'req'>

/** The raw path of a request below the base URL, still percent-encoded, and the raw query without its `?`. */
export function splitUrl(url: string): { path: string; query: string } {
  const cut = url.indexOf('?')
  return cut < 0 ? { path: url, query: '' } : { path: url.slice(0, cut), query: url.slice(cut + 1) }
}

/** Whether a raw path ends in a slash and so means a folder. Like any other, the slash may be percent-encoded. */
export const endsInSlash = (path: string): boolean => /(?:\/|%2f)$/i.test(path)

/**
 * Splits a raw path after a call's prefix into a word without a slash (a hash, an id, a size) and the path after it,
 * with its slash. A page that encodes both together encodes that slash too.
 */
export function splitFirst(ctx: HasUrl, prefix: string): { first: string; rest: string } {
  const text = splitUrl(ctx.req.url ?? '').path.slice(prefix.length)
  const cut = text.search(/\/|%2f/i)
  return cut < 0 ? { first: text, rest: '' } : { first: text.slice(0, cut), rest: text.slice(cut) }
}

/**
 * The person's path after a call's prefix, such as `/api/resources`. `isFolder` tells whether a closing slash was sent.
 * @throws AppError `badRequest` for an invalid path
 */
export function urlPathOf(ctx: HasUrl, prefix: string): { path: UserPath; isFolder: boolean } {
  const rest = splitUrl(ctx.req.url ?? '').path.slice(prefix.length)
  return { path: parseUrlPath(rest), isFolder: rest === '' || endsInSlash(rest) }
}

/**
 * The query parameters by name, decoded once. If a name is repeated, the first value counts everywhere.
 * @throws AppError `badRequest` unless it is percent-encoded UTF-8 with not too many parameters
 */
export function queryOf(ctx: HasUrl): Readonly<Record<string, string | undefined>> {
  const values: Record<string, string> = Object.create(null)
  const { query } = splitUrl(ctx.req.url ?? '')
  if (countOf(query, '&') > QUERY_VALUES_MAX)
    throw new AppError('badRequest', `more than ${QUERY_VALUES_MAX} query parameters`)
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decodeValue(cut < 0 ? pair : pair.slice(0, cut))
    if (!(name in values)) values[name] = cut < 0 ? '' : decodeValue(pair.slice(cut + 1))
  }
  return values
}

/** `+` is a space in a query (WHATWG URL, application/x-www-form-urlencoded); a literal plus is sent as %2B. */
function decodeValue(raw: string): string {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '))
  } catch {
    throw new AppError('badRequest', 'the query is not percent-encoded UTF-8')
  }
}
