// Renders docs/api.md, the readable reference of the API, from the same table and schemas as /api/openapi.json.
import { CHAPTERS } from '../../backend/contract/calls/index.ts'
import { type Call, type Chapter, errorsOf } from '../../backend/contract/calls/call.ts'
import type { ErrorCode } from '../../backend/contract/errors.ts'
import { LIMITS } from '../../backend/contract/limits-table.ts'
import { SHARES_SECTION } from './api-shares.ts'
import {
  byStatus,
  describeApi,
  templateOf,
  type Json,
  type JsonObject,
} from '../../backend/src/features/reference/document.ts'

/** The path of the page in the project. */
export const API_PAGE = 'docs/api.md'

const HEAD = `# API

Every call of the API. \`make docs\` makes this page from the schemas that the server checks requests with and that the
tests check answers with. A running Nido serves the same as OpenAPI 3.1 at \`/api/openapi.json\`.

- All paths are relative to the base URL. \`{path}\` is empty, or \`/\` and percent-encoded segments.
- Send the token in the header \`X-Auth\`. GET and HEAD also accept the cookies \`nido\` and \`auth\`;
  downloads also accept \`?auth=\`.
- Errors are plain text such as \`404 Not Found\`. A client that accepts \`application/problem+json\` gets RFC 9457
  problems, whose \`code\` is one of those listed below. Any call may answer \`badRequest\` (400),
  \`internal\` (500) and \`unavailable\` (503); calls that need a token also \`notSignedIn\` (401), and calls with a
  JSON body also \`tooSlow\` (408).
- If \`Origin\` is sent, it has to be this site (\`Host\`, or \`X-Forwarded-Host\` from a trusted proxy) for WebSockets
  and for every call except GET and HEAD; otherwise the answer is \`forbidden\` (403). Without accounts
  (\`AUTH_METHOD=noauth\`), the host has to be an IP address, \`localhost\` or one of \`ALLOWED_HOSTS\`; otherwise the
  answer is \`misdirected\` (421), except for \`/health\` and \`/ready\`.
- Clients should ignore fields that they do not know.
`

const BOUNDS = `## Limits

Limits of requests, people and answers. The numbers are in \`backend/contract/limits.ts\`.

| what | at most | beyond it |
|---|---|---|
${LIMITS.map(({ what, most, over }) => `| ${what} | ${most} | ${over} |`).join('\n')}
`

/** The whole page. */
export function renderApiPage(chapters: readonly Chapter[] = CHAPTERS): string {
  const { components } = describeApi({ version: '', baseUrl: '' }, chapters) as {
    components: { schemas: Record<string, JsonObject> }
  }
  return [
    HEAD,
    BOUNDS,
    ...SHARES_SECTION,
    ...chapters.flatMap(({ title, about, calls }) => [
      `## ${title}\n`,
      `${about}\n`,
      ...calls.filter((call) => !isBeside(call, calls)).map((call) => renderCall(call, calls)),
    ]),
    '## Schemas\n',
    ...Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema)),
  ].join('\n')
}

/** A HEAD call is described together with its GET call. */
const isBeside = ({ method, path }: Call, calls: readonly Call[]): boolean =>
  method === 'HEAD' && calls.some((other) => other.method === 'GET' && other.path === path)

const WHO = { public: 'Needs no token.', person: '', admin: 'For administrators.' }
const GENERAL = new Set(['internal', 'unavailable', 'notSignedIn', 'misdirected', 'tooSlow'])

function renderCall(call: Call, calls: readonly Call[]): string {
  const hasHead = call.method === 'GET' && calls.some(({ method, path }) => method === 'HEAD' && path === call.path)
  const notes = [WHO[call.policy], call.permission && `Permission: ${call.permission}.`, call.notes]
    .filter(Boolean)
    .join(' ')
  const rows = inputRows(call)
  return [
    `### ${call.summary}\n`,
    `\`${hasHead ? 'GET, HEAD' : call.method} ${templateOf(call.path)}\`\n`,
    ...(notes ? [`${notes}\n`] : []),
    ...(rows.length > 0 ? ['| in | name | meaning |', '|---|---|---|', ...rows, ''] : []),
    '| status | type | meaning |',
    '|---|---|---|',
    ...answerRows(call),
    ...refusalRows(call),
    '',
  ].join('\n')
}

function inputRows(call: Call): string[] {
  return [
    ...Object.entries(call.params ?? {}).map(([name, meaning]) => `| path | \`${name}\` | ${meaning} |`),
    ...Object.entries(call.query ?? {}).map(
      ([name, schema]) =>
        `| query | \`${name}\` | ${schema.description ?? ''}${valuesOf(schema.toJSONSchema({ io: 'input' }))} |`,
    ),
    ...Object.entries(call.headers ?? {}).map(([name, meaning]) => `| header | \`${name}\` | ${meaning} |`),
    ...(call.body
      ? [
          `| body | \`${call.body.type}\` | ` +
            `${[nameOf(call, 'requestBody'), call.body.isOptional && 'May be left out.'].filter(Boolean).join(' ')}` +
            ' |',
        ]
      : []),
  ]
}

function answerRows(call: Call): string[] {
  return Object.entries(call.answers).map(([status, { meaning, content = [], headers = {} }]) => {
    const types = content.map(({ type }) => `\`${type}\``).join(', ') || 'no body'
    const told = [
      meaning,
      nameOf(call, status),
      ...Object.entries(headers).map(([name, words]) => `\`${name}\`: ${words}`),
    ]
    return `| ${status} | ${types} | ${told.filter(Boolean).join(' ')} |`
  })
}

function refusalRows(call: Call): string[] {
  const isOwn = (code: ErrorCode) => !GENERAL.has(code) && (code !== 'badRequest' || call.errors.includes(code))
  return [...byStatus(errorsOf(call).filter(isOwn))].map(([status, codes]) =>
    codes.includes('downloadDenied')
      ? `| ${status} | no body | The permission \`download\` is missing. |`
      : `| ${status} | an error | ${codes.map((code) => `\`${code}\``).join(', ')} |`,
  )
}

const documented = describeApi({ version: '', baseUrl: '' })

/** The named schema of a call's body or answer, as a link. */
function nameOf({ method, path }: Call, where: string): string {
  const operation = (documented['paths'] as Record<string, Record<string, JsonObject>>)[templateOf(path)]?.[
    method.toLowerCase()
  ]
  const place =
    where === 'requestBody' ? operation?.['requestBody'] : (operation?.['responses'] as JsonObject | undefined)?.[where]
  const schema = ((place as JsonObject | undefined)?.['content'] as Record<string, JsonObject> | undefined)?.[
    'application/json'
  ]?.['schema'] as JsonObject | undefined
  return schema === undefined ? '' : `${typeOf(schema)}.`
}

function valuesOf(schema: object): string {
  const { enum: values, const: only } = schema as { enum?: Json[]; const?: Json }
  const all = values ?? (only === undefined || only === 'true' ? [] : [only])
  return all.length > 0 ? ` One of ${all.map((value) => `\`${String(value)}\``).join(', ')}.` : ''
}

function renderSchema(name: string, schema: JsonObject): string {
  const described = schema['description'] ? [`${String(schema['description'])}\n`] : []
  const object = objectIn(schema)
  if (!object) return [`### ${name}\n`, ...described, `${typeOf(schema)}\n`].join('\n')
  const required = new Set(object['required'] as string[] | undefined)
  const rows = Object.entries(object['properties'] as Record<string, JsonObject>).map(([field, one]) =>
    `| \`${field}\`${required.has(field) ? '' : '?'} | ${typeOf(one)} | ${String(one['description'] ?? '')} |`.replace(
      '|  |',
      '| |',
    ),
  )
  return [`### ${name}\n`, ...described, '| field | type | meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

/** The object of a schema, whether it may be null or not. */
function objectIn(schema: JsonObject): JsonObject | undefined {
  if (schema['properties']) return schema
  const choices = (schema['anyOf'] as JsonObject[] | undefined)?.filter(({ type }) => type !== 'null') ?? []
  return choices.length === 1 && choices[0]?.['properties'] ? choices[0] : undefined
}

/** A type in a few words: `string`, `list of Item`, `one of …`. */
function typeOf(schema: JsonObject): string {
  const reference = schema['$ref']
  if (typeof reference === 'string') return linkTo(reference.split('/').at(-1) ?? '')
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if ('const' in schema) return `\`${JSON.stringify(schema['const'])}\``
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return choices.map((one) => typeOf(one as JsonObject)).join(' or ')
  if (schema['type'] === 'array') return `list of ${typeOf(schema['items'] as JsonObject)}`
  if (schema['type'] === 'object' && schema['additionalProperties'])
    return `${typeOf(schema['additionalProperties'] as JsonObject)} by name`
  if (schema['type'] === 'object' && schema['properties']) {
    return `{ ${Object.entries(schema['properties'] as Record<string, JsonObject>)
      .map(([name, one]) => `${name}: ${typeOf(one)}`)
      .join('; ')} }`
  }
  return [schema['type']]
    .flat()
    .map((type) => String(type ?? 'anything'))
    .join(' or ')
}

const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()})`
