// CalDAV after a restore from a backup, and what the audit says of keys to calendars.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import type { AuditPage } from '../../backend/contract/audit.ts'
import type { MadeFeed } from '../../backend/contract/calendar.ts'
import type { Client } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { happens } from '../helpers/until.ts'
import { deviceOf, makeDevice, SYNC, tokenIn, XML } from './caldav-client.ts'
import { addEvent, changeEvent, ownOf } from './calendar-client.ts'

let site: Site & { stop(): Promise<void> }
beforeAll(async () => {
  site = await useSite()
})
afterAll(() => site.stop())

const newPerson = () => site.makePerson({ perm: { calendar: true } })

/** Keeps the calendars of a person as a backup does; the answer puts them back as a restore does. */
async function backUp({ id }: Client): Promise<() => Promise<void>> {
  const database = await mongoose.createConnection(site.mongoUrl).asPromise()
  const books = database.collection<{ _id: string }>('calendars')
  const book = await books.findOne({ _id: String(id) })
  if (book === null) throw new Error('there are no calendars')
  return async () => {
    await books.deleteOne({ _id: book._id })
    await books.insertOne(book)
    await database.close()
  }
}

describe('after a restore', () => {
  it('a program with a token from after the backup begins anew, however many changes follow', async () => {
    const ana = await newPerson()
    const ask = await deviceOf(site, ana)
    const calendar = `/dav/calendars/${ownOf(ana)}/`
    const sync = (token: string) => ask('REPORT', calendar, { headers: XML, body: SYNC(token) })
    const kept = await addEvent(ana, { title: 'Kept' })
    const atBackup = tokenIn((await sync('')).text)
    const restore = await backUp(ana)
    for (const title of ['Lost', 'Lost, too']) await addEvent(ana, { title })
    const late = tokenIn((await sync('')).text)
    await restore()
    expect((await sync(late)).status).toBe(403)
    const added = await Promise.all(['A', 'B', 'C'].map((title) => addEvent(ana, { title })))
    const refused = await sync(late)
    expect([refused.status, refused.text.includes('<d:valid-sync-token/>')]).toEqual([403, true])
    const whole = (await sync('')).expect(207).text
    expect([kept, ...added].filter(({ id }) => !whole.includes(id))).toEqual([])
    // Who has heard of nothing since the backup misses nothing.
    const news = (await sync(atBackup)).expect(207).text
    expect([added.every(({ id }) => news.includes(id)), news.includes(kept.id)]).toEqual([true, false])
  })

  it('an event that was changed has another ETag than it had before, and a feed likewise', async () => {
    const ana = await newPerson()
    const ask = await deviceOf(site, ana)
    const event = await addEvent(ana, { title: 'Dentist' })
    const path = `/dav/calendars/${ownOf(ana)}/${event.id}.ics`
    const { path: feed } = (await ana.post('/api/calendar/feed', { scope: 'own' })).expect(200).json<MadeFeed>()
    const restore = await backUp(ana)
    const tagsAfter = async (title: string) => {
      ;(await changeEvent(ana, event, { event: { title } })).expect(200)
      return [(await ask('GET', path)).headers.etag, (await site.client().get(feed)).headers.etag]
    }
    const before = await tagsAfter('Lost')
    await restore()
    const after = await tagsAfter('Found')
    expect(after.filter((etag) => etag === undefined || before.includes(etag))).toEqual([])
  })
})

describe('the audit', () => {
  it('says who made and ended a private address or the password of a device', async () => {
    const ana = await newPerson()
    const { device, password } = await makeDevice(ana, 'Ana’s phone')
    const { path } = (await ana.post('/api/calendar/feed', { scope: 'own' })).expect(200).json<MadeFeed>()
    ;(await ana.delete('/api/calendar/feed')).expect(204)
    ;(await ana.delete('/api/calendar/feed')).expect(204)
    ;(await ana.delete(`/api/calendar/devices/${device.id}`)).expect(204)
    const admin = await site.adminClient()
    const kinds = ['deviceMade', 'calendarFeedMade', 'calendarFeedEnded', 'deviceEnded']
    const read = async () => (await admin.get(`/api/audit?who=${ana.id}&kind=${kinds.join()}`)).expect(200)
    await happens(async () => (await read()).json<AuditPage>().items.length === kinds.length, 'it is told')
    const { items } = (await read()).json<AuditPage>()
    expect(items.toReversed().map(({ kind, who, path: name }) => [kind, who?.id, name])).toEqual([
      ['deviceMade', ana.id, 'Ana’s phone'],
      ['calendarFeedMade', ana.id, undefined],
      ['calendarFeedEnded', ana.id, undefined],
      ['deviceEnded', ana.id, 'Ana’s phone'],
    ])
    const secrets = [password, /-([\w-]+)\.ics$/.exec(path)?.[1] ?? path]
    expect(secrets.filter((secret) => JSON.stringify(items).includes(secret))).toEqual([])
  })
})
