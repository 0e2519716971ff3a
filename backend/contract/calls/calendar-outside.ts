// Calendars for other programs: files, the private address, and passwords of devices for CalDAV.
import { calendarImport, deviceBody, deviceList, feedBody, feedState, madeDevice, madeFeed } from '../calendar.ts'
import { CALENDAR_FILE_MAX_BYTES, FEED_ANSWERS_MAX, IMPORT_EVENTS_MAX } from '../calendar-limits.ts'
import { asHead, call, empty, flag, json, jsonBody, text } from './call.ts'

const ICALENDAR = 'text/calendar'
const WRITING = '`calendar`'
const BODY = ['tooLarge', 'unsupportedMediaType'] as const

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

export const calendarOutsideCalls = {
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
  devices: call({
    method: 'GET',
    path: '/api/calendar/devices',
    summary: 'List the devices that have a password for CalDAV',
    policy: 'person',
    answers: { 200: json(deviceList, 'One’s own devices.') },
    errors: [],
  }),
  makeDevice: call({
    method: 'POST',
    path: '/api/calendar/devices',
    summary: 'Make a password for a phone or a program',
    policy: 'person',
    notes: 'It is good for `/dav/` alone, where CalDAV (RFC 4791) is spoken.',
    body: jsonBody(deviceBody),
    answers: { 200: json(madeDevice, 'It is made.') },
    errors: ['tooMany', ...BODY],
  }),
  endDevice: call({
    method: 'DELETE',
    path: '/api/calendar/devices/:id',
    summary: 'End the password of a device',
    policy: 'person',
    params: { id: 'The id of one of one’s own devices.' },
    answers: { 204: empty('It is good for nothing any more.') },
    errors: ['notFound'],
  }),
  feed,
  feedHead: asHead(feed),
}
