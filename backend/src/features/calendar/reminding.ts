// When people are to be reminded of events.
import { createHash } from 'node:crypto'
import { REMINDER_MAX_MINUTES } from '../../../contract/calendar-limits.ts'
import { Yielding } from '../../lib/yielding.ts'
import type { Actor } from '../access/actor.ts'
import type { OwnMinutes } from '../reminders/model.ts'
import { expandInTurns, lastYearOf, occurrencesIn } from './expanding.ts'
import { isBusy, remindersFor } from './presenting.ts'
import type { CalendarStore } from './store.ts'
import { momentAt } from './times.ts'
import type { Occurrence, StoredEvent, TimeWindow } from './types.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A reminder of an occurrence. Times in milliseconds since 1970. */
export interface PlannedReminder {
  /** Another one if the occurrence is at another time. */
  key: string
  due: number
  minutes: number
  event: string
  at: string | null
  /** A date if it lasts whole days, otherwise ISO 8601 in UTC. */
  start: string
  allDay: boolean
  /** Empty if the person only learns that it is busy. */
  title: string
  place: string
  busy: boolean
}

/** Whose reminders are looked for: those of a person, who sees the event as this actor. */
export interface Reminded {
  actor: Actor
  own: OwnMinutes
}

/** The reminders of an event that are due in a window. `book`: the number of its book. */
export function remindersIn(
  { actor, own }: Reminded,
  { book, event }: { book: number; event: StoredEvent },
  window: TimeWindow,
): PlannedReminder[] {
  return occurrencesIn(event, startsFor(window)).flatMap((one) =>
    remindersFor(actor, book, { event, content: one.content, own })
      .map((before) => plan(one, before, isBusy(actor, book, one.content)))
      .filter(({ due }) => due >= window.from && due < window.to),
  )
}

/** When occurrences happen whose reminders may be due in a window. A day is another time in each zone. */
const startsFor = ({ from, to }: TimeWindow): TimeWindow => ({
  from: from - DAY_MS,
  to: to + REMINDER_MAX_MINUTES * MINUTE_MS + DAY_MS,
})

function plan({ event, at, content, start }: Occurrence, minutes: number, busy: boolean): PlannedReminder {
  const due = beginOf(content, start) - minutes * MINUTE_MS
  return {
    key: keyOf([event.id, at ?? '', minutes, due].join(' ')),
    due,
    minutes,
    event: event.id,
    at,
    start: content.allDay ? momentAt(content, start) : new Date(start).toISOString(),
    allDay: content.allDay,
    title: busy ? '' : content.title,
    place: busy ? '' : content.place,
    busy,
  }
}

/** A day begins at midnight where the event was written down. */
function beginOf({ allDay, zone }: Occurrence['content'], start: number): number {
  if (!allDay) return start
  return Temporal.PlainDate.from(momentAt({ allDay, zone }, start)).toZonedDateTime(zone).epochMilliseconds
}

/** 22 letters: 128 bits. */
const keyOf = (text: string): string => createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

export class CalendarReminders {
  readonly #store: Pick<CalendarStore, 'look'>

  constructor(store: Pick<CalendarStore, 'look'>) {
    this.#store = store
  }

  /** The reminders of people that are due in a window, in no order. @throws AppError `conflict` */
  async due<T extends Reminded>(people: readonly T[], window: TimeWindow): Promise<Map<T, PlannedReminder[]>> {
    const turns = new Yielding()
    const starts = startsFor(window)
    const found = new Map<T, PlannedReminder[]>(people.map((person) => [person, []]))
    for (const { book, events } of await this.#store.look(starts))
      for (const event of events) {
        for (const [person, reminders] of found) {
          if (!mayRemind(person, book.owner, event)) continue
          await expandInTurns(event, lastYearOf(starts), turns)
          reminders.push(...remindersIn(person, { book: book.owner, event }, window))
        }
        await turns.pass()
      }
    return found
  }
}

/** Whether a person has any reminder of an event: most have none. */
const mayRemind = ({ actor, own }: Reminded, book: number, event: StoredEvent): boolean =>
  [event, ...event.changedOnes.map(({ content }) => content)].some(
    (content) => remindersFor(actor, book, { event, content, own }).length > 0,
  )
