// Calendars and their events: `/api/calendar`.
import { z } from 'zod'
import {
  CALENDAR_ANSWER_MAX,
  CALENDAR_HUES,
  CALENDAR_NAME_MAX,
  CALENDAR_UNDO_MAX,
  DEVICE_NAME_MAX,
  DEVICES_MAX,
  EVENT_FILES_MAX,
  EVENT_NOTES_MAX,
  EVENT_PEOPLE_MAX,
  EVENT_PLACE_MAX,
  EVENT_REMINDERS_MAX,
  EVENT_RULE_MAX,
  EVENT_SCOPES,
  EVENT_TITLE_MAX,
  FEED_SCOPES,
  IMPORT_EXAMPLES_MAX,
  IMPORT_REFUSALS,
  REMINDER_MAX_MINUTES,
  SERIES_KEY_MAX,
} from './calendar-limits.ts'
import { SELECTED_PATH_MAX } from './limits.ts'

const id = z.string().regex(/^[\w-]{1,64}$/)
const hue = z.int().refine((value) => (CALENDAR_HUES as readonly number[]).includes(value))
const version = z.int().positive().describe('Grows with each change. A change tells the one that it was made from.')
/** `2026-11-26`, or `2026-11-26T16:00` with optional seconds. */
const moment = z.string().regex(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/)
const at = z
  .string()
  .max(SERIES_KEY_MAX)
  .describe('Which occurrence of a repeating event: its start by the rule, in the form of `start`.')

export const calendarBody = z.strictObject({
  name: z.string().trim().min(1).max(CALENDAR_NAME_MAX),
  hue: hue.describe('Its colour: a hue in degrees, one of those in `contract/calendar-limits.ts`.'),
})
export type CalendarBody = z.infer<typeof calendarBody>

export const calendarRecord = z.strictObject({
  id: z.string(),
  name: z.string().describe('Empty for the calendar of the whole household, and for the first one of a person.'),
  hue: z.int(),
  owner: z.int().nullable().describe('The number of a person; null for the calendar of the whole household.'),
  mayChange: z.boolean().describe('Whether the caller may write in it.'),
  outside: z.boolean().describe('Whether it is an outside calendar of the caller, which only the caller sees.'),
})
export type CalendarRecord = z.infer<typeof calendarRecord>

/** What a person says of an event. */
export const eventFields = z.strictObject({
  calendar: id.describe('One of one’s own calendars, or `everyone`.'),
  title: z.string().trim().min(1).max(EVENT_TITLE_MAX),
  allDay: z.boolean(),
  start: moment.describe('A date if it lasts whole days, otherwise date and time in `zone`.'),
  end: moment.describe('Likewise; the first moment, or day, after it.'),
  zone: z
    .string()
    .regex(/^[A-Za-z][\w+\-/]{0,63}$/)
    .describe('An IANA time zone, such as `Europe/Madrid`. Days are the same everywhere.'),
  place: z.string().trim().max(EVENT_PLACE_MAX).default(''),
  notes: z.string().max(EVENT_NOTES_MAX).default(''),
  who: z.array(z.int().positive()).max(EVENT_PEOPLE_MAX).default([]).describe('The people whom it concerns.'),
  reminders: z
    .array(z.int().min(0).max(REMINDER_MAX_MINUTES))
    .max(EVENT_REMINDERS_MAX)
    .default([])
    .describe('Minutes before its start.'),
  rule: z
    .string()
    .max(EVENT_RULE_MAX)
    .nullable()
    .default(null)
    .describe('How it repeats, as the value of an RRULE (RFC 5545), by days at least: `FREQ=WEEKLY;BYDAY=MO,WE`.'),
  files: z
    .array(z.string().min(1).max(SELECTED_PATH_MAX))
    .max(EVENT_FILES_MAX)
    .default([])
    .describe('Paths of files and folders. Others see those that they could open.'),
  private: z.boolean().default(false).describe('Others see only that the time is taken.'),
})
export type EventFields = z.infer<typeof eventFields>
export type EventFieldsInput = z.input<typeof eventFields>

export const eventRecord = z.strictObject({
  ...eventFields.shape,
  title: z.string(),
  calendar: z.string(),
  id: z.string(),
  version,
  owner: z.int().nullable().describe('The person whose event it is; null for one of the whole household.'),
  mayChange: z.boolean(),
  busy: z.boolean().describe('It is private: title, place, notes and all else are empty.'),
  changed: z.string().describe('When it was last changed, as ISO 8601.'),
})
export type EventRecord = z.infer<typeof eventRecord>

/** One time at which an event happens. */
export const eventOccurrence = z.strictObject({
  id: z.string().describe('The event’s.'),
  at: at.nullable().describe('Which occurrence of a repeating event it is; null for one that does not repeat.'),
  start: z.string().describe('A date, or ISO 8601 in UTC.'),
  end: z.string().describe('Likewise, and exclusive.'),
  allDay: z.boolean(),
  title: z.string(),
  place: z.string(),
  calendar: z.string(),
  who: z.array(z.int()),
  reminders: z.array(z.int()),
  hasFiles: z.boolean(),
  private: z.boolean(),
  busy: z.boolean(),
  mayChange: z.boolean(),
})
export type EventOccurrence = z.infer<typeof eventOccurrence>

/** Answer of `GET /api/calendar`. */
export const calendarWindow = z.strictObject({
  people: z.array(z.strictObject({ id: z.int(), username: z.string() })).describe('Everybody of the household.'),
  calendars: z.array(calendarRecord).describe('The caller’s own first.'),
  events: z.array(eventOccurrence).max(CALENDAR_ANSWER_MAX),
})
export type CalendarWindow = z.infer<typeof calendarWindow>

export const changeEventBody = z.strictObject({
  version,
  scope: z.enum(EVENT_SCOPES).default('all'),
  at: at.nullable().default(null).describe('The occurrence that was changed, for all scopes of a repeating event.'),
  event: eventFields.describe('If an occurrence is changed, `start` and `end` are those of the occurrence.'),
})
export type ChangeEventBody = z.infer<typeof changeEventBody>

/** What a change has done. */
export const calendarChange = z.strictObject({
  change: z.string().describe('By which it can be undone.'),
  event: eventRecord.nullable().describe('The event as it is now; null if it is deleted.'),
})
export type CalendarChange = z.infer<typeof calendarChange>

export const deletedEvent = z.strictObject({
  change: z.string(),
  title: z.string(),
  start: z.string(),
  allDay: z.boolean(),
  calendar: z.string(),
  count: z.int().describe('How many events were deleted with it.'),
  by: z.string().describe('Who deleted it.'),
  deleted: z.string().describe('When, as ISO 8601.'),
})
export const deletedEvents = z.strictObject({
  items: z
    .array(deletedEvent)
    .max(2 * CALENDAR_UNDO_MAX)
    .describe('The last one first.'),
})
export type DeletedEvent = z.infer<typeof deletedEvent>

/** Answer of `POST /api/calendar/import`. */
export const calendarImport = z.strictObject({
  name: z.string().describe('What the file calls itself; empty if it does not.'),
  fresh: z.int().nonnegative().describe('Events that are new.'),
  changed: z.int().nonnegative().describe('Events that are there (by their UID), and say something else.'),
  same: z.int().nonnegative().describe('Events that are there already, as in the file.'),
  examples: z
    .array(z.strictObject({ title: z.string(), start: z.string(), allDay: z.boolean() }))
    .max(IMPORT_EXAMPLES_MAX)
    .describe('The first ones of those that are new or changed.'),
  refused: z
    .array(
      z.strictObject({
        why: z.enum(IMPORT_REFUSALS),
        count: z.int().positive(),
        titles: z.array(z.string()).max(IMPORT_EXAMPLES_MAX).describe('Of the first ones.'),
        details: z.array(z.string()).max(IMPORT_EXAMPLES_MAX).describe('The names of unknown time zones.'),
      }),
    )
    .describe('What is not imported, and why.'),
  change: z.string().nullable().describe('By which the import can be undone; null if nothing was changed.'),
})
export type CalendarImport = z.infer<typeof calendarImport>

export const feedBody = z.strictObject({
  scope: z.enum(FEED_SCOPES).describe('Own calendars and the one of the household, or those of everybody.'),
})
export type FeedBody = z.infer<typeof feedBody>

/** A person's private address, without the address. */
export const feedRecord = z.strictObject({
  scope: z.enum(FEED_SCOPES),
  made: z.string().describe('When it was made, as ISO 8601.'),
  used: z.string().nullable().describe('When it was last fetched, to the hour, as ISO 8601.'),
})
export type FeedRecord = z.infer<typeof feedRecord>
export const feedState = z.strictObject({ feed: feedRecord.nullable().describe('Null if there is none.') })
export type FeedState = z.infer<typeof feedState>

export const madeFeed = z.strictObject({
  feed: feedRecord,
  path: z.string().describe('The address, below the base URL. It is told only this once.'),
})
export type MadeFeed = z.infer<typeof madeFeed>

export const deviceBody = z.strictObject({ name: z.string().trim().min(1).max(DEVICE_NAME_MAX) })
export type DeviceBody = z.infer<typeof deviceBody>

/** A phone or a program with a password of its own, without the password. */
export const deviceRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  made: z.string().describe('When it was made, as ISO 8601.'),
  used: z.string().nullable().describe('When it was last used, to the hour, as ISO 8601.'),
})
export type DeviceRecord = z.infer<typeof deviceRecord>
export const deviceList = z.strictObject({ items: z.array(deviceRecord).max(2 * DEVICES_MAX) })

export const madeDevice = z.strictObject({
  device: deviceRecord,
  username: z.string().describe('What the device sends with it.'),
  password: z.string().describe('It is told only this once.'),
})
export type MadeDevice = z.infer<typeof madeDevice>
