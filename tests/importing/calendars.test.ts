// Outside calendars: asked for by the API, fetched by a worker, from a site of this machine.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { CalendarWindow, EventRecord } from '../../backend/contract/calendar.ts'
import { SUBSCRIPTION_FETCHES_MAX, SUBSCRIPTION_MAX_BYTES } from '../../backend/contract/calendar-limits.ts'
import type { SubscriptionList, SubscriptionRecord } from '../../backend/contract/calendar-subscriptions.ts'
import type { Client } from '../helpers/client.ts'
import { type Nido, type NidoProcess, startNido } from '../helpers/nido.ts'
import { soon } from '../helpers/until.ts'
import { calendarOf, type CalendarSite, startCalendarSite, textOf } from './calendar-site.ts'

const WITHIN_MS = 120_000
const TRIP = ['UID:trip', 'SUMMARY:School trip', 'DTSTART;VALUE=DATE:20270118', 'LOCATION:Zoo']
// Of no time zone: of that of its person.
const CHOIR = ['UID:choir', 'SUMMARY:Choir', 'DTSTART:20270104T160000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY']

let nido: Nido
let site: CalendarSite
let worker: NidoProcess
let me: Client
let count = 0
let at = ''

beforeAll(async () => {
  site = await startCalendarSite()
  nido = await startNido({ replicas: 1, settings: { IMPORT_PRIVATE_ADDRESSES: '127.0.0.1' } })
  worker = await nido.addWorker(site.trusted)
}, WITHIN_MS)
afterAll(async () => {
  await nido.stop()
  await site.stop()
})
beforeEach(async () => {
  count += 1
  at = `/calendar-${count}.ics?key=secret`
  me = await nido.makePerson({ perm: { calendar: true } })
})

const subscribe = async (link = site.url + at) =>
  (await me.post('/api/calendar/subscriptions', { hue: 210, link, zone: 'Europe/Madrid' }))
    .expect(200)
    .json<SubscriptionRecord>()
const listed = async () => (await me.get('/api/calendar/subscriptions')).expect(200).json<SubscriptionList>()
async function recordOf(id: string): Promise<SubscriptionRecord> {
  const found = (await listed()).items.find((one) => one.id === id)
  if (found === undefined) throw new Error('it is not there')
  return found
}
/** Until a fetch has gone well, later than `before`. */
const fetched = ({ id }: SubscriptionRecord, before: string | null = null) =>
  soon(
    () => recordOf(id),
    ({ fetched: last, state }) => last !== before && state !== 'fetching',
    WITHIN_MS,
  )
const failed = ({ id }: SubscriptionRecord) =>
  soon(
    () => recordOf(id),
    ({ error, state }) => error !== null && state !== 'fetching',
    WITHIN_MS,
  )
const fetchNow = async ({ id }: SubscriptionRecord) =>
  (await me.post(`/api/calendar/subscriptions/${id}/fetch`)).expect(204)
const january = async (client = me) =>
  (await client.get('/api/calendar?from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z'))
    .expect(200)
    .json<CalendarWindow>()
const titles = async (client = me) => (await january(client)).events.map(({ title }) => title).toSorted()

describe('an outside calendar', () => {
  it('is fetched and shown to its person alone, to read', async () => {
    site.answers.set(at, calendarOf(textOf(TRIP, CHOIR)))
    const added = await fetched(await subscribe())
    expect(added).toMatchObject({ title: 'School', events: 2, refused: 0, left: 0, error: null, state: 'waiting' })
    expect(Date.parse(added.next ?? '') - Date.parse(added.fetched ?? '')).toBeGreaterThan(5 * 3_600_000)
    const { calendars, events } = await january()
    expect(calendars.find(({ id }) => id === added.id)).toMatchObject({
      name: 'School',
      mayChange: false,
      outside: true,
    })
    expect(events.map(({ title, start, mayChange }) => [title, start, mayChange])).toEqual([
      ['Choir', '2027-01-04T15:00:00.000Z', false],
      ['Choir', '2027-01-11T15:00:00.000Z', false],
      ['Choir', '2027-01-18T15:00:00.000Z', false],
      ['Choir', '2027-01-25T15:00:00.000Z', false],
      ['School trip', '2027-01-18', false],
    ])
    const [{ id = '', at: when = '' } = {}] = events
    const event = `/api/calendar/events/${id}?at=${when}`
    expect((await me.get(event)).expect(200).json<EventRecord>()).toMatchObject({ title: 'Choir', mayChange: false })
    const leo = await nido.makePerson({ perm: { calendar: true } })
    expect([await titles(leo), (await leo.get(event)).status]).toEqual([[], 404])
    expect((await me.delete(`/api/calendar/events/${id}`)).status).toBe(404)
  })

  it('is sent again only if it has changed', async () => {
    site.answers.set(at, calendarOf(textOf(TRIP)))
    const added = await fetched(await subscribe())
    await fetchNow(added)
    const same = await fetched(added, added.fetched)
    expect([same.error, await titles()]).toEqual([null, ['School trip']])
    site.answers.set(at, calendarOf(textOf(TRIP.with(1, 'SUMMARY:Museum')), '"2"'))
    await fetchNow(added)
    await fetched(added, same.fetched)
    expect(await titles()).toEqual(['Museum'])
  })

  it('stays as it was while it cannot be fetched, and the list says why', async () => {
    site.answers.set(at, calendarOf(textOf(TRIP)))
    const added = await fetched(await subscribe())
    site.answers.delete(at)
    await fetchNow(added)
    const gone = await failed(added)
    expect([gone.error, gone.fetched, await titles()]).toEqual([
      { code: 'gone', detail: 'HTTP 404' },
      added.fetched,
      ['School trip'],
    ])
    site.answers.set(at, calendarOf('<html>Log in</html>'))
    await fetchNow(added)
    await soon(
      () => recordOf(added.id),
      ({ error }) => error?.code === 'noCalendar',
      WITHIN_MS,
    )
    expect(await titles()).toEqual(['School trip'])
  })

  it.each([
    ['in a private network', 'https://192.168.7.7/a.ics?key=secret', 'privateAddress'],
    ['that nobody answers at', 'https://127.0.0.1:9/a.ics?key=secret', 'unreachable'],
  ])('%s is refused in words', async (_, link, code) => {
    const { error } = await failed(await subscribe(link))
    expect(error?.code).toBe(code)
    expect(JSON.stringify(error)).not.toContain('secret')
  })

  it('is not followed into a private network, and not for ever', async () => {
    const to = (location: string) =>
      site.answers.set(at, (_, response) => void response.writeHead(302, { location }).end())
    to('https://169.254.169.254/latest/meta-data')
    const added = await subscribe()
    expect(await failed(added)).toMatchObject({ state: 'stopped', error: { code: 'privateAddress' } })
    to(site.url + at)
    await fetchNow(added)
    await soon(
      () => recordOf(added.id),
      ({ error }) => error?.code === 'unreachable',
      WITHIN_MS,
    )
    site.answers.set(at, (_, response) => void response.writeHead(302, { location: `${at}&moved` }).end())
    site.answers.set(`${at}&moved`, calendarOf(textOf(TRIP)))
    await fetchNow(added)
    expect((await fetched(added)).events).toBe(1)
  })

  it('is not read further than its bound', async () => {
    const piece = `${'X-LONG:'.padEnd(1022, 'x')}\r\n`.repeat(64)
    let sent = 0
    site.answers.set(at, (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length
      }
      response.writeHead(200).on('drain', more)
      more()
    })
    expect((await failed(await subscribe())).error?.code).toBe('tooLarge')
    expect(sent).toBeLessThan(2 * SUBSCRIPTION_MAX_BYTES)
  })

  it('is neither fetched nor shown while it is off, and gone once it is removed', async () => {
    site.answers.set(at, calendarOf(textOf(TRIP)))
    const { id, hue } = await fetched(await subscribe())
    const path = `/api/calendar/subscriptions/${id}`
    const change = async (isOn: boolean) => (await me.put(path, { name: 'Uni', hue, isOn })).expect(200).json()
    expect(await change(false)).toMatchObject({ name: 'Uni', state: 'off' })
    expect([await titles(), (await me.post(`${path}/fetch`)).status]).toEqual([[], 409])
    const before = site.seen.length
    await change(true)
    await soon(
      () => recordOf(id),
      () => site.seen.length > before,
      WITHIN_MS,
    )
    expect((await january()).calendars.find((one) => one.id === id)?.name).toBe('Uni')
    ;(await me.delete(path)).expect(204)
    expect([await titles(), (await listed()).items, (await me.delete(path)).status]).toEqual([[], [], 404])
  })

  it('is fetched now only a few times within minutes', async () => {
    site.answers.set(at, calendarOf(textOf(TRIP)))
    const added = await fetched(await subscribe())
    for (let asked = 0; asked < SUBSCRIPTION_FETCHES_MAX; asked += 1) await fetchNow(added)
    const refused = await me.post(`/api/calendar/subscriptions/${added.id}/fetch`)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  })

  it('cannot be asked for without the permission, and what was fetched stays', async () => {
    site.answers.set(at, calendarOf(textOf(TRIP)))
    const added = await fetched(await subscribe())
    const admin = await nido.adminClient()
    const perm = { calendar: false }
    ;(await admin.put(`/api/users/${me.id}`, { what: 'user', which: ['perm'], data: { id: me.id, perm } })).expect(200)
    expect((await me.post(`/api/calendar/subscriptions/${added.id}/fetch`)).status).toBe(403)
    expect(await titles()).toEqual(['School trip'])
  })

  it('leaves nothing of its address in the log', () => {
    expect(worker.log.filter((line) => line.includes('secret'))).toEqual([])
    expect(worker.log.some((line) => line.includes('an outside calendar could not be fetched'))).toBe(true)
  })
})
