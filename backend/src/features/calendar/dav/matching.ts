// What a calendar-query asks of the components of an event, their properties and the parameters of these (RFC 4791
// sections 9.7.1 to 9.7.5).
import ICAL from 'ical.js'
import type { Component, Property } from '../icalendar/properties.ts'
import { momentMs } from '../times.ts'
import type { TimeWindow } from '../types.ts'
import { RefusedReport } from './refusals.ts'
import { caldav, childNamed, type Element } from './xml.ts'

type Test<T> = (of: T) => boolean

/** RFC 4790 and RFC 5051: what two texts have in common if they are equal. */
const COLLATIONS: Readonly<Record<string, (text: string) => string>> = {
  'i;ascii-casemap': (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  'i;octet': (text) => text,
  'i;unicode-casemap': (text) => text.toUpperCase().normalize('NFKD'),
}
export const COLLATION_NAMES = Object.keys(COLLATIONS)

/** How times of a `time-range` are read. */
export type WindowOf = (range: Element) => TimeWindow

/**
 * Whether a component is as a comp-filter asks, apart from its time.
 * @throws RefusedReport for what is not supported
 */
export function componentTest(filter: Element, windowOf: WindowOf): Test<Component> {
  const tests = filter.children.flatMap((child): Test<Component>[] => {
    if (child.name === caldav('prop-filter')) return [propertyTest(child, windowOf)]
    if (child.name === caldav('comp-filter')) return [innerTest(child, windowOf)]
    return []
  })
  return (component) => tests.every((test) => test(component))
}

/** What is in a component, such as a reminder in an event. */
function innerTest(filter: Element, windowOf: WindowOf): Test<Component> {
  const name = nameOf(filter)
  if (isNotDefined(filter)) return ([, , components]) => components.every(([one]) => one !== name)
  if (childNamed(filter, caldav('time-range'))) throw new RefusedReport('supported-filter')
  const test = componentTest(filter, windowOf)
  return ([, , components]) => components.some((one) => one[0] === name && test(one))
}

function propertyTest(filter: Element, windowOf: WindowOf): Test<Component> {
  const name = nameOf(filter)
  if (isNotDefined(filter)) return ([, properties]) => properties.every(([one]) => one !== name)
  const tests = filter.children.map((child): Test<Property> => {
    if (child.name === caldav('param-filter')) return parameterTest(child)
    if (child.name === caldav('time-range')) return timeTest(windowOf(child))
    if (child.name !== caldav('text-match')) throw new RefusedReport('supported-filter')
    const matches = textTest(child)
    return (property) => matches(textOf(property))
  })
  return ([, properties]) => properties.some((one) => one[0] === name && tests.every((test) => test(one)))
}

function parameterTest(filter: Element): Test<Property> {
  const name = nameOf(filter)
  if (isNotDefined(filter)) return (property) => paramsOf(property)[name] === undefined
  const text = childNamed(filter, caldav('text-match'))
  const matches = text ? textTest(text) : () => true
  return (property) => {
    const value = paramsOf(property)[name]
    return value !== undefined && [value].flat().map(String).some(matches)
  }
}

/** jCal has the parameter VALUE as the type. It is written where that is not the usual one. */
const paramsOf = ([, params, type]: Property): Property[1] => (type === 'date' ? { ...params, value: 'DATE' } : params)

function textTest({ attributes, text }: Element): Test<string> {
  const fold = COLLATIONS[attributes['collation'] ?? 'i;ascii-casemap']
  if (fold === undefined) throw new RefusedReport('supported-collation')
  const wanted = fold(text)
  const isNegated = attributes['negate-condition'] === 'yes'
  return (value) => fold(value).includes(wanted) !== isNegated
}

/** Section 9.9: a moment is in a window from its start up to its end. A date stands for its day. */
function timeTest({ from, to }: TimeWindow): Test<Property> {
  return ([, params, type, ...values]) => {
    if (type !== 'date' && type !== 'date-time') return false
    const allDay = type === 'date'
    return values.map(String).some((value) => {
      const zone = value.endsWith('Z') ? 'UTC' : String(params['tzid'] ?? 'UTC')
      const start = momentMs({ allDay, zone }, value.replace(/Z$/, ''))
      return start < to && (allDay ? start + DAY_MS > from : start >= from)
    })
  }
}
const DAY_MS = 86_400_000

/** The value of a property: texts as people read them, others as iCalendar writes them. */
function textOf([, , type, ...values]: Property): string {
  if (type === 'text') return values.join(',')
  return values.map((value) => ICAL.stringify.value(value as string, type, ICAL.design.icalendar, false)).join(',')
}

const nameOf = ({ attributes }: Element): string => (attributes['name'] ?? '').toLowerCase()
const isNotDefined = (filter: Element): boolean => childNamed(filter, caldav('is-not-defined')) !== undefined
