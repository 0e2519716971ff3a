import type {
  CalendarBody,
  CalendarChange,
  CalendarImport,
  CalendarRecord,
  CalendarWindow,
  ChangeEventBody,
  DeletedEvent,
  DeviceRecord,
  EventFields,
  EventRecord,
  FeedState,
  MadeDevice,
  MadeFeed,
} from '../../../backend/contract/calendar.ts'
import type { EventScope, FeedScope } from '../../../backend/contract/calendar-limits.ts'
import type { Http } from './http.ts'

/** What of an event is deleted. */
export interface Removal {
  version: number
  scope: EventScope
  at: string | null
}

/** A file in the form of iCalendar, and where its events go. */
export interface CalendarFile {
  file: Blob
  calendar: string
  zone: string
}

/** Calendars and events of the household. */
export function createCalendarApi(http: Http) {
  const eventAt = (id: string) => `/api/calendar/events/${encodeURIComponent(id)}`
  const calendarAt = (id: string) => `/api/calendar/calendars/${encodeURIComponent(id)}`
  return {
    window: (query: { from: string; to: string }, signal: AbortSignal) =>
      http.json<CalendarWindow>('GET', '/api/calendar', { query, signal }),
    event: (id: string, at: string | null) =>
      http.json<EventRecord>('GET', eventAt(id), { query: at === null ? {} : { at } }),
    add: (event: EventFields) => http.json<CalendarChange>('POST', '/api/calendar/events', { json: event }),
    change: (id: string, body: ChangeEventBody) => http.json<CalendarChange>('PUT', eventAt(id), { json: body }),
    remove: (id: string, { version, scope, at }: Removal) =>
      http.json<CalendarChange>('DELETE', eventAt(id), { query: { version, scope, ...(at === null ? {} : { at }) } }),
    undo: (change: string) =>
      http.json<CalendarChange>('POST', `/api/calendar/changes/${encodeURIComponent(change)}/undo`),
    deleted: (signal: AbortSignal) => http.json<{ items: DeletedEvent[] }>('GET', '/api/calendar/deleted', { signal }),
    addCalendar: (body: CalendarBody) => http.json<CalendarRecord>('POST', '/api/calendar/calendars', { json: body }),
    changeCalendar: (id: string, body: CalendarBody) =>
      http.json<CalendarRecord>('PUT', calendarAt(id), { json: body }),
    async removeCalendar(id: string): Promise<void> {
      await http.request('DELETE', calendarAt(id))
    },
    /** Imports a file, or, unless `apply`, tells what that would do. */
    importFile: ({ file, calendar, zone }: CalendarFile, apply: boolean) =>
      http.json<CalendarImport>('POST', '/api/calendar/import', { query: { calendar, zone, apply }, body: file }),
    /** The address of a calendar as a file. */
    exportUrl: (calendar: string) => http.url('/api/calendar/export', { calendar }),
    feed: (signal: AbortSignal) => http.json<FeedState>('GET', '/api/calendar/feed', { signal }),
    /** Makes a private address, which is told only this once. */
    async makeFeed(scope: FeedScope): Promise<MadeFeed & { address: string }> {
      const made = await http.json<MadeFeed>('POST', '/api/calendar/feed', { json: { scope } })
      return { ...made, address: new URL(http.url(made.path), location.href).href }
    },
    devices: () => http.json<{ items: DeviceRecord[] }>('GET', '/api/calendar/devices'),
    /** Makes a password, which is told only this once. */
    makeDevice: (name: string) => http.json<MadeDevice>('POST', '/api/calendar/devices', { json: { name } }),
    async endDevice(id: string): Promise<void> {
      await http.request('DELETE', `/api/calendar/devices/${encodeURIComponent(id)}`)
    },
    async endFeed(): Promise<void> {
      await http.request('DELETE', '/api/calendar/feed')
    },
  }
}
