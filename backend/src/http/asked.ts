// The input of a request to a call of the contract, parsed and typed as the call declares it.
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
   * The values of the path parameters, decoded. Those before a person's path are kept as sent, up to the next slash,
   * percent-encoded or not.
   */
  readonly params: Readonly<Record<Name, string>>
}
interface AskedPath {
  /** The person's path. @throws AppError `badRequest` for an invalid path */
  readonly path: UserPath
  /** Whether the path ends in a slash or is empty. */
  readonly isFolder: boolean
  /** The same path as it was sent. */
  readonly rest: string
}
interface AskedQuery<C extends Call> {
  /** @throws AppError `badRequest` for a value that its schema refuses, and like `queryOf` */
  readonly query: QueryOf<C>
}
interface AskedBody<C extends Call> {
  /** Reads the body, once. @throws AppError `badRequest` for one that its schema refuses, and like `jsonBody` */
  readonly body: () => Promise<BodyOf<C['body']>>
}

/**
 * The declared parts of a request's input. Each is parsed when a handler reads it, so that a call refused before that
 * does not wait for a body or complain about a value.
 */
export type Asked<C extends Call> = ([NamesIn<C['path']>] extends [never] ? unknown : AskedParams<NamesIn<C['path']>>) &
  (C['path'] extends `${string}{/*path}` ? AskedPath : unknown) &
  ([keyof NonNullable<C['query']>] extends [never] ? unknown : AskedQuery<C>) &
  ([BodyOf<C['body']>] extends [never] ? unknown : AskedBody<C>)

/** The prefix of a call's path, before the person's path or the first parameter: `/api/resources`. */
export const prefixOf = ({ path }: Pick<Call, 'path'>): string => path.slice(0, /:|\{|$/.exec(path)?.index)

/** The path parameters, and the raw URL up to the person's path. */
interface Place {
  params: Readonly<Record<string, string>>
  prefix: string
}

/** What is prepared for a call once, because there are many requests. */
interface Reader {
  locate(ctx: AppContext): Place
  query: ZodType<Record<string, unknown>>
  body: ZodType
}

/** All possible parts. A class, because accessors on a prototype cost nothing per request. */
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

  /** Also works when it is detached from its object. */
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

/** Creates the parser of a call's requests. */
export function readerOf<C extends Call>(call: C): (ctx: AppContext) => Asked<C> {
  const reader = { locate: locatorOf(call), query: z.object(call.query ?? {}), body: schemaOf(call.body) }
  return (ctx) => new Reading(ctx, reader) as unknown as Asked<C>
}

function schemaOf(body: Body | undefined): ZodType {
  if (!body?.schema) return z.unknown()
  return body.isOptional ? body.schema.nullish() : body.schema
}

/** The router decodes %2F in its params, so parameters before a person's path are taken from the raw URL. */
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
