// CalDAV: calendars that programs make.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CalendarWindow, DeletedEvent } from '../../backend/contract/calendar.ts'
import { CALENDARS_MAX } from '../../backend/contract/calendar-limits.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { deviceOf, MKCALENDAR, propfind, SPACES, SYNC, TEXT, WALK, XML } from './caldav-client.ts'
import { monthOf } from './calendar-client.ts'

let site: Site & { stop(): Promise<void> }
beforeAll(async () => {
  site = await useSite()
})
afterAll(() => site.stop())

const NAME = (name: string) => `<displayname>${name}</displayname>`
const COLOUR = (colour: string) => `<a:calendar-color xmlns:a="http://apple.com/ns/ical/">${colour}</a:calendar-color>`
const PROPPATCH = (inside: string) => `<propertyupdate ${SPACES}><set><prop>${inside}</prop></set></propertyupdate>`
const newPerson = () => site.makePerson({ perm: { calendar: true } })

describe('a program', () => {
  it('makes a calendar and deletes it, and its events come back in the page', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const [ask, asLeo] = [await deviceOf(site, ana), await deviceOf(site, leo)]
    const path = '/dav/calendars/my%20choir/'
    const body = MKCALENDAR('Choir', COLOUR('#3366FFFF'))
    const make = (by: typeof ask) => by('MKCALENDAR', path, { headers: XML, body })
    expect([(await make(ask)).status, (await make(ask)).status]).toEqual([201, 405])
    expect((await ask('PUT', `${path}sing.ics`, { body: TEXT(...WALK) })).status).toBe(201)
    expect((await ask('GET', `${path}sing.ics`)).expect(200).text).toContain('SUMMARY:Walk')
    const synced = (await ask('REPORT', path, { headers: XML, body: SYNC('') })).expect(207).text
    expect(synced).toContain(`<d:href>${path}sing.ics</d:href>`)
    // The page has it, and may change its name.
    const window = '/api/calendar?from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z'
    const { calendars } = (await ana.get(window)).expect(200).json<CalendarWindow>()
    const made = calendars.find(({ name }) => name === 'Choir')
    expect(made?.hue).toBe(210)
    ;(await ana.put(`/api/calendar/calendars/${made?.id ?? ''}`, { name: 'Big choir', hue: 90 })).expect(200)
    const listed = async (by: typeof ask) =>
      (await by('PROPFIND', '/dav/calendars/', { headers: { Depth: '1', ...XML }, body: propfind('displayname') })).text
    expect(await listed(ask)).toContain(`<d:href>${path}</d:href>`)
    expect(await listed(ask)).toContain('<d:displayname>Big choir</d:displayname>')
    // Somebody else sees it at another address, and may have one of that name.
    expect(await listed(asLeo)).toContain(`<d:href>/dav/calendars/${made?.id ?? ''}/</d:href>`)
    expect((await asLeo('DELETE', `/dav/calendars/${made?.id ?? ''}/`)).status).toBe(404)
    expect((await make(asLeo)).status).toBe(201)
    // Deleted, and its event brought back.
    expect((await ask('DELETE', path)).status).toBe(204)
    expect((await ask('GET', `${path}sing.ics`)).status).toBe(404)
    expect(await monthOf(ana, { month: '2027-01' })).toEqual([])
    const { items } = (await ana.get('/api/calendar/deleted')).expect(200).json<{ items: DeletedEvent[] }>()
    // Others of the household, in other tests, delete events too.
    expect(items.filter(({ calendar }) => calendar === made?.id)).toHaveLength(1)
  })

  it('changes name and colour of an own calendar, all or nothing', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const ask = await deviceOf(site, ana)
    const path = '/dav/calendars/work/'
    expect((await ask('MKCALENDAR', path)).status).toBe(201)
    const patch = async (at: string, body: string) =>
      (await ask('PROPPATCH', at, { headers: XML, body })).expect(207).text.includes('200 OK')
    const titleAt = async (at: string) =>
      /<d:displayname>(.*)<\/d:displayname>/.exec(
        (await ask('PROPFIND', at, { headers: { Depth: '0', ...XML }, body: propfind('displayname') })).text,
      )?.[1]
    expect(await titleAt(path)).toBe('work')
    expect(await patch(path, PROPPATCH(`${NAME('Job &amp; more')}${COLOUR('#FF0000')}`))).toBe(true)
    expect(await titleAt(path)).toBe('Job &amp; more')
    for (const [at, inside] of [
      [path, `${NAME('Other')}<c:calendar-timezone>x</c:calendar-timezone>`],
      [path, NAME(' ')],
      [path, COLOUR('blue')],
      [path, ''],
      [`/dav/calendars/own-${leo.id}/`, NAME('Mine')],
      ['/dav/calendars/everyone/', NAME('Mine')],
      ['/dav/calendars/', NAME('Mine')],
    ] as const)
      expect([at, inside, await patch(at, PROPPATCH(inside))]).toEqual([at, inside, false])
    expect(await patch(path, PROPPATCH(NAME('Gone')).replaceAll('set>', 'remove>'))).toBe(false)
    expect(await titleAt(path)).toBe('Job &amp; more')
  })

  it('makes no calendar without the right, nor more than a person may have', async () => {
    const guest = await deviceOf(site, await site.makePerson())
    expect((await guest('MKCALENDAR', '/dav/calendars/mine/')).status).toBe(403)
    const ask = await deviceOf(site, await newPerson())
    for (let count = 1; count < CALENDARS_MAX; count += 1)
      expect((await ask('MKCALENDAR', `/dav/calendars/c${count}/`)).status).toBe(201)
    expect((await ask('MKCALENDAR', '/dav/calendars/last/')).status).toBe(409)
  })
})
