// One event of a file, with the occurrences that differ.
import ICAL from 'ical.js'
import { RULE_EXCEPTIONS_MAX } from '../../../../contract/calendar-limits.ts'
import { AppError } from '../../../lib/app-error.ts'
import { checkRule } from '../rules.ts'
import { checkTimes, shiftBetween, shifted } from '../times.ts'
import { readContent } from './content.ts'
import { refusingTimes, inZone, type ReadMoment, type MomentReader, momentOf } from './moments.ts'
import { type Component, propertiesOf, type Property, propertyOf, propertyText } from './properties.ts'
import { Refusal } from './refusal.ts'
import type { ReadContent, ReadEvent } from './types.ts'

/** An event that happens on some days without a rule: its own day, and others as if they were changed. */
const ONCE = 'FREQ=DAILY;COUNT=1'

/**
 * The event of the components with one UID: the series, and its changed occurrences. Those without a series are events
 * by themselves.
 * @throws Refusal for an event that Nido cannot have
 */
export function seriesOf(uid: string, group: readonly Component[], reader: MomentReader): ReadEvent[] {
  const main = latestOf(group.filter((event) => !propertyOf(event, 'recurrence-id')))
  const others = group.filter((event) => propertyOf(event, 'recurrence-id'))
  if (main === undefined)
    return others.map((event, index) => single(index === 0 ? uid : `${uid} ${index}`, event, reader))
  if (isCancelled(main)) throw new Refusal('cancelled')
  const content = readContent(main, reader)
  const rules = propertiesOf(main, 'rrule')
  if (rules.length > 1 || propertyOf(main, 'exrule')) throw new Refusal('rule')
  const extra = momentsOf(main, 'rdate', reader).map((at) => extraAt(content, at))
  const changed = others.filter((event) => !isCancelled(event)).map((event) => changedIn(content, event, reader))
  const changedOnes = [...extra.filter(({ at }) => changed.every((one) => one.at !== at)), ...changed]
  const [own] = rules
  const rule = own ? ruleIn(own, content) : changedOnes.length > 0 ? ONCE : null
  const skipped = [
    ...momentsOf(main, 'exdate', reader),
    ...others.filter(isCancelled).map((event) => atOf(event, reader)),
  ]
  const checked = checkContent(content, rule !== null)
  if (skipped.length + changedOnes.length > RULE_EXCEPTIONS_MAX) throw new Refusal('exceptions')
  const keys = rule === null ? [] : skipped.map((moment) => keyIn(checked, moment))
  return [{ uid, rule, skipped: [...new Set(keys)], changedOnes: lastOnes(changedOnes), content: checked }]
}

const isCancelled = (event: Component): boolean => propertyText(event, 'status').toUpperCase() === 'CANCELLED'

/** Of several versions of an event, the one with the highest number, or the last one. */
function latestOf(events: readonly Component[]): Component | undefined {
  const number = (event: Component) => Number(propertyOf(event, 'sequence')?.[3] ?? 0) || 0
  return events.reduce<Component | undefined>(
    (best, event) => (best === undefined || number(event) >= number(best) ? event : best),
    undefined,
  )
}

function single(uid: string, event: Component, reader: MomentReader): ReadEvent {
  const content = checkContent(readContent(event, reader), false)
  return { uid, rule: null, skipped: [], changedOnes: [], content }
}

/** @throws Refusal `time` */
function checkContent(content: ReadContent, isRepeating: boolean): ReadContent {
  return refusing('time', () => checkTimes(content, isRepeating))
}

/** @throws Refusal `rule` */
function ruleIn(property: Property, content: ReadContent): string {
  const line = ICAL.stringify.property([...property], ICAL.design.icalendar, true)
  return refusing('rule', () => checkRule(line.slice(line.indexOf(':') + 1), content))
}

function refusing<T>(why: 'rule' | 'time', work: () => T): T {
  try {
    return refusingTimes(work)
  } catch (error) {
    throw error instanceof AppError ? new Refusal(why) : error
  }
}

/** The values of all properties of a name, such as EXDATE. Of a period, its beginning. */
const momentsOf = (event: Component, name: string, reader: MomentReader): ReadMoment[] =>
  propertiesOf(event, name).flatMap((property) =>
    property.slice(3).map((value) => momentOf(Array.isArray(value) ? value[0] : value, property, reader)),
  )

/** Which occurrence a component is about. @throws Refusal */
function atOf(event: Component, reader: MomentReader): ReadMoment {
  const property = propertyOf(event, 'recurrence-id')
  if (property === undefined) throw new Refusal('time')
  return momentOf(property[3], property, reader)
}

/** Names an occurrence by its start in the zone of the series. */
function keyIn(series: ReadContent, moment: ReadMoment): string {
  if (series.allDay) return moment.at.slice(0, 10)
  return moment.allDay ? moment.at + series.start.slice(10) : refusingTimes(() => inZone(moment, series.zone))
}

function changedIn(series: ReadContent, event: Component, reader: MomentReader): ReadEvent['changedOnes'][number] {
  const at = keyIn(series, atOf(event, reader))
  return { at, content: checkContent(readContent(event, reader), true) }
}

/** An additional day of an event: as long as the event itself. */
function extraAt(series: ReadContent, moment: ReadMoment): ReadEvent['changedOnes'][number] {
  const at = keyIn(series, moment)
  const end = refusingTimes(() => shifted(at, shiftBetween(series.start, series.end)))
  return { at, content: checkContent({ ...series, start: at, end }, true) }
}

/** Each occurrence once, as the last component has it. */
const lastOnes = (changed: ReadEvent['changedOnes']): ReadEvent['changedOnes'] =>
  Array.from(new Map(changed.map((one) => [one.at, one])).values())
