// How a call of the API is declared: once, in the table of index.ts. Routes, request parsing (http/on.ts) and the
// reference are made from these declarations, and tests check answers against them.
import { z, type ZodType } from 'zod'
import type { ErrorCode } from '../errors.ts'

/** A request or response body. */
export interface Content {
  /** The media type, without parameters. */
  type: string
  /** The schema of a JSON body. */
  schema?: ZodType
}

/** A successful answer. */
export interface Answer {
  /** What it means, as a sentence. */
  meaning: string
  /** The possible bodies; none if the answer has no body. */
  content?: readonly Content[]
  /** Response headers, each with what it tells. */
  headers?: Readonly<Record<string, string>>
}

/** The body of a request. */
export interface Body extends Content {
  isOptional?: boolean
}

/** The query parameters, by name. */
export type Query = Readonly<Record<string, ZodType>>
type NoQuery = Readonly<Record<never, never>>

export interface Call<
  P extends string = string,
  Q extends Query = Query,
  B extends Body | undefined = Body | undefined,
> {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * As the router takes it, relative to the base URL. `{/*path}` is the path of a file or folder: empty, or `/` and
   * percent-encoded segments.
   */
  path: P
  /** What it does, in a few words. */
  summary: string
  /** What else a client has to know. */
  notes?: string
  /** Who may call it: everybody, anybody who is logged in, or administrators. */
  policy: 'public' | 'person' | 'admin'
  /** The permissions it needs. */
  permission?: string
  /**
   * Whether it takes the token as `?auth=`. Only where a browser or player cannot send a header: downloads, WebSockets.
   */
  queryToken?: boolean
  /** The path parameters, except `path`. */
  params?: Readonly<Record<string, string>>
  /** Query parameters. If a name is repeated, only the first value counts. Unknown names are ignored. */
  query?: Q
  /** Query parameters that the call requires. Other checks may come first. */
  needs?: readonly string[]
  /** Request headers that make a difference. */
  headers?: Readonly<Record<string, string>>
  body?: B
  answers: Readonly<Record<number, Answer>>
  /** Errors it may answer with, besides those of every call (`errorsOf`). */
  errors: readonly ErrorCode[]
}

/** Declares a call. Keeps the types of its path, query and body for the handler. */
export const call = <P extends string, Q extends Query = NoQuery, const B extends Body | undefined = undefined>(
  declared: Call<P, Q, B> & { needs?: readonly NoInfer<keyof Q & string>[] },
): Call<P, Q, B> => declared

/** The query of a call, parsed. */
export type QueryOf<C extends Call> = z.output<z.ZodObject<NonNullable<C['query']>>>

/** A group of calls under a heading. */
export interface Chapter {
  title: string
  about: string
  calls: readonly Call[]
}

const PLAIN = { type: 'text/plain' }

/** A JSON answer. */
export const json = (schema: ZodType, meaning: string, headers?: Answer['headers']): Answer => ({
  meaning,
  content: [{ type: 'application/json', schema }],
  headers,
})
/** A status as plain text, such as `200 OK`. */
export const plain = (meaning: string, headers?: Answer['headers']): Answer => ({ meaning, content: [PLAIN], headers })
/** An answer without a body. */
export const empty = (meaning: string, headers?: Answer['headers']): Answer => ({ meaning, headers })
/** The header that asks for an answer before the work is done, and that answer (202). */
export const PREFER_ASYNC = { Prefer: '`respond-async` (RFC 7240) asks for an answer before the work is done.' }
export const REGISTERED = plain('The operation is registered.', {
  Location: 'The URL of the operation.',
  'Preference-Applied': '`respond-async`',
})
/** Bytes; the answer's headers tell their type. */
export const bytes = (meaning: string, headers?: Answer['headers']): Answer => ({
  meaning,
  content: [{ type: '*/*' }],
  headers,
})

export const jsonBody = <S extends ZodType>(schema: S): { type: string; schema: S } => ({
  type: 'application/json',
  schema,
})

/** A boolean query parameter: exactly `true` counts, anything else means false and is no error. */
export const flag = (meaning: string) =>
  z
    .literal('true')
    .optional()
    .catch(undefined)
    .transform((value) => value === 'true')
    .describe(meaning)
export const text = (meaning: string) => z.string().optional().describe(meaning)
/** A query parameter of which one value has a meaning; other values are ignored. */
export const word = <W extends string>(only: W, meaning: string) =>
  z.literal(only).optional().catch(undefined).describe(meaning)
/**
 * A query parameter with a few valid values. Any text passes here: the handler refuses invalid ones itself, because
 * other checks come first, or ignores them.
 */
export const choice = (values: readonly string[], meaning: string) =>
  z
    .string()
    .optional()
    .meta({ enum: [...values], description: meaning })

/** The HEAD call of a GET call: headers without the body. */
export const asHead = <P extends string, Q extends Query, B extends Body | undefined>(
  call: Call<P, Q, B>,
): Call<P, Q, B> => ({
  ...call,
  method: 'HEAD',
  summary: `${call.summary}: headers only`,
  notes: undefined,
  answers: Object.fromEntries(
    Object.entries(call.answers)
      .filter(([status]) => status !== '206')
      .map(([status, { meaning, headers }]) => [status, { meaning, headers }]),
  ),
  errors: call.errors.filter((code) => code !== 'rangeNotSatisfiable'),
})

/** Every error code of a call. Too many headers, cookies or query values are `badRequest` on all calls. */
export function errorsOf({
  method,
  policy,
  errors,
  body,
}: Pick<Call, 'method' | 'policy' | 'errors' | 'body'>): ErrorCode[] {
  const own: ErrorCode[] =
    policy === 'public' ? [] : policy === 'person' ? ['notSignedIn'] : ['notSignedIn', 'forbidden']
  const slow: ErrorCode[] = body?.type === 'application/json' ? ['tooSlow'] : []
  // A change sent by a page of another origin is refused, and so is any request for another host.
  const foreign: ErrorCode[] = method === 'GET' || method === 'HEAD' ? ['misdirected'] : ['forbidden', 'misdirected']
  return [...new Set<ErrorCode>([...own, ...errors, ...slow, ...foreign, 'badRequest', 'internal', 'unavailable'])]
}
