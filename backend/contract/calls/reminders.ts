// Reminders of events, for open pages.
import { REMINDER_LATE_MS, REMINDERS_AHEAD_MS } from '../reminder-limits.ts'
import { ownReminders, reminderAnswer, reminderList } from '../reminders.ts'
import { call, type Chapter, empty, json, jsonBody } from './call.ts'

const HOUR_MS = 3_600_000
const BODY = ['tooLarge', 'unsupportedMediaType'] as const

export const remindersCalls = {
  list: call({
    method: 'GET',
    path: '/api/reminders',
    summary: 'List the reminders that are due, and the next ones',
    policy: 'person',
    notes:
      `Those of the next ${REMINDERS_AHEAD_MS / HOUR_MS} hours, and those missed by less than ` +
      `${REMINDER_LATE_MS / HOUR_MS} hour. Open pages show each when it is due.`,
    answers: { 200: json(reminderList, 'One’s own reminders.') },
    errors: ['conflict'],
  }),
  answer: call({
    method: 'POST',
    path: '/api/reminders/answers',
    summary: 'Dismiss a reminder, or put it off, on all devices',
    policy: 'person',
    body: jsonBody(reminderAnswer),
    answers: { 204: empty('All open pages are told.') },
    errors: [...BODY],
  }),
  setOwn: call({
    method: 'PUT',
    path: '/api/reminders/events/:id',
    summary: 'Be reminded of an event of somebody else, or of everyone',
    policy: 'person',
    notes: 'These reminders are one’s own: nobody else sees them. Of private events they only say that it is busy.',
    params: { id: 'The id of an event.' },
    body: jsonBody(ownReminders),
    answers: { 204: empty('The reminders are set.') },
    errors: ['badRequest', 'notFound', 'conflict', ...BODY],
  }),
}

export const remindersChapter: Chapter = {
  title: 'Reminders',
  about:
    'Each person has reminders of their own. Those of one’s own events are a field of the event; those of events of ' +
    'others, and of everyone, are kept apart from it, and `GET /api/calendar` shows them to nobody else. Open pages ' +
    'are told by the event `reminders` when any may have changed.',
  calls: Object.values(remindersCalls),
}
