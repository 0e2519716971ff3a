// Calendars and events.
import {
  calendarBody,
  calendarChange,
  calendarImport,
  calendarRecord,
  calendarWindow,
  changeEventBody,
  deletedEvents,
  eventFields,
  eventRecord,
  feedBody,
  feedState,
  madeFeed,
} from '../calendar.ts'
import {
  CALENDAR_FILE_MAX_BYTES,
  CALENDAR_UNDO_DAYS,
  CALENDAR_WINDOW_DAYS_MAX,
  EVENT_SCOPES,
  FEED_ANSWERS_MAX,
  IMPORT_EVENTS_MAX,
} from '../calendar-limits.ts'
import { z } from 'zod'
import { asHead, call, type Chapter, empty, flag, json, jsonBody, text } from './call.ts'

const ID = { id: 'The id of an event.' }
const CALENDAR_ID = { id: 'The id of one of one’s own calendars.' }
const CHANGE_ID = { id: 'The id of a change, as the call that made it has told.' }
const WRITING = '`calendar`'
const BODY = ['tooLarge', 'unsupportedMediaType'] as const
const ICALENDAR = 'text/calendar'
const instant = z.iso.datetime({ offset: true })

const feed = call({
  method: 'GET',
  path: '/api/calendar/feed/:file',
  summary: 'Get the calendar at a person’s private address',
  policy: 'public',
  notes:
    'For calendar programs, which can send no token: the address is the secret. Private events of others are called ' +
    `“Busy”. Answers 304 to a client that has the same. ${FEED_ANSWERS_MAX} whole answers are given within the time ` +
    'in which failed logins count.',
  params: { file: 'The token, and `.ics`.' },
  answers: { 200: { meaning: 'The calendar.', content: [{ type: ICALENDAR }] }, 304: empty('It is the same.') },
  errors: ['notFound', 'conflict', 'preconditionFailed', 'tooManyRequests'],
})

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
  importFile: call({
    method: 'POST',
    path: '/api/calendar/import',
    summary: 'Import an iCalendar file, or look what that would do',
    policy: 'person',
    permission: WRITING,
    notes:
      `The file has ${CALENDAR_FILE_MAX_BYTES / 1024 ** 2} MiB and ${IMPORT_EVENTS_MAX} events at most. An event ` +
      'whose UID is there already, in any calendar of the same person, is changed and stays in its calendar. Files, ' +
      'and the people whom it concerns, stay too. Import is one change, which can be undone.',
    query: {
      calendar: text('Where new events go: one of one’s own calendars, or `everyone`.'),
      zone: text('The IANA time zone of times that name none. UTC if it is missing.'),
      apply: flag('Whether it is carried out. Otherwise nothing changes.'),
    },
    needs: ['calendar'],
    body: { type: '*/*' },
    answers: { 200: json(calendarImport, 'What has been imported, or would be.') },
    errors: ['forbidden', 'notFound', 'conflict', 'tooMany', 'tooLarge', 'unsupportedMediaType', 'tooSlow'],
  }),
  exportFile: call({
    method: 'GET',
    path: '/api/calendar/export',
    summary: 'Get one’s own calendars, or the one of the household, as an iCalendar file',
    policy: 'person',
    query: { calendar: text('One of one’s own calendars, or `everyone`. All of one’s own if it is missing.') },
    answers: { 200: { meaning: 'The file.', content: [{ type: ICALENDAR }] } },
    errors: ['notFound', 'conflict'],
  }),
  feedState: call({
    method: 'GET',
    path: '/api/calendar/feed',
    summary: 'Tell whether there is a private address for one’s calendar',
    policy: 'person',
    answers: { 200: json(feedState, 'What is known of it.') },
    errors: [],
  }),
  makeFeed: call({
    method: 'POST',
    path: '/api/calendar/feed',
    summary: 'Make a private address for one’s calendar',
    policy: 'person',
    notes: 'There is one a person: the one before ends.',
    body: jsonBody(feedBody),
    answers: { 200: json(madeFeed, 'It is made.') },
    errors: [...BODY],
  }),
  endFeed: call({
    method: 'DELETE',
    path: '/api/calendar/feed',
    summary: 'End the private address for one’s calendar',
    policy: 'person',
    answers: { 204: empty('It answers nobody any more.') },
    errors: [],
  }),
  feed,
  feedHead: asHead(feed),
}

export const calendarChapter: Chapter = {
  title: 'Calendars',
  about:
    'Each person has one calendar or more, and the household has one for everyone. Everybody who is logged in sees ' +
    'all events; of private ones, others only see that the time is taken. With the permission `calendar` one writes ' +
    'in one’s own calendars and in that of the household. Open pages are told of changes by the event `calendar`.',
  calls: Object.values(calendarCalls),
}
