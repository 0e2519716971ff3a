// Push: a push service of the tests' own decrypts what a worker sends.
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import type { AuditPage } from '../../backend/contract/audit.ts'
import { ERROR_STATUS } from '../../backend/contract/error-status.ts'
import type { PushDevice, PushState } from '../../backend/contract/push.ts'
import { PUSH_DEVICES_MAX } from '../../backend/contract/push-limits.ts'
import type { Client } from '../helpers/client.ts'
import { type Nido, type NidoProcess, startNido } from '../helpers/nido.ts'
import { type PushedBrowser, type PushService, startPushService } from '../helpers/push-service.ts'
import { happens } from '../helpers/until.ts'
import { addEvent, changeEvent, eventOf } from './calendar-client.ts'
import { answerReminder, dueOf, inMinutes } from './reminders-client.ts'

let nido: Nido
let service: PushService
let worker: NidoProcess
let database: Connection
/** A person whose reminders show that a worker has told everything that was due before. */
let last: { person: Client; browser: PushedBrowser }

const startWorker = () => nido.addWorker({ NODE_EXTRA_CA_CERTS: service.certificate })
const newPerson = (more = {}) => nido.makePerson({ perm: { calendar: true }, ...more })
const stateOf = async (client: Client) => (await client.get('/api/push')).expect(200).json<PushState>()
const add = (client: Client, { body }: PushedBrowser, headers: Record<string, string> = {}) =>
  client.post('/api/push/devices', body, { headers })
async function newListener(client: Client, host?: string): Promise<{ browser: PushedBrowser; device: PushDevice }> {
  const browser = service.subscribe(host)
  return { browser, device: (await add(client, browser)).expect(200).json<PushDevice>() }
}
const hears = (browser: PushedBrowser, ...titles: string[]) =>
  happens(
    () => titles.every((title) => browser.got.some(({ message }) => message.title === title)),
    `is told ${titles.join(', ')}`,
  )
const titlesOf = ({ got }: PushedBrowser) => got.map(({ message }) => message.title)

/** Waits until a worker has looked at all that is due by now. */
async function toldAll(): Promise<void> {
  const title = `After ${Date.now()}`
  await addEvent(last.person, { ...inMinutes(0), title, reminders: [0] })
  await hears(last.browser, title)
}

beforeAll(async () => {
  service = await startPushService()
  nido = await startNido({ replicas: 1, settings: { IMPORT_PRIVATE_ADDRESSES: '127.0.0.1' } })
  database = await mongoose.createConnection(nido.mongoUrl).asPromise()
  const person = await newPerson()
  worker = await startWorker()
  last = { person, browser: (await newListener(person)).browser }
  await happens(async () => (await stateOf(person)).isWorking, 'the worker is known')
}, 120_000)
afterAll(async () => {
  await database.close()
  await nido.stop()
  await service.stop()
})

describe('a message', () => {
  it('is encrypted for the browser, signed by the household, and says what is due', async () => {
    const ana = await newPerson()
    const { browser, device } = await newListener(ana)
    expect(device).toMatchObject({ used: null, outcome: null })
    const place = 'High street'
    const one = await addEvent(ana, {
      ...inMinutes(5),
      title: 'Zahnarzt ñ',
      place,
      rule: 'FREQ=DAILY',
      reminders: [10],
    })
    await hears(browser, 'Zahnarzt ñ')
    const [reminder] = await dueOf(ana)
    const [{ headers, message } = { headers: {}, message: null }] = browser.got
    const query = new URLSearchParams({
      date: reminder?.start.slice(0, 10) ?? '',
      event: one.id,
      at: reminder?.at ?? '',
    })
    expect(message).toEqual({
      tag: reminder?.key,
      title: 'Zahnarzt ñ',
      lang: 'en',
      start: reminder?.start,
      allDay: false,
      place,
      path: `calendario?${query.toString()}`,
    })
    expect(headers).toMatchObject({
      ttl: '3600',
      urgency: 'high',
      topic: reminder?.key,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    })
    const { key } = await stateOf(ana)
    expectSigned(headers.authorization ?? '', { key, audience: new URL(browser.body.endpoint).origin })
    await happens(async () => (await stateOf(ana)).items[0]?.outcome === 'sent', 'the outcome is known')
    expect((await stateOf(ana)).items[0]?.used).not.toBeNull()
  })

  it('says only “busy”, in the language of the person, of what is private', async () => {
    const [ana, leo] = [await newPerson(), await newPerson({ locale: 'es' })]
    const { browser } = await newListener(leo)
    const one = await addEvent(ana, { ...inMinutes(5), title: 'Surprise', place: 'Her place', private: true })
    ;(await leo.put(`/api/reminders/events/${one.id}`, { reminders: [10] })).expect(204)
    await hears(browser, 'Ocupado')
    expect(JSON.stringify(browser.got)).not.toMatch(/Surprise|Her place/)
    expect(browser.got[0]?.message).toMatchObject({ title: 'Ocupado', place: '', lang: 'es' })
  })

  it('can be tried, as often as one wants', async () => {
    const ana = await newPerson()
    const { browser, device } = await newListener(ana)
    for (const count of [1, 2]) {
      ;(await ana.post(`/api/push/devices/${device.id}/test`)).expect(204)
      await happens(() => browser.got.length === count, 'the test comes')
    }
    expect(browser.got[0]?.message).toEqual({
      tag: 'test',
      title: 'Reminders reach this device',
      lang: 'en',
      path: 'settings/profile',
    })
    expect((await ana.post('/api/push/devices/none/test')).status).toBe(404)
  })
})

/** RFC 8292: a token of ours, by the key that the browser subscribed with. */
function expectSigned(authorization: string, { key, audience }: { key: string; audience: string }): void {
  const [, token = '', by] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  expect(by).toBe(key)
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const given = Buffer.from(signature, 'base64url')
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, given)).toBe(true)
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string; exp: number }
  expect(said).toMatchObject({ aud: audience, sub: 'mailto:nobody@nido.invalid' })
  expect(said.exp * 1000).toBeGreaterThan(Date.now())
  expect(said.exp * 1000).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000)
}

describe('each reminder is told', () => {
  it('once, also by a worker that comes after a lost one', async () => {
    const ana = await newPerson()
    const { browser } = await newListener(ana)
    await addEvent(ana, { ...inMinutes(5), title: 'Once', reminders: [10, 5] })
    await hears(browser, 'Once')
    await toldAll()
    await worker.kill()
    worker = await startWorker()
    await toldAll()
    // One for each reminder of the event that is due.
    expect(titlesOf(browser)).toEqual(Array(browser.got.length).fill('Once'))
    expect(new Set(browser.got.map(({ message }) => message.tag)).size).toBe(browser.got.length)
  })

  it('late if no worker was there, by less than an hour', async () => {
    const ana = await newPerson()
    const { browser } = await newListener(ana)
    await worker.stop()
    await addEvent(ana, { ...inMinutes(-50), title: 'Late', reminders: [0] })
    await addEvent(ana, { ...inMinutes(-70), title: 'Too late', reminders: [0] })
    worker = await startWorker()
    await hears(browser, 'Late')
    await toldAll()
    expect(titlesOf(browser)).toEqual(['Late'])
  })

  it('anew if its event moves, and not if it was dismissed or is gone', async () => {
    const ana = await newPerson()
    const { browser } = await newListener(ana)
    await worker.stop()
    await addEvent(ana, { ...inMinutes(5), title: 'Dismissed', reminders: [10] })
    const [reminder] = await dueOf(ana)
    ;(await answerReminder(ana, reminder ?? { key: '' })).expect(204)
    const gone = await addEvent(ana, { ...inMinutes(5), title: 'Gone', reminders: [10] })
    ;(await ana.delete(`/api/calendar/events/${gone.id}`)).expect(200)
    const moved = await addEvent(ana, { ...inMinutes(5), title: 'Moved', reminders: [10] })
    worker = await startWorker()
    await hears(browser, 'Moved')
    ;(await changeEvent(ana, await eventOf(ana, moved.id), { event: inMinutes(7) })).expect(200)
    await happens(() => browser.got.length === 2, 'it is told anew')
    await toldAll()
    expect(titlesOf(browser)).toEqual(['Moved', 'Moved'])
  })

  it('on all devices of its person, and on nobody else’s', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const [one, two, other] = [await newListener(ana), await newListener(ana), await newListener(leo)]
    await addEvent(ana, { ...inMinutes(5), title: 'Hers', reminders: [10] })
    await hears(one.browser, 'Hers')
    await hears(two.browser, 'Hers')
    await toldAll()
    expect(other.browser.got).toEqual([])
  })
})

describe('a push service', () => {
  const refusing = (status: number, headers: Record<string, string> = {}) =>
    ((_, response) => void response.writeHead(status, headers).end('no')) satisfies PushedBrowser['answer']

  it.each([404, 410])('that answers %i ends the device', async (status) => {
    const ana = await newPerson()
    const { browser, device } = await newListener(ana)
    browser.answer = refusing(status)
    ;(await ana.post(`/api/push/devices/${device.id}/test`)).expect(204)
    await happens(async () => (await stateOf(ana)).items.length === 0, 'the device is gone')
    expect(browser.asked).toBe(1)
  })

  it('that is out of order is asked again', async () => {
    const ana = await newPerson()
    const { browser } = await newListener(ana)
    browser.answer = refusing(503)
    await addEvent(ana, { ...inMinutes(5), title: 'Patience', reminders: [10] })
    await happens(async () => (await stateOf(ana)).items[0]?.outcome === 'failed', 'it failed')
    browser.answer = null
    await hears(browser, 'Patience')
    await happens(async () => (await stateOf(ana)).items[0]?.outcome === 'sent', 'it came')
    expect(titlesOf(browser)).toEqual(['Patience'])
  })

  it('that refuses is not asked again', async () => {
    const ana = await newPerson()
    const { browser } = await newListener(ana)
    browser.answer = refusing(403)
    await addEvent(ana, { ...inMinutes(5), title: 'No', reminders: [10] })
    await happens(async () => (await stateOf(ana)).items[0]?.outcome === 'refused', 'it was refused')
    await toldAll()
    expect(browser.asked).toBe(1)
  })

  it('leads nowhere else, and cannot fill a worker', async () => {
    const ana = await newPerson()
    const [first, second] = [await newListener(ana), service.subscribe()]
    const { browser, device } = first
    browser.answer = refusing(307, { Location: second.body.endpoint })
    ;(await ana.post(`/api/push/devices/${device.id}/test`)).expect(204)
    await happens(async () => (await stateOf(ana)).items[0]?.outcome === 'refused', 'it was refused')
    expect(second.asked).toBe(0)
    let wasCut = false
    browser.answer = (_, response) => {
      response.on('close', () => {
        wasCut = true
      })
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.writeHead(201).on('drain', write)
      write()
    }
    ;(await ana.post(`/api/push/devices/${device.id}/test`)).expect(204)
    await happens(() => wasCut, 'the answer is not read')
  })

  it('on a private address is never asked, and ends the device', async () => {
    const ana = await newPerson()
    for (const host of ['127.0.0.2', '[::ffff:127.0.0.2]', '0x7f.2', 'anna:secret@127.0.0.1']) {
      const { browser, device } = await newListener(ana, host)
      ;(await ana.post(`/api/push/devices/${device.id}/test`)).expect(204)
      await happens(async () => (await stateOf(ana)).items.length === 0, `${host} is gone`)
      expect(browser.asked).toBe(0)
    }
  })
})

describe('the devices of a person', () => {
  it('are told to nobody else, and tell no secret', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const browser = service.subscribe()
    const added = (await add(ana, browser, { 'User-Agent': FIREFOX })).expect(200)
    const { id } = added.json<PushDevice>()
    expect(added.json()).toMatchObject({ device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' } })
    const listed = (await ana.get('/api/push')).expect(200)
    const keys = await database.collection<{ privateKey: string }>('pushKeys').find().toArray()
    expect(keys).toHaveLength(1)
    const secrets = [browser.body.endpoint, browser.body.keys.auth, browser.body.keys.p256dh, keys[0]?.privateKey ?? '']
    for (const secret of secrets) {
      expect(secret).not.toBe('')
      expect(added.text + listed.text).not.toContain(secret)
      expect([...nido.replicas.flatMap(({ log }) => log), ...worker.log].join('\n')).not.toContain(secret)
    }
    expect((await stateOf(leo)).items).toEqual([])
    ;(await leo.delete(`/api/push/devices/${id}`)).expect(404)
    ;(await leo.post(`/api/push/devices/${id}/test`)).expect(404)
    ;(await ana.delete(`/api/push/devices/${id}`)).expect(204)
    ;(await ana.delete(`/api/push/devices/${id}`)).expect(404)
    expect((await stateOf(ana)).items).toEqual([])
    const admin = await nido.adminClient()
    const page = (await admin.get(`/api/audit?who=${ana.username}&kind=pushDeviceAdded,pushDeviceEnded`)).expect(200)
    expect(page.json<AuditPage>().items.map(({ kind, device }) => [kind, device])).toEqual([
      ['pushDeviceEnded', FIREFOX],
      ['pushDeviceAdded', FIREFOX],
    ])
  })

  it('are few, and the same one only once', async () => {
    const ana = await newPerson()
    const browsers = Array.from({ length: PUSH_DEVICES_MAX + 1 }, () => service.subscribe())
    for (const browser of browsers.slice(1)) (await add(ana, browser)).expect(200)
    for (const browser of browsers.slice(1)) (await add(ana, browser)).expect(200)
    ;(await add(ana, browsers[0] ?? service.subscribe())).expect(ERROR_STATUS.tooMany)
    expect((await stateOf(ana)).items).toHaveLength(PUSH_DEVICES_MAX)
  })

  it('belong to who is signed in there now', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const { browser } = await newListener(ana)
    ;(await add(leo, browser)).expect(200)
    expect((await stateOf(ana)).items).toEqual([])
    await addEvent(ana, { ...inMinutes(5), title: 'Hers', reminders: [10] })
    await addEvent(leo, { ...inMinutes(5), title: 'His', reminders: [10] })
    await hears(browser, 'His')
    await toldAll()
    expect(titlesOf(browser)).toEqual(['His'])
  })

  it('end with their session, by whichever way it ends', async () => {
    const ana = await newPerson()
    const again = () => nido.client().signIn(ana.username, ana.password)
    const left = await again()
    await newListener(left)
    ;(await left.post('/api/logout')).expect(204)
    expect((await stateOf(ana)).items).toEqual([])
    const other = await again()
    const kept = await newListener(ana)
    await newListener(other)
    ;(await ana.delete('/api/sessions')).expect(204)
    expect((await stateOf(ana)).items.map(({ id }) => id)).toEqual([kept.device.id])
  })

  it('get nothing after the password was changed elsewhere', async () => {
    const ana = await newPerson()
    const other = await nido.client().signIn(ana.username, ana.password)
    const [here, there] = [await newListener(ana), await newListener(other)]
    const data = { id: ana.id, password: 'Another-Long-Password-7' }
    const body = { what: 'user', which: ['password'], current_password: ana.password, data }
    ;(await ana.put(`/api/users/${ana.id}`, body)).expect(200)
    await addEvent(ana, { ...inMinutes(5), title: 'Hers', reminders: [10] })
    await hears(here.browser, 'Hers')
    await toldAll()
    expect(there.browser.got).toEqual([])
    expect((await stateOf(ana)).items).toHaveLength(1)
  })

  it('are refused in words if they are none', async () => {
    const ana = await newPerson()
    const { endpoint, keys } = service.subscribe().body
    const bad = [
      { endpoint: endpoint.replace('https:', 'http:'), keys },
      { endpoint: 'ftp://127.0.0.1/a', keys },
      { endpoint: 'nowhere', keys },
      { endpoint: `${endpoint}/${'a'.repeat(1000)}`, keys },
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint, keys: { ...keys, p256dh: 'A'.repeat(87) } },
      { endpoint },
      {},
    ]
    for (const body of bad) (await ana.post('/api/push/devices', body)).expect(400)
    expect((await stateOf(ana)).items).toEqual([])
    for (const call of ['/api/push', '/api/push/devices'])
      expect((await nido.client().get(call)).status).toBeGreaterThan(400)
    ;(await nido.client().post('/api/push/devices', { endpoint, keys })).expect(401)
  })
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
