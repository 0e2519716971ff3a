// Requests generated from the table of all calls, so that a new call is attacked automatically.
import { createECDH } from 'node:crypto'
import { z, type ZodType } from 'zod'
import { CALLS } from '../../../backend/contract/calls/index.ts'
import type { EventFieldsInput } from '../../../backend/contract/calendar.ts'
import { EVERYONE } from '../../../backend/contract/calendar-limits.ts'
import type { Call } from '../../../backend/contract/calls/call.ts'
import { FOLDER_GROUPS, TILE_PIXELS } from '../../../backend/contract/user-choices.ts'
import { mapParallel } from '../../../backend/src/lib/parallel.ts'
import type { Answer } from '../../helpers/answer.ts'
import type { Client, RequestOptions } from '../../helpers/client.ts'
import { soon } from '../../helpers/until.ts'

/**
 * Values for the placeholders of calls, such as `hash`. For `:id` the word before it is part of the key: `users/id`.
 */
export type Targets = Readonly<Record<string, string>>

/** A request to a call. `url` is below the base path, and sent as it is. */
export interface Asked {
  call: Call
  method: string
  url: string
  options: RequestOptions
}

/** `PATCH /api/resources{/*path}`. */
export const nameOf = ({ method, path }: Call): string => `${method} ${path}`

export const takesPath = ({ path }: Call): boolean => path.endsWith('{/*path}')
/** Calls whose path names an entry in a list of the person, or a link, whether or not the file exists. */
const NAMING: ReadonlySet<string> = new Set([
  'PATCH /api/share{/*path}',
  'DELETE /api/share{/*path}',
  'DELETE /api/favourites{/*path}',
  'DELETE /api/recent{/*path}',
])
/** Calls whose path lies in the person's own tree. */
export const TREE_CALLS = CALLS.filter(
  (call) =>
    takesPath(call) && call.policy === 'person' && !call.path.startsWith('/api/trash/') && !NAMING.has(nameOf(call)),
)
export const JSON_CALLS = CALLS.filter(({ body }) => body?.type === 'application/json')

/** Queries that make a call do something, beside those that its schemas name. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'PATCH /api/resources{/*path}': [
    '?action=rename&destination=%2Fstolen',
    '?action=copy&destination=%2Fstolen',
    '?action=restore&version=null',
    '?action=copy&override=true&destination=%2Fstolen',
  ],
  'GET /api/raw{/*path}': ['?algo=tar&files=secret.txt', '?version=null'],
  'GET /api/search{/*path}': ['?query=secret', '?query=type:txt'],
}

/** Values for needed parameters whose schema lists none. */
const NEEDED: Readonly<Record<string, string>> = {
  entry: 'a',
  name: 'a',
  calendar: EVERYONE,
  from: '2026-11-01T00:00:00Z',
  to: '2026-12-01T00:00:00Z',
  day: '2026-11-26',
}

/** An event for everyone. */
export const EVENT: EventFieldsInput = {
  calendar: EVERYONE,
  title: 'Soup evening',
  allDay: true,
  start: '2026-11-21',
  end: '2026-11-22',
  zone: 'Europe/Madrid',
}

/** A browser that wants to be pushed to. */
const BROWSER = {
  endpoint: 'https://push.example.org/a',
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'a'.repeat(22) },
}

/** Bodies that would have an effect. All other calls get `{}`. */
const bodyOf = (call: Call, targets: Targets): string => {
  const id = Number(targets['users/id'])
  const body: object | undefined = {
    'POST /api/login': { username: 'admin', password: 'guess' },
    'POST /api/users': {
      what: 'user',
      which: [],
      data: { username: 'intruder', password: 'An-Intruders-Password-1', scope: '/intruder', perm: { admin: true } },
    },
    'POST /api/archive/extract{/*path}': { to: '/' },
    'POST /api/imports': { links: ['https://example.org/a'] },
    'POST /api/imports/probe': { link: 'https://example.org/a' },
    'PATCH /api/imports/:id': { place: 1 },
    'POST /api/follows': { link: 'https://example.org/feed' },
    'POST /api/calendar/events': EVENT,
    'PUT /api/calendar/events/:id': { version: 1, event: EVENT },
    'POST /api/calendar/calendars': { name: 'Stolen', hue: 90 },
    'PUT /api/calendar/calendars/:id': { name: 'Stolen', hue: 90 },
    'POST /api/calendar/devices': { name: 'Stolen' },
    'POST /api/calendar/subscriptions': { hue: 90, link: 'https://example.org/a.ics' },
    'PUT /api/calendar/subscriptions/:id': { name: 'Stolen', hue: 90, isOn: false },
    'POST /api/calendar/feed': { scope: 'all' },
    'POST /api/reminders/answers': { key: 'a'.repeat(22), snooze: null },
    'PUT /api/reminders/events/:id': { reminders: [5] },
    'POST /api/push/devices': BROWSER,
    'POST /api/archive/create{/*path}': { name: 'stolen.zip', format: 'zip', names: ['secret.txt'] },
    'PUT /api/views{/*path}': {
      mode: 'list',
      tile: TILE_PIXELS.least,
      group: FOLDER_GROUPS[0],
      sorting: { by: 'name', asc: false },
      foldersFirst: true,
    },
    'PUT /api/users/:id': { what: 'user', which: ['perm'], data: { id, perm: { admin: true } } },
  }[nameOf(call)]
  return JSON.stringify(body ?? {})
}

function optionsOf(call: Call, targets: Targets): RequestOptions {
  const headers: Record<string, string> = {
    ...(call.headers && 'Upload-Length' in call.headers ? { 'Upload-Length': '3' } : {}),
    ...(call.headers && 'Upload-Offset' in call.headers ? { 'Upload-Offset': '0' } : {}),
    ...(call.body && call.body.type !== '*/*' ? { 'Content-Type': call.body.type } : {}),
  }
  return {
    headers,
    ...(call.body ? { body: call.body.type === 'application/json' ? bodyOf(call, targets) : 'new' } : {}),
  }
}

/** The values that a parameter's schema lists. */
function listedValues(schema: ZodType | undefined): string[] {
  if (schema === undefined) return []
  const { enum: values = [], const: value } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return [...values, ...(value === undefined ? [] : [value])].map(String)
}

/**
 * The needed parameters of every request to a call, as `name=value`. A parameter whose values are listed is not among
 * them: one of the requests sends it, and a request without it is an attack, too.
 */
const neededOf = (call: Call): string[] =>
  (call.needs ?? [])
    .filter((name) => listedValues(call.query?.[name]).length === 0)
    .map((name) => {
      const value = NEEDED[name]
      if (value === undefined) throw new Error(`Say in NEEDED what ${nameOf(call)} may get as ${name}.`)
      return `${name}=${value}`
    })

/** One query string for each parameter in the call's schemas. For a choice of values the first one, or all. */
function queriesOf(call: Call, isAll: boolean): string[] {
  const needed = neededOf(call)
  const said = Object.entries(call.query ?? {}).flatMap(([name, schema]) =>
    listedValues(schema)
      .slice(0, isAll ? undefined : 1)
      .map((value) => [...needed, `${name}=${encodeURIComponent(value)}`]),
  )
  return [
    ...[needed, ...said].map((parameters) => (parameters.length === 0 ? '' : `?${parameters.join('&')}`)),
    ...(QUERIES[nameOf(call)] ?? []),
  ]
}

/** The requests to a call: one for each of its queries, with `path` (percent-encoded) if the call takes one. */
export function requestsTo(call: Call, targets: Targets, path = '', { isAll = false } = {}): Asked[] {
  const filled = call.path
    .replace('{/*path}', '')
    .split('/')
    .map((segment, index, all) => {
      if (!segment.startsWith(':')) return segment
      // A call for administrators refuses everybody else, so any value does.
      const value =
        targets[segment.slice(1)] ??
        targets[`${all[index - 1] ?? ''}/${segment.slice(1)}`] ??
        (call.policy === 'admin' ? 'anything' : undefined)
      if (value === undefined)
        throw new Error(`Say in tests/api/attacks/opening.ts what ${segment} of ${nameOf(call)} stands for.`)
      return value
    })
    .join('/')
  return queriesOf(call, isAll).map((query) => ({
    call,
    method: call.method,
    url: filled + (takesPath(call) ? path : '') + query,
    options: optionsOf(call, targets),
  }))
}

/**
 * Sends the requests, a few at a time, and returns their answers in order. A request that meets a busy server (503) is
 * sent again.
 */
export const sendAll = (client: Client, asked: readonly Asked[], more: RequestOptions = {}): Promise<Answer[]> =>
  mapParallel(asked, 8, async ({ method, url, options }) => {
    const send = () =>
      client.send(method, url, { ...options, ...more, headers: { ...options.headers, ...more.headers } })
    return soon(send, ({ status }) => status !== 503)
  })
