// Outside calendars without a worker: the list of them, holidays, and where they are not shown.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { AuditPage } from '../../backend/contract/audit.ts'
import type { MadeFeed } from '../../backend/contract/calendar.ts'
import { SUBSCRIPTIONS_MAX } from '../../backend/contract/calendar-limits.ts'
import type {
  HolidayPlaces,
  SubscriptionBodyInput,
  SubscriptionList,
  SubscriptionRecord,
} from '../../backend/contract/calendar-subscriptions.ts'
import type { Client } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { happens } from '../helpers/until.ts'
import { deviceOf, propfind, XML } from './caldav-client.ts'
import { windowOf } from './calendar-client.ts'

const ALL = '/api/calendar/subscriptions'
const LINK = 'https://school.example/private-1234/a.ics?key=secret'

let site: Site & { stop(): Promise<void> }
beforeAll(async () => {
  site = await useSite()
})
afterAll(() => site.stop())

const newPerson = () => site.makePerson({ perm: { calendar: true }, locale: 'es' })
const add = (client: Client, body: Partial<SubscriptionBodyInput>) => client.post(ALL, { hue: 210, ...body })
const added = async (client: Client, body: Partial<SubscriptionBodyInput>) =>
  (await add(client, body)).expect(200).json<SubscriptionRecord>()
const listOf = async (client: Client) => (await client.get(ALL)).expect(200).json<SubscriptionList>()

describe('an outside calendar', () => {
  it('is added by address, renamed, and removed; without a worker the list says so', async () => {
    const ana = await newPerson()
    const { id, ...record } = await added(ana, { link: ` webcal${LINK.slice(5)} ` })
    expect(record).toMatchObject({ link: LINK, title: 'school.example', state: 'waiting', fetched: null, error: null })
    ;(await ana.put(`${ALL}/${id}`, { name: 'School', hue: 90, isOn: true })).expect(200)
    const { items, worker } = await listOf(ana)
    expect([worker, items]).toEqual([false, [{ id, ...record, name: 'School', hue: 90 }]])
    expect((await windowOf(ana)).calendars.at(-1)).toMatchObject({ id, name: 'School', outside: true })
    ;(await ana.delete(`${ALL}/${id}`)).expect(204)
    expect((await listOf(ana)).items).toEqual([])
  })

  it.each([
    ['no address', { link: 'hello' }, 400],
    ['an address without encryption', { link: 'http://school.example/a.ics' }, 400],
    ['another scheme', { link: 'file:///etc/passwd' }, 400],
    ['a name and a password', { link: 'https://me:word@school.example/a.ics' }, 400],
    ['nothing', {}, 400],
    ['both', { link: LINK, holidays: { country: 'ES' } }, 400],
    ['a country that nobody knows', { holidays: { country: 'XX' } }, 404],
    ['a state of another country', { holidays: { country: 'ES', state: 'BY' } }, 404],
    ['a region without its state', { holidays: { country: 'DE', region: 'A' } }, 404],
  ])('is not %s', async (_, body, status) => expect((await add(await newPerson(), body)).status).toBe(status))

  it('is there once, and there are not too many', async () => {
    const ana = await newPerson()
    await added(ana, { link: LINK })
    expect((await add(ana, { link: LINK })).status).toBe(409)
    for (let count = 1; count < SUBSCRIPTIONS_MAX; count += 1) await added(ana, { link: `${LINK}${count}` })
    expect((await add(ana, { link: `${LINK}-more` })).status).toBe(409)
  })

  it('is its person’s alone', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const { id } = await added(ana, { link: LINK })
    expect((await listOf(leo)).items).toEqual([])
    const body = { name: 'Mine', hue: 90, isOn: false }
    expect((await leo.put(`${ALL}/${id}`, body)).status).toBe(404)
    expect((await leo.delete(`${ALL}/${id}`)).status).toBe(404)
    expect((await leo.post(`${ALL}/${id}/fetch`)).status).toBe(404)
    expect((await windowOf(leo)).calendars.some((one) => one.id === id)).toBe(false)
    expect((await site.client().get(ALL)).status).toBe(401)
    expect((await add(await site.makePerson(), { link: LINK })).status).toBe(403)
  })

  it('is in the audit by its host alone', async () => {
    const ana = await newPerson()
    const { id } = await added(ana, { link: LINK })
    ;(await ana.delete(`${ALL}/${id}`)).expect(204)
    const admin = await site.adminClient()
    const kinds = 'kind=outsideCalendarAdded,outsideCalendarRemoved'
    const read = async () => (await admin.get(`/api/audit?who=${ana.id}&${kinds}`)).expect(200).json<AuditPage>().items
    await happens(async () => (await read()).length === 2, 'both are told')
    expect((await read()).map(({ kind, path }) => [kind, path])).toEqual([
      ['outsideCalendarRemoved', 'school.example'],
      ['outsideCalendarAdded', 'school.example'],
    ])
  })
})

describe('holidays', () => {
  it('are shown among the others, in the language of their person, to read', async () => {
    const ana = await newPerson()
    const { id, title } = await added(ana, { name: 'Festivos', holidays: { country: 'ES', state: 'MD' } })
    expect(title).toBe('España, Comunidad de Madrid')
    const { calendars, events } = await windowOf(ana, '2027-01')
    expect(calendars.at(-1)).toMatchObject({ id, name: 'Festivos', mayChange: false, outside: true })
    const [first, epiphany] = events.filter(({ calendar }) => calendar === id)
    expect(first).toMatchObject({ title: 'Año Nuevo', start: '2027-01-01', end: '2027-01-02', allDay: true })
    expect(epiphany).toMatchObject({ title: 'Día de los Reyes Magos', mayChange: false, at: null })
    const event = (await ana.get(`/api/calendar/events/${epiphany?.id}`)).expect(200)
    expect(event.json()).toMatchObject({ title: 'Día de los Reyes Magos', start: '2027-01-06', mayChange: false })
    expect((await ana.post(`${ALL}/${id}/fetch`)).status).toBe(409)
    // The end of a year and the beginning of the next one.
    const winter = await ana.get('/api/calendar?from=2026-12-24T00:00:00Z&to=2027-01-03T00:00:00Z')
    expect(winter.text).toContain('Navidad')
    expect(winter.text).toContain('Año Nuevo')
  })

  it('are neither in files, nor at the private address, nor in CalDAV', async () => {
    const ana = await newPerson()
    const { id } = await added(ana, { holidays: { country: 'ES' } })
    const { path } = (await ana.post('/api/calendar/feed', { scope: 'all' })).expect(200).json<MadeFeed>()
    expect((await site.client().get(path)).expect(200).text).not.toContain('Reyes')
    expect((await ana.get('/api/calendar/export')).expect(200).text).not.toContain('Reyes')
    expect((await ana.get(`/api/calendar/export?calendar=${id}`)).status).toBe(404)
    const ask = await deviceOf(site, ana)
    const home = await ask('PROPFIND', '/dav/calendars/', {
      headers: { Depth: '1', ...XML },
      body: propfind('displayname'),
    })
    expect(home.text).not.toContain(id)
  })

  it('are known of countries, states and regions, by their names', async () => {
    const ana = await newPerson()
    const placesOf = async (query: string) =>
      (await ana.get(`/api/calendar/holidays${query}`)).expect(200).json<HolidayPlaces>().items
    const countries = await placesOf('')
    expect(countries).toContainEqual({ code: 'DE', name: 'Alemania' })
    expect(countries.map(({ name }) => name)).toEqual(
      countries.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'es')),
    )
    expect(await placesOf('?country=ES')).toContainEqual({ code: 'MD', name: 'Comunidad de Madrid' })
    expect(await placesOf('?country=DE&state=BY')).toContainEqual({ code: 'A', name: 'Stadt Augsburg' })
    expect(await placesOf('?country=XX')).toEqual([])
  })
})
