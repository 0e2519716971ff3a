import type { CalendarRecord, EventOccurrence } from '../../../../backend/contract/calendar.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { CalendarStore } from '../../stores/CalendarStore.ts'

/** The words for calendars and events. */
export function useCalendarWords(calendars: CalendarStore) {
  const { t } = useTexts()
  const personOf = (id: number) => calendars.people.find((person) => person.id === id)?.username ?? ''
  /** A calendar without a name is the first one of its person. */
  const nameOf = ({ name, owner, mayChange, outside }: CalendarRecord): string => {
    if (outside) return name
    if (owner === null) return t('calendar.everyone')
    if (name === '') return mayChange ? t('calendar.mine') : personOf(owner)
    return mayChange ? name : `${personOf(owner)}: ${name}`
  }
  return {
    nameOf,
    personOf,
    titleOf: ({ title, busy }: Pick<EventOccurrence, 'title' | 'busy'>): string => (busy ? t('calendar.busy') : title),
    /** The initials of whoever an event belongs to, or of its outside calendar, since colour is never the only sign. */
    initialsOf: (id: string): string => {
      const calendar = calendars.calendar(id)
      if (calendar === undefined) return ''
      if (calendar.owner === null) return t('calendar.all')
      return (calendar.outside ? calendar.name : personOf(calendar.owner)).slice(0, 2).toUpperCase()
    },
  }
}
