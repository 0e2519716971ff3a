// CalDAV: calendars on phones and in other programs, with a password of their own.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { DeviceRecord } from '../../backend/contract/calendar.ts'
import { DEVICES_MAX, EVERYONE } from '../../backend/contract/calendar-limits.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { findPython } from '../helpers/python.ts'
import {
  basic,
  deviceOf,
  makeDevice,
  MKCALENDAR,
  propfind,
  query,
  SPACES,
  SYNC,
  TEXT,
  tokenIn,
  WALK,
  XML,
} from './caldav-client.ts'
import { addEvent, changeEvent, eventOf, monthOf, ownOf } from './calendar-client.ts'

let site: Site & { stop(): Promise<void> }
beforeAll(async () => {
  site = await useSite()
})
afterAll(() => site.stop())

const newPerson = () => site.makePerson({ perm: { calendar: true } })

const TASKS = '<c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>'

describe('a device password', () => {
  it('is shown once, opens /dav/ alone, and ends by itself', async () => {
    const ana = await newPerson()
    const made = await makeDevice(ana)
    expect(made).toMatchObject({ username: ana.username, password: expect.stringMatching(/^[a-z2-9-]{26,40}$/) })
    const headers = { Authorization: basic(made.username, made.password) }
    const stranger = site.client()
    expect((await stranger.send('PROPFIND', '/dav/', { headers })).status).toBe(207)
    // Typed without lines, and in large letters.
    const typed = basic(made.username, made.password.replaceAll('-', '').toUpperCase())
    expect((await stranger.send('PROPFIND', '/dav/', { headers: { Authorization: typed } })).status).toBe(207)
    expect((await stranger.get('/api/resources/', { headers })).status).toBe(401)
    expect((await stranger.post('/api/login', { username: made.username, password: made.password })).status).toBe(403)
    const list = async () =>
      (await ana.get('/api/calendar/devices')).expect(200).json<{ items: DeviceRecord[] }>().items
    expect(await list()).toEqual([{ ...made.device, used: expect.any(String) }])
    ;(await ana.delete(`/api/calendar/devices/${made.device.id}`)).expect(204)
    expect(await list()).toEqual([])
    const refused = await stranger.send('PROPFIND', '/dav/', { headers })
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Basic realm="Nido", charset="UTF-8"'])
    expect((await ana.delete(`/api/calendar/devices/${made.device.id}`)).status).toBe(404)
  })

  it('is needed: the password of the person is none, nor is a session', async () => {
    const ana = await newPerson()
    const stranger = site.client()
    const own = { headers: { Authorization: basic(ana.username, ana.password) } }
    for (const options of [{}, own]) expect((await stranger.send('PROPFIND', '/dav/', options)).status).toBe(401)
    expect((await ana.send('PROPFIND', '/dav/')).status).toBe(401)
    expect((await stranger.post('/api/calendar/devices', { name: 'Mine' })).status).toBe(401)
    expect((await ana.post('/api/calendar/devices', { name: '' })).status).toBe(400)
    for (let count = 0; count < DEVICES_MAX; count += 1) await makeDevice(ana)
    expect((await ana.post('/api/calendar/devices', { name: 'One more' })).status).toBe(409)
  })
})

describe('a program', () => {
  it('finds the calendars from the address of the host', async () => {
    const ana = await newPerson()
    const ask = await deviceOf(site, ana)
    const first = await site.client().send('PROPFIND', '/.well-known/caldav')
    expect([first.status, first.headers.location]).toEqual([301, '/dav/'])
    const root = await ask('PROPFIND', '/dav/', { headers: { Depth: '0' }, body: propfind('current-user-principal') })
    const principal = `/dav/people/${ana.id}/`
    expect(root.text).toContain(`<d:current-user-principal><d:href>${principal}</d:href>`)
    const home = await ask('PROPFIND', principal, {
      headers: { Depth: '0', ...XML },
      body: propfind('c:calendar-home-set'),
    })
    expect(home.text).toContain('<c:calendar-home-set><d:href>/dav/calendars/</d:href>')
    const list = await ask('PROPFIND', '/dav/calendars/', {
      headers: { Depth: '1', ...XML },
      body: propfind('displayname', 'resourcetype', 'c:supported-calendar-component-set', 'quota'),
    })
    expect(list.text).toContain(`<d:href>/dav/calendars/${ownOf(ana)}/</d:href>`)
    expect(list.text).toContain(`<d:href>/dav/calendars/${EVERYONE}/</d:href>`)
    expect(list.text).toContain(`<d:displayname>${ana.username}</d:displayname>`)
    expect(list.text).toContain('<d:quota/></d:prop><d:status>HTTP/1.1 404 Not Found')
    expect((await ask('OPTIONS', '/dav/')).headers.dav).toContain('calendar-access')
  })

  it('writes, reads, changes and deletes an event, and a late write is refused', async () => {
    const ana = await newPerson()
    const ask = await deviceOf(site, ana)
    const path = `/dav/calendars/${ownOf(ana)}/walk%20far.ics`
    const none = { headers: { 'If-None-Match': '*' } }
    expect((await ask('PUT', path, { ...none, body: TEXT(...WALK) })).status).toBe(201)
    expect((await ask('PUT', path, { ...none, body: TEXT(...WALK) })).status).toBe(412)
    const { etag = '' } = (await ask('GET', path)).expect(200).headers
    const [event] = await monthOf(ana, { month: '2027-01' })
    expect(event?.title).toBe('Walk')
    await changeEvent(ana, await eventOf(ana, event?.id ?? ''), { event: { title: 'Walk far' } })
    const late = { headers: { 'If-Match': etag } }
    expect((await ask('PUT', path, { ...late, body: TEXT(...WALK) })).status).toBe(412)
    expect((await ask('DELETE', path, late)).status).toBe(412)
    const now = (await ask('GET', path)).expect(200)
    expect(now.text).toContain('SUMMARY:Walk far')
    const fresh = { headers: { 'If-Match': now.headers.etag ?? '' } }
    expect((await ask('PUT', path, { ...fresh, body: TEXT(...WALK, 'LOCATION:Hill') })).status).toBe(204)
    expect((await monthOf(ana, { month: '2027-01' })).map(({ place }) => place)).toEqual(['Hill'])
    // Another event may not have its UID.
    expect((await ask('PUT', path.replace('walk', 'run'), { body: TEXT(...WALK) })).status).toBe(409)
    expect((await ask('DELETE', path)).status).toBe(204)
    expect((await ask('GET', path)).status).toBe(404)
    expect(await monthOf(ana, { month: '2027-01' })).toEqual([])
    const deleted = (await ana.get('/api/calendar/deleted')).expect(200)
    expect(deleted.text).toContain('Walk')
  })

  it('asks for events by time, by UID and by name', async () => {
    const ana = await newPerson()
    const ask = await deviceOf(site, ana)
    const calendar = `/dav/calendars/${ownOf(ana)}/`
    const weekly = await addEvent(ana, { title: 'Weekly', rule: 'FREQ=WEEKLY' })
    await addEvent(ana, { title: 'Once' })
    const report = async (body: string) => (await ask('REPORT', calendar, { headers: XML, body })).expect(207).text
    const later = await report(query('<c:time-range start="20280101T000000Z" end="20280108T000000Z"/>'))
    expect([later.includes('Weekly'), later.includes('Once')]).toEqual([true, false])
    const open = await report(query('<c:time-range start="20261101T000000Z"/>'))
    expect([open.includes('Weekly'), open.includes('Once')]).toEqual([true, true])
    const uid = `<c:prop-filter name="UID"><c:text-match>${weekly.id}@nido</c:text-match></c:prop-filter>`
    const byUid = await report(query(uid))
    expect([byUid.includes('Weekly'), byUid.includes('Once')]).toEqual([true, false])
    const named = await report(
      `<c:calendar-multiget ${SPACES}><prop><c:calendar-data/></prop>
       <href>${calendar}${weekly.id}.ics</href><href>${calendar}gone.ics</href></c:calendar-multiget>`,
    )
    expect(named).toContain('SUMMARY:Weekly')
    expect(named).toContain('gone.ics</d:href><d:status>HTTP/1.1 404')
    // Each occurrence by itself; not of a window without an end, nor of centuries.
    const expanded = (window: string) => query('', `<c:calendar-data><c:expand ${window}/></c:calendar-data>`)
    const january = await report(expanded('start="20270101T000000Z" end="20270201T000000Z"'))
    expect(january.match(/RECURRENCE-ID:202701\d\dT071500Z/g)).toHaveLength(4)
    expect(january).not.toMatch(/RRULE|VTIMEZONE/)
    for (const [window, status] of [
      ['start="20270101T000000Z"', 400],
      ['start="20270101T000000Z" end="21990101T000000Z"', 403],
    ] as const)
      expect((await ask('REPORT', calendar, { headers: XML, body: expanded(window) })).status).toBe(status)
    const tasks = query('').replace('VEVENT', 'VTODO')
    expect(await report(tasks)).not.toContain('SUMMARY')
  })

  it('learns what has changed since the last time', async () => {
    const ana = await newPerson()
    const ask = await deviceOf(site, ana)
    const calendar = `/dav/calendars/${ownOf(ana)}/`
    const kept = await addEvent(ana, { title: 'Kept' })
    const gone = await addEvent(ana, { title: 'Gone' })
    const sync = (token: string) => ask('REPORT', calendar, { headers: XML, body: SYNC(token) })
    const all = (await sync('')).expect(207).text
    expect([all.includes(kept.id), all.includes(gone.id)]).toEqual([true, true])
    expect((await sync(tokenIn(all))).text).not.toContain('<d:response>')
    ;(await ana.delete(`/api/calendar/events/${gone.id}`)).expect(200)
    const added = await addEvent(ana, { title: 'Added' })
    const changes = (await sync(tokenIn(all))).expect(207).text
    expect(changes).toContain(`${gone.id}.ics</d:href><d:status>HTTP/1.1 404`)
    expect([changes.includes(added.id), changes.includes(kept.id)]).toEqual([true, false])
    const forgotten = await sync('urn:nido:sync:1-99999')
    expect([forgotten.status, forgotten.text.includes('<d:valid-sync-token/>')]).toEqual([403, true])
  })

  it('learns of private events of others only that the time is taken, and changes none of theirs', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const guest = await site.makePerson()
    const secret = await addEvent(leo, { title: 'Surprise party', place: 'Cellar', private: true })
    const path = `/dav/calendars/${ownOf(leo)}/${secret.id}.ics`
    const ask = await deviceOf(site, ana)
    const seen = (await ask('GET', path)).expect(200).text
    expect(seen).toContain('SUMMARY:Busy')
    expect(seen).not.toMatch(/Surprise|Cellar/)
    const asking = (text: string) =>
      query(`<c:prop-filter name="SUMMARY"><c:text-match>${text}</c:text-match></c:prop-filter>`)
    for (const [text, isFound] of [
      ['surprise', false],
      ['busy', true],
    ] as const) {
      const body = asking(text)
      const answer = await ask('REPORT', `/dav/calendars/${ownOf(leo)}/`, { headers: XML, body })
      expect(answer.expect(207).text.includes(secret.id)).toBe(isFound)
    }
    expect((await ask('PUT', path, { body: TEXT(...WALK) })).status).toBe(404)
    expect((await ask('DELETE', path)).status).toBe(404)
    const reading = await deviceOf(site, guest)
    expect((await reading('GET', path)).status).toBe(200)
    expect((await reading('PUT', `/dav/calendars/${ownOf(guest)}/a.ics`, { body: TEXT(...WALK) })).status).toBe(403)
  })

  it('is refused what cannot be', async () => {
    const ana = await newPerson()
    const ask = await deviceOf(site, ana)
    const calendar = `/dav/calendars/${ownOf(ana)}/`
    const refused: [string, string, string, number][] = [
      ['PUT', `${calendar}a.ics`, '<html></html>', 415],
      ['PUT', `${calendar}a.ics`, TEXT(...WALK.with(2, 'DTSTART;TZID=Mars:20270118T081500')), 415],
      ['PUT', '/dav/calendars/none/a.ics', TEXT(...WALK), 404],
      ['PROPFIND', '/dav/files/', '', 404],
      ['PROPFIND', `${calendar}../../etc`, '', 404],
      ['PROPFIND', calendar, '<a><b></a>', 400],
      ['PROPFIND', calendar, '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 400],
      ['PROPFIND', calendar, '<a>'.repeat(30) + '</a>'.repeat(30), 400],
      ['REPORT', calendar, '<expand-property xmlns="DAV:"/>', 403],
      ['REPORT', calendar, '', 400],
      ['MKCALENDAR', `${calendar}more/`, '', 403],
      ['MKCALENDAR', calendar, '', 405],
      ['MKCALENDAR', '/dav/calendars/everyone/', '', 405],
      ['MKCALENDAR', `/dav/calendars/${'a'.repeat(256)}/`, '', 403],
      ['MKCALENDAR', '/dav/calendars/tasks/', MKCALENDAR('Tasks', TASKS), 403],
      ['DELETE', '/dav/calendars/everyone/', '', 404],
      ['MOVE', calendar, '', 405],
      ['DELETE', calendar, '', 403],
      ['GET', calendar, '', 405],
    ]
    for (const [method, path, body, status] of refused)
      expect([method, path, (await ask(method, path, body === '' ? {} : { headers: XML, body })).status]).toEqual([
        method,
        path,
        status,
      ])
  })

  it('in Python finds, writes, asks, follows and deletes', async () => {
    const python = await findPython()
    if (python === null) return
    const ana = await newPerson()
    const { username, password } = await makeDevice(ana, 'Python')
    const said = await python('walk_caldav.py', `${JSON.stringify([`${site.urls[0]}/dav/`, username, password])}\n`)
    expect(JSON.parse(said)).toMatchObject({
      calendars: expect.arrayContaining([EVERYONE, ownOf(ana)]),
      made: 'Walk',
      found: ['2027-01-18T08:15:00+01:00', '2027-01-25T08:15:00+01:00'],
      elsewhere: 0,
      'by uid': 'Walk',
      'by text': ['Walk'],
      'by other text': 0,
      'without place': 1,
      synced: 1,
      'synced again': ['Walk far'],
      late: 412,
      deleted: 0,
      'wrong password': 'refused',
    })
  })
})
