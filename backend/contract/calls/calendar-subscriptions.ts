// Outside calendars: addresses of .ics files that a worker fetches, and the holidays of countries.
import {
  SUBSCRIPTION_EVENTS_MAX,
  SUBSCRIPTION_FETCHES_MAX,
  SUBSCRIPTION_FETCHES_MINUTES,
  SUBSCRIPTION_HOURS,
  SUBSCRIPTION_MAX_BYTES,
  SUBSCRIPTIONS_MAX,
} from '../calendar-limits.ts'
import {
  holidayPlaces,
  subscriptionBody,
  subscriptionChange,
  subscriptionList,
  subscriptionRecord,
} from '../calendar-subscriptions.ts'
import { call, empty, json, jsonBody, text } from './call.ts'

const WRITING = '`calendar`'
const BODY = ['tooLarge', 'unsupportedMediaType'] as const
const ID = { id: 'The id of one of one’s own outside calendars.' }

export const calendarSubscriptionCalls = {
  subscriptions: call({
    method: 'GET',
    path: '/api/calendar/subscriptions',
    summary: 'List one’s own outside calendars',
    policy: 'person',
    answers: { 200: json(subscriptionList, 'The outside calendars, in the order in which they were added.') },
    errors: [],
  }),
  subscribe: call({
    method: 'POST',
    path: '/api/calendar/subscriptions',
    summary: 'Add an outside calendar',
    policy: 'person',
    permission: WRITING,
    notes:
      `A person has ${SUBSCRIPTIONS_MAX} at most, and each address once. A worker fetches it every ` +
      `${SUBSCRIPTION_HOURS.least} to ${SUBSCRIPTION_HOURS.most} hours: ${SUBSCRIPTION_MAX_BYTES / 1024 ** 2} MiB ` +
      `and ${SUBSCRIPTION_EVENTS_MAX} events at most, from public addresses only. Its events are shown to its person ` +
      'alone, and are neither in files nor at the private address nor in CalDAV. Holidays are computed by the server.',
    body: jsonBody(subscriptionBody),
    answers: { 200: json(subscriptionRecord, 'It is there; a worker will fetch it soon.') },
    errors: ['badRequest', 'forbidden', 'notFound', 'conflict', 'tooMany', ...BODY],
  }),
  changeSubscription: call({
    method: 'PUT',
    path: '/api/calendar/subscriptions/:id',
    summary: 'Change name or colour of an outside calendar, or switch it on or off',
    policy: 'person',
    permission: WRITING,
    params: ID,
    body: jsonBody(subscriptionChange),
    answers: { 200: json(subscriptionRecord, 'It is changed.') },
    errors: ['forbidden', 'notFound', ...BODY],
  }),
  unsubscribe: call({
    method: 'DELETE',
    path: '/api/calendar/subscriptions/:id',
    summary: 'Remove an outside calendar',
    policy: 'person',
    permission: WRITING,
    params: ID,
    answers: { 204: empty('It is gone, with what was fetched.') },
    errors: ['forbidden', 'notFound'],
  }),
  fetchSubscription: call({
    method: 'POST',
    path: '/api/calendar/subscriptions/:id/fetch',
    summary: 'Fetch an outside calendar now',
    policy: 'person',
    permission: WRITING,
    notes:
      `Each can be asked for ${SUBSCRIPTION_FETCHES_MAX} times in ${SUBSCRIPTION_FETCHES_MINUTES} minutes, besides ` +
      'the fetches that are due. One that has stopped goes on. `conflict` for holidays, and for one that is off.',
    params: ID,
    answers: { 204: empty('A worker will fetch it soon.') },
    errors: ['forbidden', 'notFound', 'conflict', 'tooManyRequests'],
  }),
  holidayPlaces: call({
    method: 'GET',
    path: '/api/calendar/holidays',
    summary: 'List the countries whose holidays are known, or the states of one, or the regions of a state',
    policy: 'person',
    notes: 'Names are in the language of the caller where they are known in it.',
    query: {
      country: text('The code of a country, for its states.'),
      state: text('The code of one of its states, for the regions of that.'),
    },
    answers: { 200: json(holidayPlaces, 'The places; none for a country that has no states.') },
    errors: ['unavailable'],
  }),
}
