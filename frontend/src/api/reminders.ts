import type { ReminderAnswer, ReminderList } from '../../../backend/contract/reminders.ts'
import type { Http } from './http.ts'

/** Reminders of events. */
export const createRemindersApi = (http: Http) => ({
  list: (signal: AbortSignal) => http.json<ReminderList>('GET', '/api/reminders', { signal }),
  async answer(answer: ReminderAnswer): Promise<void> {
    await http.request('POST', '/api/reminders/answers', { json: answer })
  },
  /** Of an event of somebody else, or of everyone. */
  async setOwn(event: string, reminders: readonly number[]): Promise<void> {
    await http.request('PUT', `/api/reminders/events/${encodeURIComponent(event)}`, { json: { reminders } })
  },
})
