// Calendars: what people write in them, what others see, and that no change is lost.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CalendarChange, CalendarRecord, DeletedEvent } from '../../backend/contract/calendar.ts'
import { CALENDARS_MAX, EVERYONE } from '../../backend/contract/calendar-limits.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import type { Client } from '../helpers/client.ts'
import { LivePage } from '../helpers/live.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { until } from '../helpers/until.ts'
import {
  addEvent,
  changeEvent,
  eventOf,
  fieldsAgain,
  fieldsOf,
  monthOf,
  ownOf,
  startsOf,
  windowOf,
} from './calendar-client.ts'
import { filesOf } from './files-client.ts'

let site: Site & { stop(): Promise<void> }
let ana: Client
let leo: Client
/** May not write. */
let guest: Client
beforeAll(async () => {
  site = await useSite()
  ;[ana, leo, guest] = await Promise.all([
    site.makePerson({ perm: { calendar: true } }),
    site.makePerson({ perm: { calendar: true } }),
    site.makePerson(),
  ])
})
afterAll(() => site.stop())

const undo = async (client: Client, change: string) => client.post(`/api/calendar/changes/${change}/undo`)
const remove = (client: Client, id: string, query = '') => client.delete(`/api/calendar/events/${id}${query}`)
const deletedOf = async (client: Client) =>
  (await client.get('/api/calendar/deleted')).expect(200).json<{ items: DeletedEvent[] }>().items

describe('an event', () => {
  it('is seen by everybody at once, on every replica, but changed by its owner only', async () => {
    const one = await addEvent(ana, { title: 'Boiler service', place: 'Kitchen', who: [leo.id], reminders: [30, 10] })
    expect(one).toMatchObject({
      version: 1,
      owner: ana.id,
      mayChange: true,
      busy: false,
      reminders: [10, 30],
      rule: null,
    })
    for (const replica of [0, 1])
      expect(await monthOf(leo, { of: ana, replica })).toEqual([
        expect.objectContaining({
          id: one.id,
          at: null,
          title: 'Boiler service',
          place: 'Kitchen',
          start: '2026-11-18T07:15:00.000Z',
          end: '2026-11-18T08:00:00.000Z',
          who: [leo.id],
          mayChange: false,
        }),
      ])
    expect((await eventOf(guest, one.id)).title).toBe('Boiler service')
    expect((await changeEvent(leo, one, { event: { calendar: ownOf(ana) } })).status).toBe(403)
    expect((await remove(leo, one.id)).status).toBe(403)
    ;(await remove(ana, one.id)).expect(200)
    expect((await ana.get(`/api/calendar/events/${one.id}`)).status).toBe(404)
  })

  it('shows a calendar of a person as soon as there is one, on every replica', async () => {
    for (let round = 0; round < 5; round++) {
      // Both have just read who there is.
      await Promise.all([0, 1].map((replica) => windowOf(leo, '2026-11', { replica })))
      const { id } = await site.makePerson()
      for (const replica of [0, 1]) {
        const { people, calendars } = await windowOf(leo, '2026-11', { replica })
        expect(people.map((person) => person.id)).toContain(id)
        expect(calendars.map(({ owner }) => owner)).toContain(id)
      }
    }
  })

  it('needs the permission, also one for everyone', async () => {
    expect((await site.client().get('/api/calendar')).status).toBe(401)
    for (const calendar of [EVERYONE, ownOf(guest)])
      expect((await guest.post('/api/calendar/events', fieldsOf(guest, { calendar }))).status).toBe(403)
    expect((await guest.get('/api/calendar')).status).toBe(400)
    expect((await windowOf(guest)).calendars.every(({ mayChange }) => !mayChange)).toBe(true)
  })

  it('for everyone is changed by all who may write', async () => {
    const supper = await addEvent(ana, { calendar: EVERYONE, title: 'Soup evening', private: true })
    expect(supper).toMatchObject({ owner: null, private: false })
    const changed = await changeEvent(leo, supper, { event: { title: 'Pizza evening' } })
    expect(changed.expect(200).json<CalendarChange>().event?.title).toBe('Pizza evening')
    // He takes it to himself, and gives it back.
    const own = await changeEvent(leo, { ...supper, version: 2 }, { event: { calendar: ownOf(leo) } })
    const { event, change } = own.expect(200).json<CalendarChange>()
    expect(event).toMatchObject({ id: supper.id, owner: leo.id, version: 3 })
    expect((await monthOf(ana, { of: leo })).map(({ id }) => id)).toEqual([supper.id])
    // It was the household's, so whoever may write there may take that back, but not from his calendar.
    ;(await undo(leo, change)).expect(200)
    expect(await monthOf(ana, { of: leo })).toEqual([])
    expect((await eventOf(ana, supper.id)).owner).toBeNull()
    ;(await remove(ana, supper.id)).expect(200)
  })

  it('that is private says only that the time is taken', async () => {
    const secret = {
      title: 'Surprise party',
      place: 'Cellar',
      notes: 'Shh',
      rule: 'FREQ=DAILY;COUNT=2',
      private: true,
    }
    const one = await addEvent(ana, { ...secret, start: '2026-11-20T18:00', end: '2026-11-20T19:00', reminders: [10] })
    const seen = await leo.get(`/api/calendar/events/${one.id}`)
    expect(seen.text).not.toMatch(/Surprise|Cellar|Shh|DAILY/)
    expect(seen.json()).toMatchObject({ busy: true, title: '', mayChange: false, rule: null, reminders: [] })
    const admin = await site.adminClient()
    for (const other of [leo, admin]) {
      const events = await monthOf(other, { of: ana })
      expect(events.map(({ title, busy, start }) => [title, busy, start])).toEqual([
        ['', true, '2026-11-20T17:00:00.000Z'],
        ['', true, '2026-11-21T17:00:00.000Z'],
      ])
      expect(JSON.stringify(await windowOf(other))).not.toMatch(/Surprise|Cellar/)
    }
    expect((await monthOf(ana)).map(({ title }) => title)).toEqual(['Surprise party', 'Surprise party'])
    ;(await remove(ana, one.id)).expect(200)
    expect(JSON.stringify(await deletedOf(leo))).not.toContain('Surprise')
  })

  it('is refused in words if it cannot be', async () => {
    for (const [bad, why] of [
      [{ end: '2026-11-18T08:00:00' }, 'ends before it starts'],
      [{ start: '2026-11-31T08:00' }, 'no such day'],
      [{ zone: 'Europe/Atlantis' }, 'no such time zone'],
      [{ allDay: true }, 'whole days have no time'],
      [{ rule: 'FREQ=MINUTELY' }, 'FREQ cannot be that'],
      [{ rule: 'FREQ=DAILY;UNTIL=20200101' }, 'ends before the event'],
      [{ title: ' ' }, 'title'],
      [{ reminders: [-1] }, 'reminders'],
      [{ notes: 'x'.repeat(5000) }, 'notes'],
    ] as const) {
      const answer = await ana.post('/api/calendar/events', fieldsOf(ana, bad as object))
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(why)])
    }
    expect((await ana.post('/api/calendar/events', fieldsOf(ana, { calendar: 'none' }))).status).toBe(404)
    expect((await ana.post('/api/calendar/events', { ...fieldsOf(ana), owner: leo.id })).status).toBe(400)
    for (const query of [
      'from=2026-11-01T00:00:00Z&to=2030-11-01T00:00:00Z',
      'from=now&to=then',
      'from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z',
    ])
      expect((await ana.get(`/api/calendar?${query}`)).status).toBe(400)
    expect(await monthOf(ana)).toEqual([])
  })
})

describe('a change', () => {
  it('of an older version is refused, so that both can be shown', async () => {
    const one = await addEvent(ana, { calendar: EVERYONE })
    ;(await changeEvent(leo, one, { event: { title: 'His' } })).expect(200)
    expect((await changeEvent(ana, one, { event: { title: 'Hers' } })).status).toBe(409)
    expect((await remove(ana, one.id, '?version=1')).status).toBe(409)
    const now = await eventOf(ana, one.id)
    expect(now).toMatchObject({ title: 'His', version: 2 })
    ;(await changeEvent(ana, now, { event: { title: 'Hers' } })).expect(200)
    ;(await remove(ana, one.id)).expect(200)
  })

  it('by many at once is lost in no case', async () => {
    const person = await site.makePerson({ perm: { calendar: true } })
    const numbers = Array.from({ length: 12 }, (_, index) => index)
    await mapParallel(numbers, 6, (index) => addEvent(person, { title: `Event ${index}` }))
    const titles = (await monthOf(person)).map(({ title }) => title)
    expect(new Set(titles)).toEqual(new Set(numbers.map((index) => `Event ${index}`)))
  })

  it('is undone, and what is deleted comes back', async () => {
    const one = await addEvent(leo)
    const moved = await changeEvent(leo, one, { event: { start: '2027-01-05T10:00', end: '2027-01-05T11:00' } })
    expect(await monthOf(leo)).toEqual([])
    expect((await monthOf(ana, { of: leo, month: '2027-01' })).map(({ id }) => id)).toEqual([one.id])
    const { change } = moved.expect(200).json<CalendarChange>()
    expect((await undo(ana, change)).status).toBe(404)
    ;(await undo(leo, change)).expect(200)
    expect(startsOf(await monthOf(leo))).toEqual(['2026-11-18T07:15:00.000Z'])
    // It has been changed since.
    expect((await undo(leo, change)).status).toBe(409)
    ;(await remove(leo, one.id)).expect(200)
    const [deleted] = await deletedOf(leo)
    expect(deleted).toMatchObject({ title: 'Dentist', by: leo.username, count: 1 })
    ;(await undo(leo, deleted?.change ?? '')).expect(200)
    expect((await eventOf(leo, one.id)).version).toBeGreaterThan(1)
    ;(await remove(leo, one.id)).expect(200)
  })

  it('is told to open pages of everybody, without what it was', async () => {
    const pages = await Promise.all(site.urls.map((url) => LivePage.open(url, leo.token)))
    await addEvent(ana, { title: 'Surprise', private: true, start: '2026-12-01T10:00', end: '2026-12-01T11:00' })
    for (const page of pages) {
      await until(async () => page.frames.some(({ type }) => type === 'calendar'))
      expect(JSON.stringify(page.frames)).not.toContain('Surprise')
      await page.close()
    }
  })
})

describe('a repeating event', () => {
  it('keeps its time across summer time, and changes once, from then on, or always', async () => {
    const piano = await addEvent(ana, {
      title: 'Piano',
      start: '2026-10-21T17:30',
      end: '2026-10-21T18:15',
      rule: 'FREQ=WEEKLY',
    })
    expect(startsOf(await monthOf(ana, { month: '2026-10' }))).toEqual([
      '2026-10-21T15:30:00.000Z',
      '2026-10-28T16:30:00.000Z',
    ])
    const at = '2026-11-11T17:30:00'
    const once = { start: '2026-11-12T09:00:00', end: '2026-11-12T10:00:00' }
    const later = await changeEvent(ana, piano, { scope: 'this', at, event: once })
    const { event: changed } = later.expect(200).json<CalendarChange>()
    expect(changed?.start).toBe('2026-11-12T09:00:00')
    const shown = (await monthOf(ana)).find((one) => one.at === at)
    expect(shown?.start).toBe('2026-11-12T08:00:00.000Z')
    const one = await ana.get(`/api/calendar/events/${piano.id}?at=${at}`)
    expect(one.expect(200).json()).toMatchObject({ start: '2026-11-12T09:00:00', rule: 'FREQ=WEEKLY' })
    const next = { start: '2026-11-18T18:00:00', end: '2026-11-18T18:45:00', title: 'Guitar' }
    const following = await changeEvent(
      ana,
      { ...piano, version: 2 },
      { scope: 'following', at: '2026-11-18T17:30:00', event: next },
    )
    const { change } = following.expect(200).json<CalendarChange>()
    expect((await monthOf(ana)).map(({ title, start }) => `${title} ${start.slice(0, 16)}`)).toEqual([
      'Piano 2026-11-04T16:30',
      'Piano 2026-11-12T08:00',
      'Guitar 2026-11-18T17:00',
      'Guitar 2026-11-25T17:00',
    ])
    ;(await undo(ana, change)).expect(200)
    expect((await monthOf(ana)).map(({ title }) => title)).toEqual(['Piano', 'Piano', 'Piano', 'Piano'])
    // An occurrence that was deleted comes back, although the series has been changed since.
    const now = await eventOf(ana, piano.id)
    const gone = await remove(ana, piano.id, `?scope=this&at=2026-11-25T17:30:00&version=${now.version}`)
    expect(await monthOf(ana)).toHaveLength(3)
    ;(await changeEvent(ana, await eventOf(ana, piano.id), { event: { title: 'Violin' } })).expect(200)
    ;(await undo(ana, gone.expect(200).json<CalendarChange>().change)).expect(200)
    expect((await monthOf(ana)).filter(({ title }) => title === 'Violin')).toHaveLength(3)
    expect((await remove(ana, piano.id, '?scope=this&at=2026-11-26T17:30:00')).status).toBe(404)
    for (const wrong of ['?scope=some', '?scope=', '?version=0', '?version=1e1'])
      expect((await remove(ana, piano.id, wrong)).status).toBe(400)
    ;(await remove(ana, piano.id)).expect(200)
  })
})

describe('files at an event', () => {
  it('follow moves, and are seen by those who could open them', async () => {
    const files = filesOf(ana)
    await files.given({ 'notes/list.txt': 'milk' })
    const trip = await addEvent(ana, { files: ['/notes/list.txt', '/notes'] })
    expect(trip.files).toEqual(['/notes/list.txt', '/notes'])
    expect((await eventOf(leo, trip.id)).files).toEqual([])
    ;(await ana.patch('/api/resources/notes?action=rename&destination=%2Fpapers')).expect(200)
    await until(async () => (await eventOf(ana, trip.id)).files.includes('/papers/list.txt'))
    const kept = await changeEvent(ana, await eventOf(ana, trip.id), { event: { title: 'Trip' } })
    expect(kept.expect(200).json<CalendarChange>().event?.files).toEqual(['/papers/list.txt', '/papers'])
    expect((await ana.post('/api/calendar/events', fieldsOf(ana, { files: ['/none'] }))).status).toBe(404)
    ;(await remove(ana, trip.id)).expect(200)
  })
})

describe('calendars', () => {
  it('are added, changed and deleted with their events, which come back', async () => {
    const made = await leo.post('/api/calendar/calendars', { name: 'Sport', hue: 25 })
    const sport = made.expect(200).json<CalendarRecord>()
    const at = `/api/calendar/calendars/${sport.id}`
    ;(await leo.put(at, { name: 'Sports', hue: 90 })).expect(200)
    expect((await ana.put(at, { name: 'Hers', hue: 90 })).status).toBe(404)
    expect((await leo.put(at, { name: 'Sports', hue: 91 })).status).toBe(400)
    const match = await addEvent(leo, { calendar: sport.id, title: 'Match' })
    expect((await windowOf(ana)).calendars).toContainEqual({ ...sport, name: 'Sports', hue: 90, mayChange: false })
    expect((await leo.delete(`/api/calendar/calendars/${ownOf(leo)}`)).status).toBe(403)
    ;(await leo.delete(at)).expect(204)
    expect(await monthOf(leo)).toEqual([])
    const [deleted] = await deletedOf(leo)
    expect(deleted?.title).toBe('Sports')
    ;(await undo(leo, deleted?.change ?? '')).expect(200)
    expect((await eventOf(leo, match.id)).calendar).toBe(ownOf(leo))
  })

  it('are limited', async () => {
    const person = await site.makePerson({ perm: { calendar: true } })
    const add = (name: string) => person.post('/api/calendar/calendars', { name, hue: 25 })
    for (let count = 1; count < CALENDARS_MAX; count += 1) (await add(`Calendar ${count}`)).expect(200)
    expect((await add('One more')).status).toBe(409)
  })

  it('tell others nothing of people but their names, and go with their person', async () => {
    const person = await site.makePerson({ perm: { calendar: true } })
    await addEvent(person, { title: 'Gone with them' })
    const { people } = await windowOf(guest)
    expect(people).toContainEqual({ id: person.id, username: person.username })
    const admin = await site.adminClient()
    ;(await admin.delete(`/api/users/${person.id}`)).expect(200)
    await until(async () => !JSON.stringify(await windowOf(ana)).includes('Gone with them'))
    expect(fieldsAgain(await addEvent(ana, { who: [person.id, leo.id] })).who).toEqual([leo.id])
  })
})
