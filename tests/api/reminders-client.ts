// Reminders as a page uses them.
import type { Reminder, ReminderList } from '../../backend/contract/reminders.ts'
import type { Client, RequestOptions } from '../helpers/client.ts'
import type { EventInput } from './calendar-client.ts'

const MINUTE_MS = 60_000

/** The times of an event that begins in so many minutes. A minute is whole, as in the form. */
export function inMinutes(minutes: number, { zone = 'UTC' } = {}): Pick<EventInput, 'start' | 'end' | 'zone'> {
  const start = Math.floor(Date.now() / MINUTE_MS + minutes) * MINUTE_MS
  const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 16)
  return { start: textOf(start), end: textOf(start + 30 * MINUTE_MS), zone }
}

export const remindersOf = async (client: Client, options: RequestOptions = {}) =>
  (await client.get('/api/reminders', options)).expect(200).json<ReminderList>()

/** What a person is reminded of by now. */
export const dueOf = async (client: Client, options: RequestOptions = {}): Promise<Reminder[]> => {
  const { items, now } = await remindersOf(client, options)
  return items.filter(({ due }) => due <= now)
}

export const answerReminder = (client: Client, { key }: Pick<Reminder, 'key'>, snooze: number | null = null) =>
  client.post('/api/reminders/answers', { key, snooze })
