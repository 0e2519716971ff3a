import type {
  HolidayPlaces,
  SubscriptionBodyInput,
  SubscriptionChange,
  SubscriptionList,
  SubscriptionRecord,
} from '../../../backend/contract/calendar-subscriptions.ts'
import type { Http } from './http.ts'

/** Outside calendars of a person. */
export function createSubscriptionsApi(http: Http) {
  const all = '/api/calendar/subscriptions'
  const at = (id: string) => `${all}/${encodeURIComponent(id)}`
  return {
    list: (signal?: AbortSignal) => http.json<SubscriptionList>('GET', all, signal ? { signal } : {}),
    add: (body: SubscriptionBodyInput) => http.json<SubscriptionRecord>('POST', all, { json: body }),
    change: (id: string, body: SubscriptionChange) => http.json<SubscriptionRecord>('PUT', at(id), { json: body }),
    async remove(id: string): Promise<void> {
      await http.request('DELETE', at(id))
    },
    async fetch(id: string): Promise<void> {
      await http.request('POST', `${at(id)}/fetch`)
    },
    /** Countries, or the states of one, or the regions of a state. */
    places: async (query: { country?: string; state?: string }) =>
      (await http.json<HolidayPlaces>('GET', '/api/calendar/holidays', { query })).items,
  }
}
