// Reads a file in the form of iCalendar (RFC 5545). Runs in a child, since it may be made to do harm.
import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { AppError } from '../../../lib/app-error.ts'
import { cutBlocks } from './blocks.ts'
import { titleOfEvent } from './content.ts'
import type { MomentReader } from './moments.ts'
import { type Component, propertyText } from './properties.ts'
import { Refusal } from './refusal.ts'
import { seriesOf } from './series.ts'
import type { ReadCalendar, ReadEvent, ReadWish, RefusedEvent } from './types.ts'
import { zoneNamesOf } from './zones.ts'
import { isZone } from '../times.ts'

const NAME_MAX = 200
const UID_MAX = 500

/** @throws AppError `unsupportedMediaType` for what is no calendar, `tooLarge` for too many events */
export function readCalendar(text: string, { zone, most }: ReadWish): ReadCalendar {
  const blocks = cutBlocks(text, most)
  const frame = frameOf(blocks.frame)
  const named = propertyText(frame, 'x-wr-timezone')
  const zones = zoneNamesOf(frame)
  const reader = { zones, zone: (named === '' ? null : zones(named)) ?? (isZone(zone) ? zone : 'UTC') }
  const refused: RefusedEvent[] = blocks.others.map((block) => ({ why: 'task', title: titleIn(block), detail: '' }))
  const events = [...groupsOf(blocks.events, refused)].flatMap(([uid, group]) => readGroup(uid, group, reader, refused))
  return { name: propertyText(frame, 'x-wr-calname').slice(0, NAME_MAX), events, refused }
}

function frameOf(text: string): Component {
  try {
    const parsed: unknown = ICAL.parse(text)
    // Several calendars in one file: their events have been cut out, the first one names them.
    const first = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed[0] : parsed
    return first as Component
  } catch (error) {
    throw new AppError('unsupportedMediaType', 'this is no calendar', { cause: error })
  }
}

/** The components of each event: the series and its changed occurrences have one UID. */
function groupsOf(blocks: readonly string[], refused: RefusedEvent[]): Map<string, Component[]> {
  const groups = new Map<string, Component[]>()
  for (const block of blocks) {
    const event = parseEvent(block)
    if (event === null) {
      refused.push({ why: 'unreadable', title: titleIn(block), detail: '' })
      continue
    }
    const uid = uidOf(event, block)
    const group = groups.get(uid)
    if (group) group.push(event)
    else groups.set(uid, [event])
  }
  return groups
}

function parseEvent(block: string): Component | null {
  try {
    const parsed = ICAL.parse(block) as Component
    return parsed[0] === 'vevent' ? parsed : null
  } catch {
    return null
  }
}

/** The title of what is not parsed, for people to find it. */
const titleIn = (block: string): string => /^SUMMARY[^:\n]{0,100}:(.{0,100})/im.exec(block)?.[1]?.trim() ?? '?'

/** A very long one is shortened, and an event without one gets one of what it says: the same each time. */
function uidOf(event: Component, block: string): string {
  const uid = propertyText(event, 'uid').replaceAll('\n', ' ')
  if (uid !== '' && uid.length <= UID_MAX) return uid
  return createHash('sha256')
    .update(uid === '' ? block : uid)
    .digest('hex')
}

// eslint-disable-next-line max-params
function readGroup(
  uid: string,
  group: readonly Component[],
  reader: MomentReader,
  refused: RefusedEvent[],
): ReadEvent[] {
  try {
    return seriesOf(uid, group, reader)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [first] = group
    refused.push({ why: error.why, title: first ? titleOfEvent(first) : '?', detail: error.detail.slice(0, NAME_MAX) })
    return []
  }
}
