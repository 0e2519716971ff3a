// The address at which the calendar opens an event.
import type { Reminder } from '../../../../backend/contract/reminders.ts'
import type { RootStore } from '../../stores/RootStore.ts'

export function openEvent(
  { navigate }: RootStore,
  { event, at, start }: Pick<Reminder, 'event' | 'at' | 'start'>,
): void {
  const query = new URLSearchParams({ date: start.slice(0, 10), event, ...(at === null ? {} : { at }) })
  navigate(`/calendario?${query}`)
}
