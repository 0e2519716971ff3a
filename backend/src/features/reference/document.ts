// The API as an OpenAPI 3.1 document, made from the contract's table of calls and its schemas.
import { z, type ZodType } from 'zod'
import { ANSWER_SCHEMAS, BODY_SCHEMAS, CHAPTERS } from '../../../contract/calls/index.ts'
import { type Answer, type Call, type Chapter, type Content, errorsOf } from '../../../contract/calls/call.ts'
import { ERROR_STATUS, type ErrorCode } from '../../../contract/errors.ts'
import { PAGE_COOKIE, SESSION_COOKIE, TOKEN_HEADER } from '../../../contract/headers.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** The installation that is described. */
export interface Installation {
  version: string
  /** The base URL without a closing slash; '' for the root. */
  baseUrl: string
}

const NO_DOWNLOAD = 'The permission `download` is missing: no content.'
const PATH_PARAMETER = 'Empty, or `/` and segments that are percent-encoded each; the slashes between them stay.'

/** The OpenAPI document (OpenAPI Specification 3.1.1, section 4.8). */
export function describeApi({ version, baseUrl }: Installation, chapters: readonly Chapter[] = CHAPTERS): JsonObject {
  const paths: Record<string, JsonObject> = {}
  const output = outputsOf(chapters)
  for (const { title, calls } of chapters) {
    for (const call of calls)
      (paths[templateOf(call.path)] ??= {})[call.method.toLowerCase()] = describeCall(call, title, output)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Nido',
      version,
      description:
        'Errors are plain text, or RFC 9457 problems for clients that accept `application/problem+json`. ' +
        'Clients pass over fields that they do not know.',
    },
    servers: [{ url: baseUrl || '/' }],
    tags: chapters.map(({ title, about }) => ({ name: title, description: about })),
    paths,
    components: {
      schemas: { ...namedSchemas(ANSWER_SCHEMAS, 'output'), ...namedSchemas(BODY_SCHEMAS, 'input') },
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: TOKEN_HEADER },
        cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'For GET and HEAD alone.' },
        pageCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: PAGE_COOKIE,
          description: 'Set by other pages. For GET and HEAD alone.',
        },
        query: { type: 'apiKey', in: 'query', name: 'auth', description: 'For content of files alone.' },
      },
    },
  }
}

/** `/api/trash/:id{/*path}` → `/api/trash/{id}{path}`. */
export const templateOf = (path: string): string => path.replace('{/*path}', '{path}').replaceAll(/:(\w+)/g, '{$1}')

function describeCall(call: Call, tag: string, output: Describe): JsonObject {
  return {
    operationId: operationIdOf(call),
    tags: [tag],
    summary: call.summary,
    ...(call.notes || call.permission
      ? { description: [call.notes, call.permission && `Permission: ${call.permission}.`].filter(Boolean).join(' ') }
      : {}),
    security: call.policy === 'public' ? [] : securityOf(call),
    parameters: parametersOf(call),
    ...(call.body
      ? { requestBody: { required: !call.body.isOptional, content: describeContent([call.body], input) } }
      : {}),
    responses: responsesOf(call, output),
    'x-policy': call.policy,
  }
}

/** Where a call's token may be; any of these is accepted. */
function securityOf({ method, queryToken }: Call): JsonObject[] {
  const isRead = method === 'GET' || method === 'HEAD'
  const names = ['header', ...(isRead ? ['cookie', 'pageCookie'] : []), ...(queryToken ? ['query'] : [])]
  return names.map((name) => ({ [name]: [] }))
}

const operationIdOf = ({ method, path }: Call): string =>
  method.toLowerCase() +
  path
    .replace('{/*path}', '')
    .replace('/api', '')
    .replaceAll(/[/:.]+(\w)/g, (_, letter: string) => letter.toUpperCase())

function parametersOf({ path, params = {}, query = {}, needs = [], headers = {} }: Call): Json[] {
  const text: Json = { type: 'string' }
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      description: params[name] ?? '',
      schema: text,
    })),
    ...(path.endsWith('{/*path}')
      ? [{ name: 'path', in: 'path', required: true, allowReserved: true, description: PATH_PARAMETER, schema: text }]
      : []),
    ...Object.entries(query).map(([name, schema]) => {
      const { description = '', ...rest } = inlineInput(schema)
      return { name, in: 'query', required: needs.includes(name), description, schema: rest }
    }),
    ...Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      required: false,
      description,
      schema: text,
    })),
  ]
}

function responsesOf(call: Call, output: Describe): JsonObject {
  const responses: Record<string, JsonObject> = {}
  for (const [status, answer] of Object.entries(call.answers)) responses[status] = describeAnswer(answer, output)
  for (const [status, codes] of byStatus(errorsOf(call))) {
    const known = responses[status]?.['description']
    const meaning = codes.includes('downloadDenied') ? NO_DOWNLOAD : codes.map((code) => `\`${code}\``).join(', ')
    const isBare = codes.includes('downloadDenied') || call.method === 'HEAD'
    responses[status] = {
      ...(isBare ? {} : { content: ERROR_CONTENT }),
      ...responses[status],
      description: [known, meaning].filter(Boolean).join(' Or: '),
    }
  }
  return responses
}

const ERROR_CONTENT: JsonObject = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  'text/plain': { schema: { type: 'string' } },
}

/** Codes by their status. */
export function byStatus(codes: readonly ErrorCode[]): Map<string, ErrorCode[]> {
  const groups = new Map<string, ErrorCode[]>()
  for (const code of codes)
    groups.set(String(ERROR_STATUS[code]), [...(groups.get(String(ERROR_STATUS[code])) ?? []), code])
  return new Map([...groups].toSorted(([a], [b]) => Number(a) - Number(b)))
}

function describeAnswer({ meaning, content, headers = {} }: Answer, output: Describe): JsonObject {
  return {
    description: meaning,
    ...(Object.keys(headers).length > 0
      ? {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
          ),
        }
      : {}),
    ...(content ? { content: describeContent(content, output) } : {}),
  }
}

type Direction = 'input' | 'output'
/** A reference to a named schema, or the schema itself. */
type Describe = (schema: ZodType) => JsonObject

function describeContent(content: readonly Content[], describe: Describe): JsonObject {
  return Object.fromEntries(
    content.map(({ type, schema }): [string, JsonObject] => [type, schema ? { schema: describe(schema) } : {}]),
  )
}

const refTo = (name: string): string => `#/components/schemas/${name}`

function refIn(schemas: Readonly<Record<string, ZodType>>, schema: ZodType): JsonObject | null {
  const [name] = Object.entries(schemas).find(([, known]) => known === schema) ?? []
  return name === undefined ? null : { $ref: refTo(name) }
}

const input: Describe = (schema) => refIn(BODY_SCHEMAS, schema) ?? inlineInput(schema)

const overrideFor =
  (io: Direction) =>
  ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    // Tests check answers strictly; clients should be lenient.
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    if (io === 'output' || !(zodSchema instanceof z.ZodObject) || !jsonSchema.required) return
    // A field with preprocessing would appear as required.
    const fields: Readonly<Record<string, ZodType>> = zodSchema.shape
    jsonSchema.required = jsonSchema.required.filter((name) => !fields[name]?.safeParse(undefined).success)
    if (jsonSchema.required.length === 0) delete jsonSchema.required
  }

function registryOf(schemas: Readonly<Record<string, ZodType>>) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  return registry
}

function namedSchemas(schemas: Readonly<Record<string, ZodType>>, io: Direction): JsonObject {
  const all = z.toJSONSchema(registryOf(schemas), { uri: refTo, io, override: overrideFor(io) }).schemas
  return Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, withoutDialect(schema)]))
}

const inlineInput: Describe = (schema) =>
  withoutDialect(z.toJSONSchema(schema, { io: 'input', override: overrideFor('input') }))

/**
 * Unnamed schemas of answers refer to the named ones inside them. All are generated together, because each includes the
 * named ones.
 */
function outputsOf(chapters: readonly Chapter[]): Describe {
  const contents = chapters
    .flatMap(({ calls }) => calls)
    .flatMap(({ answers }) => Object.values(answers))
    .flatMap(({ content }) => content ?? [])
  const nameless = [
    ...new Set(contents.flatMap(({ schema }) => (schema && !refIn(ANSWER_SCHEMAS, schema) ? [schema] : []))),
  ]
  const nameOf = (schema: ZodType) => `inline ${nameless.indexOf(schema)}`
  const written = namedSchemas(
    { ...ANSWER_SCHEMAS, ...Object.fromEntries(nameless.map((schema) => [nameOf(schema), schema])) },
    'output',
  )
  return (schema) => refIn(ANSWER_SCHEMAS, schema) ?? (written[nameOf(schema)] as JsonObject)
}

const withoutDialect = ({ $schema: _, $id: __, ...schema }: { $schema?: unknown; $id?: unknown }): JsonObject =>
  schema as JsonObject
