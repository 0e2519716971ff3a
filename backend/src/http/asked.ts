// What a request to a call of the contract asks for, read and typed as the call declares it.
import { z, type ZodType } from 'zod'
import type { Body, Call, QueryOf } from '../../contract/calls/call.ts'
import type { UserPath } from '../storage/paths.ts'
import { parseWith } from './answers.ts'
import { readJsonBody } from './json-body.ts'
import type { AppContext } from './route.ts'
import { queryOf, splitFirst, splitUrl, urlPathOf } from './url-path.ts'

const PERSONS_PATH = '{/*path}'

/** `/api/trash/:id/restore` → `'id'`. */
type NamesIn<Path extends string> = Path extends `${infer Before}{/*path}`
  ? NamesIn<Before>
  : Path extends `${string}/:${infer Rest}`
    ? Rest extends `${infer Name}/${infer More}`
      ? Name | NamesIn<`/${More}`>
      : Rest
    : never

type BodyOf<B> = B extends { schema: infer S extends ZodType; isOptional: true }
  ? z.output<S> | null | undefined
  : B extends { schema: infer S extends ZodType }
    ? z.output<S>
    : never

interface AskedParams<Name extends string> {
  /**
   * What the placeholders stand for: decoded, but before a person's path as it was sent, and up to the next slash,
   * percent-encoded or not.
   */
  readonly params: Readonly<Record<Name, string>>
}
interface AskedPath {
  /** The person's path. @throws AppError `badRequest` for what no path can be (api-contract 1.2) */
  readonly path: UserPath
  /** Whether it was sent with a closing slash, or empty. */
  readonly isFolder: boolean
  /** The same path as it was sent. */
  readonly rest: string
}
interface AskedQuery<C extends Call> {
  /** @throws AppError `badRequest` for a value that its schema refuses, and where `queryOf` does */
  readonly query: QueryOf<C>
}
interface AskedBody<C extends Call> {
  /** Reads it, once. @throws AppError `badRequest` for one that its schema refuses, and as `jsonBody` does */
  readonly body: () => Promise<BodyOf<C['body']>>
}

/**
 * What a request to a call asks for, with those parts that the call declares. Each is read when a handler looks at it:
 * what refuses a call before that waits for no body and minds no wrong value.
 */
export type Asked<C extends Call> = ([NamesIn<C['path']>] extends [never] ? unknown : AskedParams<NamesIn<C['path']>>) &
  (C['path'] extends `${string}{/*path}` ? AskedPath : unknown) &
  ([keyof NonNullable<C['query']>] extends [never] ? unknown : AskedQuery<C>) &
  ([BodyOf<C['body']>] extends [never] ? unknown : AskedBody<C>)

/** What stands before the person's path, or the first placeholder, of a call: `/api/resources`. */
export const prefixOf = ({ path }: Pick<Call, 'path'>): string => path.slice(0, /:|\{|$/.exec(path)?.index)

/** What the placeholders of a path stand for, and all of the raw URL up to the person's path. */
interface Place {
  params: Readonly<Record<string, string>>
  prefix: string
}

/** What is made ready of a call before anybody asks: requests are many. */
interface Reader {
  locate(ctx: AppContext): Place
  query: ZodType<Record<string, unknown>>
  body: ZodType
}

/** All parts there can be. A class, because accessors of a prototype cost a request nothing. */
class Reading implements AskedParams<string>, AskedPath {
  #ctx: AppContext
  #reader: Reader
  #place: Place | undefined
  #path: ReturnType<typeof urlPathOf> | undefined
  #query: Record<string, unknown> | undefined

  constructor(ctx: AppContext, reader: Reader) {
    this.#ctx = ctx
    this.#reader = reader
  }

  get params(): Place['params'] {
    return this.#located.params
  }

  get path(): UserPath {
    return this.#parsed.path
  }

  get isFolder(): boolean {
    return this.#parsed.isFolder
  }

  get rest(): string {
    return splitUrl(this.#ctx.req.url ?? '').path.slice(this.#located.prefix.length)
  }

  get query(): Record<string, unknown> {
    return (this.#query ??= parseWith(this.#reader.query, queryOf(this.#ctx)))
  }

  /** Works also when it is taken off. */
  get body(): () => Promise<unknown> {
    return async () => parseWith(this.#reader.body, await readJsonBody(this.#ctx))
  }

  get #located(): Place {
    return (this.#place ??= this.#reader.locate(this.#ctx))
  }

  get #parsed(): ReturnType<typeof urlPathOf> {
    return (this.#path ??= urlPathOf(this.#ctx, this.#located.prefix))
  }
}

/** Makes what is asked of each request to a call. */
export function readerOf<C extends Call>(call: C): (ctx: AppContext) => Asked<C> {
  const reader = { locate: locatorOf(call), query: z.object(call.query ?? {}), body: schemaOf(call.body) }
  return (ctx) => new Reading(ctx, reader) as unknown as Asked<C>
}

function schemaOf(body: Body | undefined): ZodType {
  if (!body?.schema) return z.unknown()
  return body.isOptional ? body.schema.nullish() : body.schema
}

/** The router decodes %2F in its params: before a person's path they are taken from the raw URL. */
function locatorOf(call: Call): (ctx: AppContext) => Place {
  const before = prefixOf(call)
  if (!call.path.endsWith(PERSONS_PATH)) return ({ params }) => ({ params, prefix: before })
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return (ctx) => {
    const params: Record<string, string> = {}
    let prefix = before
    for (const [index, name] of names.entries()) {
      if (index > 0) prefix += '/'
      const { first } = splitFirst(ctx, prefix)
      params[name] = first
      prefix += first
    }
    return { params, prefix }
  }
}
