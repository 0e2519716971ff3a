// Calendars as a page uses them.
import type {
  CalendarChange,
  CalendarWindow,
  ChangeEventBody,
  EventFieldsInput,
  EventOccurrence,
  EventRecord,
} from '../../backend/contract/calendar.ts'
import type { Client, RequestOptions } from '../helpers/client.ts'

export type EventInput = Partial<EventFieldsInput>

/** The first calendar of a person. */
export const ownOf = ({ id }: Client): string => `own-${id}`

export const fieldsOf = (client: Client, more: EventInput = {}): EventFieldsInput => ({
  calendar: ownOf(client),
  title: 'Dentist',
  allDay: false,
  start: '2026-11-18T08:15:00',
  end: '2026-11-18T09:00:00',
  zone: 'Europe/Madrid',
  ...more,
})

export async function addEvent(client: Client, more: EventInput = {}): Promise<EventRecord> {
  const answer = await client.post('/api/calendar/events', fieldsOf(client, more))
  const { event } = answer.expect(200).json<CalendarChange>()
  if (event === null) throw new Error('no event was added')
  return event
}

/** The fields of an event, to send them again. */
export function fieldsAgain({ calendar, title, allDay, start, end, zone, ...event }: EventRecord): EventFieldsInput {
  const { place, notes, who, reminders, rule, files, private: isPrivate } = event
  return { calendar, title, allDay, start, end, zone, place, notes, who, reminders, rule, files, private: isPrivate }
}

type Change = Partial<Pick<ChangeEventBody, 'scope' | 'at' | 'version'>> & { event?: EventInput }

export const changeEvent = (client: Client, event: EventRecord, { event: changed, ...change }: Change) =>
  client.put(`/api/calendar/events/${event.id}`, {
    version: event.version,
    ...change,
    event: { ...fieldsAgain(event), ...changed },
  })

export const eventOf = async (client: Client, id: string, options: RequestOptions = {}) =>
  (await client.get(`/api/calendar/events/${id}`, options)).expect(200).json<EventRecord>()

export const windowOf = async (client: Client, month = '2026-11', options: RequestOptions = {}) => {
  const from = new Date(`${month}-01T00:00:00Z`)
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  const query = `from=${from.toISOString()}&to=${to.toISOString()}`
  return (await client.get(`/api/calendar?${query}`, options)).expect(200).json<CalendarWindow>()
}

/** What a person sees of another one's calendars, or of the own ones, in a month. */
export const monthOf = async (client: Client, { of = client, month, ...options }: MonthOptions = {}) => {
  const { calendars, events } = await windowOf(client, month, options)
  const theirs = new Set(calendars.filter(({ owner }) => owner === of.id).map(({ id }) => id))
  return events.filter(({ calendar }) => theirs.has(calendar)).toSorted((a, b) => a.start.localeCompare(b.start))
}
interface MonthOptions extends RequestOptions {
  of?: Client
  month?: string
}

export const startsOf = (events: readonly EventOccurrence[]): string[] => events.map(({ start }) => start)
