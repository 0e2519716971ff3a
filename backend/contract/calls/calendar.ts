// Calendars and events.
import {
  calendarBody,
  calendarChange,
  calendarRecord,
  calendarWindow,
  changeEventBody,
  deletedEvents,
  eventFields,
  eventRecord,
} from '../calendar.ts'
import { CALENDAR_UNDO_DAYS, CALENDAR_WINDOW_DAYS_MAX, EVENT_SCOPES } from '../calendar-limits.ts'
import { calendarOutsideCalls } from './calendar-outside.ts'
import { calendarSubscriptionCalls } from './calendar-subscriptions.ts'
import { z } from 'zod'
import { call, type Chapter, empty, json, jsonBody, text } from './call.ts'

const ID = { id: 'The id of an event.' }
const CALENDAR_ID = { id: 'The id of one of one’s own calendars.' }
const CHANGE_ID = { id: 'The id of a change, as the call that made it has told.' }
const WRITING = '`calendar`'
const BODY = ['tooLarge', 'unsupportedMediaType'] as const
const instant = z.iso.datetime({ offset: true })

export const calendarCalls = {
  window: call({
    method: 'GET',
    path: '/api/calendar',
    summary: 'Get the events of some days',
    policy: 'person',
    notes:
      'Events that repeat are answered once for each occurrence. Private events of others have no title; they only ' +
      'say that the time is taken.',
    query: {
      from: instant.describe('The first moment, as ISO 8601.'),
      to: instant.describe(`The first moment after it, ${CALENDAR_WINDOW_DAYS_MAX} days later at most.`),
    },
    needs: ['from', 'to'],
    answers: { 200: json(calendarWindow, 'People, calendars and events.') },
    errors: ['tooLarge', 'conflict'],
  }),
  event: call({
    method: 'GET',
    path: '/api/calendar/events/:id',
    summary: 'Get an event',
    policy: 'person',
    params: ID,
    query: { at: text('One occurrence of it, as `GET /api/calendar` names it.') },
    answers: { 200: json(eventRecord, 'The event. If an occurrence is asked for, as it is then.') },
    errors: ['notFound', 'conflict'],
  }),
  create: call({
    method: 'POST',
    path: '/api/calendar/events',
    summary: 'Add an event',
    policy: 'person',
    permission: WRITING,
    body: jsonBody(eventFields),
    answers: { 200: json(calendarChange, 'The event is there.') },
    errors: ['forbidden', 'notFound', 'conflict', 'tooMany', ...BODY],
  }),
  change: call({
    method: 'PUT',
    path: '/api/calendar/events/:id',
    summary: 'Change an event',
    policy: 'person',
    permission: WRITING,
    notes: '`conflict` if it has been changed since the version that is told: the caller gets it anew and shows both.',
    params: ID,
    body: jsonBody(changeEventBody),
    answers: { 200: json(calendarChange, 'It is changed.') },
    errors: ['forbidden', 'notFound', 'conflict', 'tooMany', ...BODY],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/calendar/events/:id',
    summary: 'Delete an event',
    policy: 'person',
    permission: WRITING,
    notes: `It can come back for ${CALENDAR_UNDO_DAYS} days.`,
    params: ID,
    query: {
      version: z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number)
        .optional()
        .describe('The version that the caller knows. If it has another one by now, it stays (`conflict`).'),
      scope: z
        .enum(EVENT_SCOPES)
        .default('all')
        .describe('What of a repeating event is deleted. `all` if it is missing.'),
      at: text('The occurrence, for `this` and `following`.'),
    },
    answers: { 200: json(calendarChange, 'It is deleted.') },
    errors: ['forbidden', 'notFound', 'conflict', 'tooMany'],
  }),
  undo: call({
    method: 'POST',
    path: '/api/calendar/changes/:id/undo',
    summary: 'Undo a change of events, or bring back deleted ones',
    policy: 'person',
    permission: WRITING,
    notes: '`conflict` if something of it has been changed again since. Undoing can be undone.',
    params: CHANGE_ID,
    answers: { 200: json(calendarChange, 'All is as before.') },
    errors: ['forbidden', 'notFound', 'conflict', 'tooMany'],
  }),
  deleted: call({
    method: 'GET',
    path: '/api/calendar/deleted',
    summary: 'List deleted events',
    policy: 'person',
    notes: 'One’s own, and those of the household. `POST /api/calendar/changes/:id/undo` brings them back.',
    answers: { 200: json(deletedEvents, 'The deleted events.') },
    errors: ['conflict'],
  }),
  addCalendar: call({
    method: 'POST',
    path: '/api/calendar/calendars',
    summary: 'Add a calendar',
    policy: 'person',
    permission: WRITING,
    body: jsonBody(calendarBody),
    answers: { 200: json(calendarRecord, 'It is there.') },
    errors: ['forbidden', 'conflict', 'tooMany', ...BODY],
  }),
  changeCalendar: call({
    method: 'PUT',
    path: '/api/calendar/calendars/:id',
    summary: 'Change name or colour of a calendar',
    policy: 'person',
    permission: WRITING,
    params: CALENDAR_ID,
    body: jsonBody(calendarBody),
    answers: { 200: json(calendarRecord, 'It is changed.') },
    errors: ['forbidden', 'notFound', 'conflict', ...BODY],
  }),
  removeCalendar: call({
    method: 'DELETE',
    path: '/api/calendar/calendars/:id',
    summary: 'Delete a calendar with its events',
    policy: 'person',
    permission: WRITING,
    notes: 'Its events can come back into the first calendar. The first calendar of a person stays.',
    params: CALENDAR_ID,
    answers: { 204: empty('It is deleted.') },
    errors: ['forbidden', 'notFound', 'conflict', 'tooMany'],
  }),
}

export const calendarChapter: Chapter = {
  title: 'Calendars',
  about:
    'Each person has one calendar or more, and the household has one for everyone. Everybody who is logged in sees ' +
    'all events; of private ones, others only see that the time is taken. With the permission `calendar` one writes ' +
    'in one’s own calendars and in that of the household. Open pages are told of changes by the event `calendar`.',
  calls: [
    ...Object.values(calendarCalls),
    ...Object.values(calendarOutsideCalls),
    ...Object.values(calendarSubscriptionCalls),
  ],
}
