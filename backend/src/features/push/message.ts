// What a push says. The service worker of the page shows it (frontend/src/service-worker/sw.ts): it knows the time zone
// of its device.
import type { PushMessage } from '../../../contract/push-message.ts'
import type { PlannedReminder } from '../calendar/reminding.ts'
import { spokenWords } from '../../lib/spoken-words.ts'

export function reminderMessage(reminder: PlannedReminder, lang: string): PushMessage {
  const { key, title, busy, start, allDay, place, event, at } = reminder
  const query = new URLSearchParams({ date: start.slice(0, 10), event, ...(at === null ? {} : { at }) })
  return {
    tag: key,
    title: busy ? spokenWords(lang).busy : title,
    lang,
    start,
    allDay,
    place,
    path: `calendario?${query.toString()}`,
  }
}

export const testMessage = (lang: string): PushMessage => ({
  tag: 'test',
  title: spokenWords(lang).test,
  lang,
  path: 'settings/profile',
})
