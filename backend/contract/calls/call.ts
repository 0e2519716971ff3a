// What a call of the API is described with. The table of all calls is in index.ts; the reference is made of it, and
// tests hold routes and answers to it.
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

export interface Call {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * As the router has it, relative to the base URL. `{/*path}` is a person's path: empty, or `/` and percent-encoded
   * segments.
   */
  path: string
  /** What it does, in a few words that go into a list. */
  summary: string
  /** What else a client has to know. */
  notes?: string
  /** Who may call it: everybody, whoever is signed in, administrators. */
  policy: 'public' | 'person' | 'admin'
  /** Which permissions it needs. */
  permission?: string
  /** Whether the token may come as `?auth=`. */
  queryToken?: boolean
  /** What the placeholders of the path stand for, beside the person's path. */
  params?: Readonly<Record<string, string>>
  /** What may stand behind the `?`: values are texts. */
  query?: Readonly<Record<string, ZodType>>
  /** Headers of the request that make a difference. */
  headers?: Readonly<Record<string, string>>
  body?: Content & { isOptional?: boolean }
  answers: Readonly<Record<number, Answer>>
  /** What it may be refused with, beside what any call may (`errorsOf`). */
  errors: readonly ErrorCode[]
}

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

export const jsonBody = (schema: ZodType): Content => ({ type: 'application/json', schema })

/** A flag in a query: exactly `true` counts. */
export const flag = (meaning: string): ZodType => z.literal('true').optional().describe(meaning)
export const text = (meaning: string): ZodType => z.string().optional().describe(meaning)

/** The same call by HEAD: headers without the body. */
export const asHead = (call: Call): Call => ({
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
