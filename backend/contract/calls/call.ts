// What a call of the API is declared with, once. The table of all calls is in index.ts: routes are made of it and get
// what is asked as its schemas have it (http/on.ts), so is the reference, and tests hold answers to it.
import { z, type ZodType } from 'zod'
import type { ErrorCode } from '../errors.ts'

/** What is in a body, asked or answered. */
export interface Content {
  /** The media type, without parameters. */
  type: string
  /** For JSON. */
  schema?: ZodType
}

/** One kind of success. */
export interface Answer {
  /** What it means, as a sentence. */
  meaning: string
  /** One of these, or no body at all. */
  content?: readonly Content[]
  /** Headers worth knowing, and what each tells. */
  headers?: Readonly<Record<string, string>>
}

/** What is in the body of a request. */
export interface Body extends Content {
  isOptional?: boolean
}

/** What may stand behind the `?`, by name. */
export type Query = Readonly<Record<string, ZodType>>
type NoQuery = Readonly<Record<never, never>>

export interface Call<
  P extends string = string,
  Q extends Query = Query,
  B extends Body | undefined = Body | undefined,
> {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * As the router has it, relative to the base URL. `{/*path}` is a person's path: empty, or `/` and percent-encoded
   * segments.
   */
  path: P
  /** What it does, in a few words that go into a list. */
  summary: string
  /** What else a client has to know. */
  notes?: string
  /** Who may call it: everybody, whoever is signed in, administrators. */
  policy: 'public' | 'person' | 'admin'
  /** Which permissions it needs. */
  permission?: string
  /**
   * Whether the token may come as `?auth=`: only where a browser or player can send no header (downloads, WebSockets).
   */
  queryToken?: boolean
  /** What the placeholders of the path stand for, beside the person's path. */
  params?: Readonly<Record<string, string>>
  /** What may stand behind the `?`. The schemas get texts, of a repeated name the first; others are passed over. */
  query?: Q
  /** Values of the query without which it is always refused, if not as the first thing. */
  needs?: readonly string[]
  /** Headers of the request that make a difference. */
  headers?: Readonly<Record<string, string>>
  body?: B
  answers: Readonly<Record<number, Answer>>
  /** What it may be refused with, beside what any call may (`errorsOf`). */
  errors: readonly ErrorCode[]
}

/** Declares a call, and keeps the types of its path, its query and its body for the handler. */
export const call = <P extends string, Q extends Query = NoQuery, const B extends Body | undefined = undefined>(
  declared: Call<P, Q, B> & { needs?: readonly NoInfer<keyof Q & string>[] },
): Call<P, Q, B> => declared

/** The query of a call as its schemas make it. */
export type QueryOf<C extends Call> = z.output<z.ZodObject<NonNullable<C['query']>>>

/** A group of calls under a heading. */
export interface Chapter {
  title: string
  about: string
  calls: readonly Call[]
}

const PLAIN = { type: 'text/plain' }

/** A JSON answer. */
export const json = (schema: ZodType, meaning: string): Answer => ({
  meaning,
  content: [{ type: 'application/json', schema }],
})
/** A status as plain text, such as `200 OK`. */
export const plain = (meaning: string, headers?: Answer['headers']): Answer => ({ meaning, content: [PLAIN], headers })
/** No body. */
export const empty = (meaning: string, headers?: Answer['headers']): Answer => ({ meaning, headers })
/** Bytes of a type that only the answer tells. */
export const bytes = (meaning: string, headers?: Answer['headers']): Answer => ({
  meaning,
  content: [{ type: '*/*' }],
  headers,
})

export const jsonBody = <S extends ZodType>(schema: S): { type: string; schema: S } => ({
  type: 'application/json',
  schema,
})

/** A flag in a query: exactly `true` counts, and all else is no error. */
export const flag = (meaning: string) =>
  z
    .literal('true')
    .optional()
    .catch(undefined)
    .transform((value) => value === 'true')
    .describe(meaning)
export const text = (meaning: string) => z.string().optional().describe(meaning)
/** One word that makes a difference; any other is as good as none. */
export const word = <W extends string>(only: W, meaning: string) =>
  z.literal(only).optional().catch(undefined).describe(meaning)
/**
 * One of some words. Any text is let through: whoever uses it refuses others in its turn, behind what is to be refused
 * first, or has no use for it.
 */
export const choice = (values: readonly string[], meaning: string) =>
  z
    .string()
    .optional()
    .meta({ enum: [...values], description: meaning })

/** The same call by HEAD: headers without the body. */
export const asHead = <P extends string, Q extends Query, B extends Body | undefined>(
  call: Call<P, Q, B>,
): Call<P, Q, B> => ({
  ...call,
  method: 'HEAD',
  summary: `${call.summary}: the headers alone`,
  notes: undefined,
  answers: Object.fromEntries(
    Object.entries(call.answers)
      .filter(([status]) => status !== '206')
      .map(([status, { meaning, headers }]) => [status, { meaning, headers }]),
  ),
  errors: call.errors.filter((code) => code !== 'rangeNotSatisfiable'),
})

/** Every code that a call may be refused with. Too many headers, cookies or values are `badRequest` everywhere. */
export function errorsOf({
  method,
  policy,
  errors,
  body,
}: Pick<Call, 'method' | 'policy' | 'errors' | 'body'>): ErrorCode[] {
  const own: ErrorCode[] =
    policy === 'public' ? [] : policy === 'person' ? ['notSignedIn'] : ['notSignedIn', 'forbidden']
  const slow: ErrorCode[] = body?.type === 'application/json' ? ['tooSlow'] : []
  // A change is refused that the page of another origin sends; anything is that is meant for another host.
  const foreign: ErrorCode[] = method === 'GET' || method === 'HEAD' ? ['misdirected'] : ['forbidden', 'misdirected']
  return [...new Set<ErrorCode>([...own, ...errors, ...slow, ...foreign, 'badRequest', 'internal', 'unavailable'])]
}
