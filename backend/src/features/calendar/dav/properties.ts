// The properties of places (RFC 4918, 3744, 4791, 6578, and those of Apple that phones ask for).
import { CALENDAR_FILE_MAX_BYTES } from '../../../../contract/calendar-limits.ts'
import { Yielding } from '../../../lib/yielding.ts'
import type { TimeWindow } from '../types.ts'
import type { Collection } from './collections.ts'
import { COLLATION_NAMES } from './matching.ts'
import { pathOf } from './places.ts'
import { APPLE, CALENDAR_SERVER, type XmlContent, caldav, dav, element, type Element, nameInSpace } from './xml.ts'

/** A place with what is known of it. */
export type DavFound =
  | { kind: 'root'; href: string }
  | { kind: 'home'; href: string }
  | { kind: 'principal'; href: string }
  | { kind: 'calendar'; href: string; collection: Collection }
  | {
      kind: 'object'
      href: string
      collection: Collection
      etag: string
      text(expand: TimeWindow | null): Promise<string>
    }

/** Who asks, and how paths become addresses. */
export interface DavReader {
  userId: number
  username: string
  /** Whether they may make calendars. */
  mayMake: boolean
  /** The base path, without a slash at its end. */
  base: string
  /** Where events are wanted as what happens in it. */
  expand: TimeWindow | null
}

/** A value, or null where a place has no such property. */
type Value = (found: DavFound, reader: DavReader) => XmlContent | null | Promise<XmlContent | null>

const hrefTo = ({ base }: DavReader, path: string): Element => element(dav('href'), base + path)
const principalOf = (reader: DavReader): Element => hrefTo(reader, pathOf({ kind: 'principal', person: reader.userId }))
const only =
  (kind: DavFound['kind'], value: Value): Value =>
  (found, reader) =>
    found.kind === kind ? value(found, reader) : null

/** For sync-collection, and for those who only ask whether anything has changed. */
export const tokenOf = ({ owner, state }: Collection): string => `urn:nido:sync:${owner}-${state}`

const REPORTS = [caldav('calendar-query'), caldav('calendar-multiget'), dav('sync-collection')]

const PROPERTIES: Readonly<Record<string, Value>> = {
  [dav('resourcetype')]: ({ kind }) => {
    if (kind === 'object') return []
    const more =
      kind === 'calendar' ? [element(caldav('calendar'))] : kind === 'principal' ? [element(dav('principal'))] : []
    return [element(dav('collection')), ...more]
  },
  [dav('displayname')]: (found, { username }) => {
    if (found.kind === 'calendar') return found.collection.title
    return found.kind === 'principal' ? username : null
  },
  [dav('current-user-principal')]: (_, reader) => [principalOf(reader)],
  [dav('owner')]: (_, reader) => [principalOf(reader)],
  [dav('principal-URL')]: only('principal', (_, reader) => [principalOf(reader)]),
  [dav('principal-collection-set')]: (_, reader) => [hrefTo(reader, pathOf({ kind: 'root' }))],
  [caldav('calendar-home-set')]: only('principal', (_, reader) => [hrefTo(reader, pathOf({ kind: 'home' }))]),
  [caldav('calendar-user-address-set')]: only('principal', (_, reader) => [principalOf(reader)]),
  [dav('current-user-privilege-set')]: (found, { mayMake }) => {
    const isWritable = 'collection' in found ? found.collection.isWritable : found.kind === 'home' && mayMake
    const names = [
      'read',
      'read-current-user-privilege-set',
      ...(isWritable ? ['write-content', 'bind', 'unbind'] : []),
    ]
    return [...names, ...(isWritable ? ['write'] : [])].map((name) => element(dav('privilege'), [element(dav(name))]))
  },
  [dav('supported-report-set')]: only('calendar', () =>
    REPORTS.map((name) => element(dav('supported-report'), [element(dav('report'), [element(name)])])),
  ),
  [caldav('supported-calendar-component-set')]: only('calendar', () => [
    element(caldav('comp'), [], { name: 'VEVENT' }),
  ]),
  [caldav('supported-calendar-data')]: only('calendar', () => [
    element(caldav('calendar-data'), [], { 'content-type': 'text/calendar', version: '2.0' }),
  ]),
  [caldav('supported-collation-set')]: only('calendar', () =>
    COLLATION_NAMES.map((name) => element(caldav('supported-collation'), name)),
  ),
  [caldav('max-resource-size')]: only('calendar', () => String(CALENDAR_FILE_MAX_BYTES)),
  [dav('sync-token')]: (found) => (found.kind === 'calendar' ? tokenOf(found.collection) : null),
  [nameInSpace(CALENDAR_SERVER, 'getctag')]: (found) => (found.kind === 'calendar' ? tokenOf(found.collection) : null),
  [nameInSpace(APPLE, 'calendar-color')]: (found) =>
    found.kind === 'calendar' ? colourOf(found.collection.hue) : null,
  [dav('getetag')]: (found) => (found.kind === 'object' ? found.etag : null),
  [dav('getcontenttype')]: (found) =>
    found.kind === 'object' ? 'text/calendar; charset=utf-8; component=vevent' : null,
  [caldav('calendar-data')]: (found, { expand }) => (found.kind === 'object' ? found.text(expand) : null),
}

/** What is told to those who name nothing. Texts of events are not among it. */
const COMMON = [
  dav('resourcetype'),
  dav('displayname'),
  dav('current-user-principal'),
  dav('sync-token'),
  dav('getetag'),
  dav('getcontenttype'),
]

/** Phones know colours by their parts of red, green and blue only. */
function colourOf(hue: number): string {
  const part = (shift: number) => {
    const k = (shift + hue / 30) % 12
    const value = 0.45 - 0.3 * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(0)}${part(8)}${part(4)}FF`
}

/** The names that a request asks for: of its `prop`, or the common ones. */
export function namesIn(request: Element | null): string[] {
  const prop = request?.children.find(({ name }) => name === dav('prop'))
  return prop ? prop.children.map(({ name }) => name) : COMMON
}

/** The `response` of a place: what it has of the properties, and what it lacks. */
export async function responseOf(found: DavFound, names: readonly string[], reader: DavReader): Promise<Element> {
  const has: Element[] = []
  const lacks: Element[] = []
  for (const name of new Set(names)) {
    const content = await PROPERTIES[name]?.(found, reader)
    if (content === null || content === undefined) lacks.push(element(name))
    else has.push(element(name, content))
  }
  const parts = [propstat(has, '200 OK'), ...(lacks.length > 0 ? [propstat(lacks, '404 Not Found')] : [])]
  return element(dav('response'), [element(dav('href'), reader.base + found.href), ...parts])
}

/** The responses of many places, with pauses for other requests. */
export async function responsesOf(
  places: Iterable<DavFound>,
  names: readonly string[],
  reader: DavReader,
): Promise<Element[]> {
  const turns = new Yielding()
  const responses: Element[] = []
  for (const found of places) {
    responses.push(await responseOf(found, names, reader))
    await turns.pass()
  }
  return responses
}

const propstat = (properties: readonly Element[], status: string): Element =>
  element(dav('propstat'), [element(dav('prop'), properties), element(dav('status'), `HTTP/1.1 ${status}`)])

/** The `response` of a place that is not there any more. */
export const goneResponse = (href: string, { base }: DavReader): Element =>
  element(dav('response'), [element(dav('href'), base + href), element(dav('status'), 'HTTP/1.1 404 Not Found')])
