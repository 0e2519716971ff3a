// Files in the form of iCalendar, with changed bytes and made of its words.
import {
  EVENT_NOTES_MAX,
  EVENT_REMINDERS_MAX,
  EVENT_TITLE_MAX,
  IMPORT_REFUSALS,
} from '../../backend/contract/calendar-limits.ts'
import { readCalendar } from '../../backend/src/features/calendar/icalendar/reading.ts'
import { keptOf } from '../../backend/src/features/calendar/subscriptions/keeping.ts'
import type { ReadContent } from '../../backend/src/features/calendar/icalendar/types.ts'
import { checkRule } from '../../backend/src/features/calendar/rules.ts'
import { checkTimes } from '../../backend/src/features/calendar/times.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { answerOf, hold } from './holding.ts'
import { bytesLike, textOf } from './inputs.ts'
import type { Target } from './target.ts'

const NOW = Date.UTC(2026, 10, 26)
const HEAD = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'
const FILES: readonly Buffer[] = [
  `${HEAD}X-WR-TIMEZONE:Europe/Madrid\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:A\r
DTSTART:20261126T160000\r\nDURATION:PT1H\r
RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=9\r\nEXDATE:20261226T160000\r\nRDATE:20261227T160000\r\nBEGIN:VALARM\r
TRIGGER;RELATED=END:-PT5M\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  `${HEAD}BEGIN:VTIMEZONE\r\nTZID:Home\r\nX-LIC-LOCATION:Europe/Madrid\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:1\r
DTSTART;TZID=Home:20261126T160000\r\nDTEND;TZID=Home:20261126T170000\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r
BEGIN:VEVENT\r\nUID:1\r\nRECURRENCE-ID;VALUE=DATE:20261127\r\nDTSTART;VALUE=DATE:20261127\r\nDESCRIPTION:a\\nb\r
END:VEVENT\r\nEND:VCALENDAR\r\n`,
].map((text) => Buffer.from(text))

const PIECES = [
  'BEGIN:VEVENT\r\n',
  'END:VEVENT\r\n',
  'BEGIN:VALARM\r\n',
  'END:VALARM\r\n',
  'UID:1\r\n',
  'SUMMARY',
  'DTSTART',
  'DTEND',
  'DURATION:',
  'RRULE:FREQ=DAILY',
  'EXDATE',
  'RDATE;VALUE=PERIOD',
  'RECURRENCE-ID',
  'TRIGGER',
  ';TZID=',
  ';VALUE=DATE',
  ';RELATED=END',
  'Europe/Madrid',
  'constructor',
  '__proto__',
  ':20261126T160000Z',
  ':20261126',
  '-PT1H',
  'P1W',
  ':',
  ';',
  '=',
  ',',
  '"',
  '\\n',
  '\r\n',
  '\r\n ',
]

function checkContent(content: ReadContent, isRepeating: boolean): void {
  checkTimes(content, isRepeating)
  const { title, notes, reminders } = content
  hold(title.trim() !== '' && title.length <= EVENT_TITLE_MAX && notes.length <= EVENT_NOTES_MAX, 'texts that fit')
  hold(reminders.length <= EVENT_REMINDERS_MAX && reminders.every(Number.isInteger), 'reminders')
}

function check(text: string): void {
  const found = answerOf(() => readCalendar(text, { zone: 'Europe/Madrid', most: 100 }))
  if (found === null) return
  hold(
    found.refused.every(({ why }) => IMPORT_REFUSALS.includes(why)),
    'reasons that have words',
  )
  for (const { uid, rule, changedOnes, content } of found.events) {
    hold(uid !== '' && uid.length <= 600, 'a UID')
    checkContent(content, rule !== null)
    if (rule !== null) checkRule(rule, content)
    for (const changed of changedOnes) checkContent(changed.content, true)
  }
  const { events, left } = keptOf(found.events, { id: 'a', owner: 1, now: NOW })
  hold(events.length + left === found.events.length, 'each event kept or counted')
}

export const calendarFiles: Target<Buffer> = {
  name: 'calendar files, as bytes',
  inputs: bytesLike(FILES),
  check: (bytes) => check(bytes.toString()),
}

export const calendarTexts: Target<string> = {
  name: 'calendar files, as texts',
  inputs: textOf(PIECES).map((text) => `${HEAD}BEGIN:VEVENT\r\n${text}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`),
  check,
}

export const calendarFilesGrow: Target<Pumped> = {
  name: 'calendar files, long',
  inputs: pumpedOf(PIECES),
  check: (pumped) =>
    checkGrowth(
      (text) => answerOf(() => readCalendar(text, { zone: 'UTC', most: 1_000_000 })),
      { ...pumped, head: `${HEAD}BEGIN:VEVENT\r\n${pumped.head}` },
      64 * 1024,
    ),
}
