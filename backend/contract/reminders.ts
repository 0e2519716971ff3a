// Reminders of events: `/api/reminders`.
import { z } from 'zod'
import { EVENT_REMINDERS_MAX, REMINDER_MAX_MINUTES, SERIES_KEY_MAX } from './calendar-limits.ts'
import { REMINDER_ANSWERS_MAX, REMINDERS_MAX, SNOOZE_MINUTES } from './reminder-limits.ts'

const key = z.string().regex(/^[\w-]{22}$/)

export const reminder = z.strictObject({
  key: key.describe('Which reminder of which occurrence it is. It is another one if the event moves.'),
  due: z.string().describe('When it is to be shown, as ISO 8601; later if it was put off.'),
  minutes: z.int().nonnegative().describe('How many minutes before the start it was asked for.'),
  event: z.string().describe('The id of the event.'),
  at: z
    .string()
    .max(SERIES_KEY_MAX)
    .nullable()
    .describe('The occurrence of a repeating event, as `GET /api/calendar`.'),
  start: z.string().describe('A date if the event lasts whole days, otherwise ISO 8601 in UTC.'),
  allDay: z.boolean(),
  title: z.string(),
  place: z.string(),
  busy: z.boolean().describe('It is private: title and place are empty.'),
})
export type Reminder = z.infer<typeof reminder>

/** Answer of `GET /api/reminders`. */
export const reminderList = z.strictObject({
  now: z.string().describe('The time of the server, as ISO 8601: the clock of a device may be wrong.'),
  items: z.array(reminder).max(REMINDERS_MAX).describe('The first due one first.'),
  done: z.array(key).max(REMINDER_ANSWERS_MAX).describe('Those that were dismissed lately, on any device.'),
})
export type ReminderList = z.infer<typeof reminderList>

export const reminderAnswer = z.strictObject({
  key,
  snooze: z.literal(SNOOZE_MINUTES).nullable().describe('Minutes by which it is put off; null to dismiss it.'),
})
export type ReminderAnswer = z.infer<typeof reminderAnswer>

export const ownReminders = z.strictObject({
  reminders: z
    .array(z.int().min(0).max(REMINDER_MAX_MINUTES))
    .max(EVENT_REMINDERS_MAX)
    .describe('Minutes before its start; empty for none.'),
})
export type OwnRemindersBody = z.infer<typeof ownReminders>
