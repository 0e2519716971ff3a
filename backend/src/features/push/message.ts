// What a push says. The service worker of the page shows it (frontend/src/service-worker/sw.ts): it knows the time zone
// of its device.
import type { PushMessage } from '../../../contract/push-message.ts'
import type { PlannedReminder } from '../calendar/reminding.ts'

const ENGLISH = { busy: 'Busy', test: 'Reminders reach this device' }
const WORDS: Readonly<Record<string, typeof ENGLISH>> = {
  es: { busy: 'Ocupado', test: 'Los avisos llegan a este dispositivo' },
}
const wordsOf = (locale: string) => WORDS[locale.slice(0, 2)] ?? ENGLISH

export function reminderMessage(reminder: PlannedReminder, lang: string): PushMessage {
  const { key, title, busy, start, allDay, place, event, at } = reminder
  const query = new URLSearchParams({ date: start.slice(0, 10), event, ...(at === null ? {} : { at }) })
  return {
    tag: key,
    title: busy ? wordsOf(lang).busy : title,
    lang,
    start,
    allDay,
    place,
    path: `calendario?${query.toString()}`,
  }
}

export const testMessage = (lang: string): PushMessage => ({
  tag: 'test',
  title: wordsOf(lang).test,
  lang,
  path: 'settings/profile',
})
