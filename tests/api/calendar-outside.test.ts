// Calendars and other programs: files that come in and go out, and the private address.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CalendarImport, FeedState, MadeFeed } from '../../backend/contract/calendar.ts'
import {
  CALENDAR_FILE_MAX_BYTES,
  EVERYONE,
  FEED_ANSWERS_MAX,
  IMPORT_EVENTS_MAX,
} from '../../backend/contract/calendar-limits.ts'
import type { Client, RequestOptions } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { findPython } from '../helpers/python.ts'
import { addEvent, eventOf, monthOf, ownOf, startsOf, windowOf } from './calendar-client.ts'

let site: Site & { stop(): Promise<void> }
beforeAll(async () => {
  site = await useSite()
})
afterAll(() => site.stop())

const newPerson = () => site.makePerson({ perm: { calendar: true } })

const EVENT = [
  'UID:dentist@elsewhere',
  'SUMMARY:Dentist',
  'DTSTART;TZID=Europe/Madrid:20261118T081500',
  'DURATION:PT1H',
]
const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const file = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//a//b//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')

interface ImportOptions extends RequestOptions {
  calendar?: string
  apply?: boolean
}
const importFile = (
  client: Client,
  body: string | Buffer,
  { calendar, apply = false, ...options }: ImportOptions = {},
) =>
  client.post(
    `/api/calendar/import?calendar=${calendar ?? ownOf(client)}&zone=Europe/Madrid&apply=${apply}`,
    body,
    options,
  )
const imported = async (client: Client, body: string, options: ImportOptions = {}) =>
  (await importFile(client, body, options)).expect(200).json<CalendarImport>()

describe('an import', () => {
  it('says what it would do, does it once, and can be undone', async () => {
    const ana = await newPerson()
    const text = file(
      'X-WR-CALNAME:Old',
      event(...EVENT),
      event('UID:2', 'SUMMARY:Odd', 'DTSTART;TZID=Mars:20261118T081500'),
    )
    const preview = await imported(ana, text)
    expect(preview).toEqual({
      name: 'Old',
      fresh: 1,
      changed: 0,
      same: 0,
      examples: [{ title: 'Dentist', start: '2026-11-18T08:15:00', allDay: false }],
      refused: [{ why: 'zone', count: 1, titles: ['Odd'], details: ['Mars'] }],
      change: null,
    })
    expect(await monthOf(ana)).toEqual([])
    const { change } = await imported(ana, text, { apply: true })
    expect((await monthOf(ana)).map(({ title, start }) => [title, start])).toEqual([
      ['Dentist', '2026-11-18T07:15:00.000Z'],
    ])
    // Again it is the same, and nothing is written.
    expect(await imported(ana, text, { apply: true })).toMatchObject({ fresh: 0, changed: 0, same: 1, change: null })
    ;(await ana.post(`/api/calendar/changes/${change}/undo`)).expect(200)
    expect(await monthOf(ana)).toEqual([])
  })

  it('changes what has changed, and keeps people and calendar', async () => {
    const ana = await newPerson()
    expect(await imported(ana, file(event(...EVENT)), { apply: true })).toMatchObject({ fresh: 1 })
    const [found] = await monthOf(ana)
    expect(found).toMatchObject({ title: 'Dentist' })
    const { version, ...known } = await eventOf(ana, found?.id ?? '')
    expect(version).toBe(1)
    const { id: _id, owner: _owner, mayChange: _may, busy: _busy, changed: _changed, ...fields } = known
    ;(await ana.put(`/api/calendar/events/${found?.id}`, { version, event: { ...fields, who: [ana.id] } })).expect(200)
    const later = file(event(...EVENT.with(1, 'SUMMARY:Dentist, at last')))
    expect(await imported(ana, later, { calendar: EVERYONE })).toMatchObject({ fresh: 1 })
    expect(await imported(ana, later, { apply: true })).toMatchObject({ fresh: 0, changed: 1, same: 0 })
    expect(await eventOf(ana, found?.id ?? '')).toMatchObject({ title: 'Dentist, at last', who: [ana.id], version: 3 })
  })

  it('repeats as the file says', async () => {
    const ana = await newPerson()
    const text = file(
      event(...EVENT, 'RRULE:FREQ=WEEKLY', 'EXDATE;TZID=Europe/Madrid:20261125T081500'),
      event('UID:dentist@elsewhere', 'RECURRENCE-ID:20261202T071500Z', 'DTSTART:20261202T090000Z', 'SUMMARY:Late'),
    )
    await imported(ana, text, { apply: true })
    expect(startsOf(await monthOf(ana))).toEqual(['2026-11-18T07:15:00.000Z'])
    expect(startsOf(await monthOf(ana, { month: '2026-12' })).slice(0, 2)).toEqual([
      '2026-12-02T09:00:00.000Z',
      '2026-12-09T07:15:00.000Z',
    ])
  })

  it('hides nothing from anybody in the calendar of everyone', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const text = file(
      event(`UID:${ana.username}`, `SUMMARY:${ana.username}`, 'DTSTART:20270105T081500Z', 'CLASS:PRIVATE'),
    )
    await imported(ana, text, { apply: true, calendar: EVERYONE })
    const { events } = await windowOf(leo, '2027-01')
    expect(events.find(({ title }) => title === ana.username)).toMatchObject({ private: false, calendar: EVERYONE })
  })

  it('is refused in words', async () => {
    const ana = await newPerson()
    const leo = await newPerson()
    const guest = await site.makePerson()
    const good = file(event(...EVENT))
    expect((await importFile(site.client(), good, { calendar: EVERYONE })).status).toBe(401)
    expect((await importFile(guest, good)).status).toBe(403)
    expect((await importFile(ana, good, { calendar: ownOf(leo) })).status).toBe(404)
    expect((await ana.post('/api/calendar/import', good)).status).toBe(400)
    expect((await importFile(ana, '')).status).toBe(400)
    expect((await importFile(ana, '<html></html>')).status).toBe(415)
    expect((await importFile(ana, Buffer.alloc(CALENDAR_FILE_MAX_BYTES + 1, 'a'))).status).toBe(413)
    const many = Array.from({ length: IMPORT_EVENTS_MAX + 1 }, () => 'BEGIN:VEVENT\nEND:VEVENT')
    expect((await importFile(ana, file(...many))).status).toBe(413)
    const full = Array.from({ length: 2_001 }, (_, index) => event(...EVENT.with(0, `UID:${index}`)))
    for (const apply of [false, true]) expect((await importFile(ana, file(...full), { apply })).status).toBe(409)
    expect(await monthOf(ana)).toEqual([])
  })
})

describe('an export', () => {
  it('has what a calendar has, and comes in again as the same', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    await addEvent(ana, {
      title: 'Boiler; service',
      notes: 'Long\nlines '.repeat(20),
      reminders: [30],
      rule: 'FREQ=WEEKLY;WKST=MO;BYDAY=WE;INTERVAL=1;COUNT=9',
    })
    await addEvent(ana, { title: 'Secret', private: true })
    const answer = (await ana.get(`/api/calendar/export?calendar=${ownOf(ana)}`)).expect(200)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.headers['content-disposition']).toContain(`${ana.username}.ics`)
    expect(answer.text).toContain('TZID:Europe/Madrid')
    expect(await imported(ana, answer.text)).toMatchObject({ fresh: 0, changed: 0, same: 2, refused: [] })
    // Somebody else may take it in, as a copy.
    await imported(leo, answer.text, { apply: true })
    expect((await monthOf(leo)).map(({ title, private: isPrivate }) => [title, isPrivate])).toEqual([
      ['Boiler; service', false],
      ['Secret', true],
      ['Boiler; service', false],
    ])
    expect((await leo.get(`/api/calendar/export?calendar=${ownOf(ana)}`)).status).toBe(404)
    expect((await site.client().get('/api/calendar/export')).status).toBe(401)
    expect((await leo.get(`/api/calendar/export?calendar=${EVERYONE}`)).expect(200).text).toMatch(
      /^BEGIN:VCALENDAR\r\n/,
    )
  })
})

describe('a private address', () => {
  const make = async (client: Client, scope = 'own') =>
    (await client.post('/api/calendar/feed', { scope })).expect(200).json<MadeFeed>()
  const state = async (client: Client) => (await client.get('/api/calendar/feed')).expect(200).json<FeedState>().feed

  it('shows what its person may see, until it ends', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    await addEvent(ana, { title: 'Boiler service' })
    await addEvent(leo, { title: 'Surprise party', place: 'Cellar', private: true })
    await addEvent(leo, { title: 'Football' })
    expect(await state(ana)).toBeNull()
    const own = await make(ana)
    expect(await state(ana)).toEqual({ scope: 'own', made: expect.any(String), used: null })
    const stranger = site.client()
    const first = (await stranger.get(own.path)).expect(200)
    expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(first.text).toContain('SUMMARY:Boiler service')
    expect(first.text).not.toMatch(/Surprise|Football/)
    expect((await state(ana))?.used).toEqual(expect.any(String))
    // A new one ends the one before.
    const all = await make(ana, 'all')
    expect((await stranger.get(own.path)).status).toBe(404)
    const { text } = (await stranger.get(all.path)).expect(200)
    expect(text).toMatch(/SUMMARY:Football/)
    expect(text).toMatch(/SUMMARY:Busy/)
    expect(text).not.toMatch(/Surprise|Cellar/)
    ;(await ana.delete('/api/calendar/feed')).expect(204)
    expect((await stranger.get(all.path)).status).toBe(404)
    expect(await state(ana)).toBeNull()
  })

  it('is not sent again while nothing has changed', async () => {
    const ana = await newPerson()
    await addEvent(ana)
    const { path } = await make(ana)
    const stranger = site.client()
    const { etag = '' } = (await stranger.get(path)).expect(200).headers
    const again = { headers: { 'If-None-Match': etag } }
    expect((await stranger.get(path, again)).status).toBe(304)
    const head = (await stranger.head(path)).expect(200)
    expect([head.headers.etag, head.text]).toEqual([etag, ''])
    await addEvent(ana, { title: 'Another' })
    expect((await stranger.get(path, again)).expect(200).text).toContain('SUMMARY:Another')
  })

  it('is read by Python as it was written', async () => {
    const python = await findPython()
    if (python === null) return
    const ana = await newPerson()
    const title = 'Boiler; service, “today” — ñ 🎹'.repeat(3)
    await addEvent(ana, { title, notes: 'a\nb', reminders: [30], rule: 'FREQ=WEEKLY;COUNT=2' })
    await addEvent(ana, { title: 'Fair', allDay: true, start: '2026-11-18', end: '2026-11-20' })
    const { text } = (await site.client().get((await make(ana)).path)).expect(200)
    const lines = (await python('read_calendar.py', text)).trim().split('\n')
    const read = lines
      .map((line) => (JSON.parse(line) as unknown[]).slice(1))
      .filter(([name]) => name !== 'Soup evening')
    expect(read).toEqual(
      expect.arrayContaining([
        [title, '2026-11-18T08:15:00+01:00', '2026-11-18T09:00:00+01:00', [30]],
        ['Fair', '2026-11-18', '2026-11-20', []],
      ]),
    )
  })

  it('answers so often, and no other address', async () => {
    const ana = await newPerson()
    const { path } = await make(ana)
    const stranger = site.client()
    for (const other of [path.slice(0, -4), path.replace(/.\.ics$/, '-.ics'), '/api/calendar/feed/1-.ics'])
      expect((await stranger.get(other)).status).toBe(404)
    for (let answers = 0; answers < FEED_ANSWERS_MAX; answers += 1) (await stranger.get(path)).expect(200)
    const refused = await stranger.get(path)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  })

  it('ends with its person', async () => {
    const admin = await site.adminClient()
    const ana = await newPerson()
    const { path } = await make(ana)
    ;(await admin.send('DELETE', `/api/users/${ana.id}`)).expect(200)
    expect((await site.client().get(path)).status).toBe(404)
  })

  it('needs somebody who is logged in, and a scope', async () => {
    const ana = await newPerson()
    expect((await site.client().post('/api/calendar/feed', { scope: 'own' })).status).toBe(401)
    expect((await ana.post('/api/calendar/feed', { scope: 'none' })).status).toBe(400)
  })
})
