// Calendars that programs make and change (RFC 4791 section 5.3.1).
import type { CalendarBody } from '../../../../contract/calendar.ts'
import { CALENDAR_HUES, CALENDAR_NAME_MAX } from '../../../../contract/calendar-limits.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Collection } from './collections.ts'
import { APPLE, caldav, childNamed, dav, element, type Element, nameInSpace } from './xml.ts'

const COLOUR_NAME = nameInSpace(APPLE, 'calendar-color')
const COLOUR = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i

/** The longest name of a collection. */
const RESOURCE_MAX = 255

/**
 * What a program wants its new calendar to be, and its name among the collections. What it says besides name and colour
 * is not kept. `all`: those that it sees.
 * @throws AppError `methodNotAllowed` for a name that is taken; `forbidden` for one that is too long, and for a
 *   calendar that is to have no events, but tasks
 */
export function newCalendar(
  request: Element | null,
  resource: string,
  all: readonly Collection[],
): [body: CalendarBody, made: { resource: string }] {
  if (all.some((one) => one.resource === resource)) throw new AppError('methodNotAllowed', 'there is one already')
  if (resource.length > RESOURCE_MAX) throw new AppError('forbidden', 'the name is too long')
  const asked = request?.children.flatMap(settings) ?? []
  const kinds = asked.find(({ name }) => name === caldav('supported-calendar-component-set'))?.children ?? []
  if (kinds.length > 0 && kinds.every(({ attributes }) => attributes['name'] !== 'VEVENT'))
    throw new AppError('forbidden', 'calendars have events only')
  const unused = CALENDAR_HUES.find((hue) => all.every((one) => one.hue !== hue)) ?? CALENDAR_HUES[0]
  return [{ name: resource.slice(0, CALENDAR_NAME_MAX).toWellFormed(), hue: unused, ...saidIn(asked) }, { resource }]
}

/** The properties that a `set` has. */
const settings = (one: Element): Element[] =>
  one.name === dav('set') ? (childNamed(one, dav('prop'))?.children ?? []) : []

/** Of properties, what can be kept of a calendar. */
function saidIn(properties: readonly Element[]): Partial<CalendarBody> {
  const textOf = (wanted: string) => properties.find(({ name }) => name === wanted)?.text.trim() ?? ''
  const name = textOf(dav('displayname')).slice(0, CALENDAR_NAME_MAX).toWellFormed()
  const hue = hueOf(textOf(COLOUR_NAME))
  return { ...(name === '' ? {} : { name }), ...(hue === null ? {} : { hue }) }
}

/** What a PROPPATCH makes of a calendar; null where not all that it asks can be kept (RFC 4918 section 9.2). */
export function changedCalendar(request: Element | null, { name, hue }: Collection): CalendarBody | null {
  const properties = request?.children.flatMap(settings) ?? []
  const said = saidIn(properties)
  const isWhole = request?.children.every((one) => one.name === dav('set'))
  return isWhole && properties.length > 0 && properties.length === Object.keys(said).length
    ? { name, hue, ...said }
    : null
}

/** What is answered to a PROPPATCH: that all is done, or nothing. */
export function patchResponse(request: Element | null, href: string, isDone: boolean): Element {
  const properties = request?.children.flatMap((one) => childNamed(one, dav('prop'))?.children ?? []) ?? []
  const propstat = element(dav('propstat'), [
    element(
      dav('prop'),
      properties.map(({ name }) => element(name)),
    ),
    element(dav('status'), `HTTP/1.1 ${isDone ? '200 OK' : '403 Forbidden'}`),
  ])
  return element(dav('response'), [element(dav('href'), href), propstat])
}

/** The hue among ours that is nearest to a colour, `#rrggbb`; null for none, and for grey. */
function hueOf(colour: string): CalendarBody['hue'] | null {
  const [red = 0, green = 0, blue = 0] = (COLOUR.exec(colour) ?? []).slice(1).map((part) => Number.parseInt(part, 16))
  // The hue of a colour in a plane with red at 0°, green at 120° and blue at 240°.
  const [x, y] = [2 * red - green - blue, Math.sqrt(3) * (green - blue)]
  if (x === 0 && y === 0) return null
  const angle = (Math.atan2(y, x) * 180) / Math.PI
  const farness = (hue: number) => Math.abs(((hue - angle + 540) % 360) - 180)
  return CALENDAR_HUES.toSorted((a, b) => farness(a) - farness(b))[0] ?? null
}
