// Tells open pages that reminders may have changed: with an event, or because one was dismissed on another device.
import type { ChangeCounters } from '../../database/change-counters.ts'
import type { Events } from '../events/service.ts'
import { REMINDERS } from './model.ts'

export interface ReminderNewsOptions {
  changeCounters: Pick<ChangeCounters, 'onChange'>
  /** The counter of changed calendars. */
  calendars: string
  events: Pick<Events, 'publish'>
}

export function tellOfReminders({ changeCounters, calendars, events }: ReminderNewsOptions): void {
  for (const name of [calendars, REMINDERS])
    changeCounters.onChange(name, () => events.publish({ newsFor: () => ({ type: 'reminders' }) }))
}
