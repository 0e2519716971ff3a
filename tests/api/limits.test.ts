// How much one person may have, and how much a listing says about it: those numbers of backend/contract/limits.ts that
// only a server can show. Limits on a request's head are tested in http.test.ts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { LINKS_MAX, RULES_MAX, SESSIONS_MAX } from '../../backend/contract/limits.ts'
import type { FolderResource } from '../../backend/contract/resources.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { PASSWORD } from '../helpers/client.ts'
import { payloadOf } from '../helpers/token.ts'
import { filesOf } from './files-client.ts'
import { linksOf } from './links-client.ts'
import { dir, given, me, site } from './own-folder.ts'

const HOUR_MS = 3_600_000
const many = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index + 1))

let database: Connection
beforeAll(async () => {
  database = await mongoose.createConnection(site.mongoUrl).asPromise()
})
afterAll(() => database.close())

describe('sessions of a person', () => {
  const sessions = () => database.collection<{ _id: string; userId: number; lastUsed: Date; created: Date }>('sessions')

  it('B9: are limited to a hundred: one more ends the one unused for longest, on every replica', async () => {
    const person = await site.makePerson()
    const old = await person.signIn(person.username, PASSWORD)
    const statusesOf = async (token: string) =>
      Promise.all(
        [0, 1].map(
          async (replica) =>
            (await site.client().get('/api/sessions', { replica, headers: { 'X-Auth': token } })).status,
        ),
      )
    expect(await statusesOf(old.token)).toEqual([200, 200])
    await sessions().updateOne(
      { _id: payloadOf(old.token).sid },
      { $set: { lastUsed: new Date(Date.now() - HOUR_MS) } },
    )
    const first = await sessions().findOne({ _id: payloadOf(person.token).sid })
    if (!first) throw new Error('the session is there')
    await sessions().insertMany(many(SESSIONS_MAX - 2, (index) => ({ ...first, _id: `${first._id}-${index}` })))
    expect(await sessions().countDocuments({ userId: person.id })).toBe(SESSIONS_MAX)
    const next = await person.signIn(person.username, PASSWORD)
    expect(await sessions().countDocuments({ userId: person.id })).toBe(SESSIONS_MAX)
    expect([await statusesOf(old.token), await statusesOf(next.token), await statusesOf(person.token)]).toEqual([
      [401, 401],
      [200, 200],
      [200, 200],
    ])
  })
})

describe('links of a person', () => {
  const shares = () => database.collection<{ _id: string; userId: number; expires: number }>('shares')

  it('B9: are limited to a thousand; ended links make room, the oldest first', async () => {
    const person = filesOf(await site.makePerson())
    const links = linksOf(person.client)
    await person.given({ 'a.txt': 'a' })
    const { hash } = await links.make('/a.txt')
    const first = await shares().findOne({ _id: hash })
    if (!first) throw new Error('the link is there')
    const made = many(LINKS_MAX - 1, (index) => ({ ...first, _id: `${hash.slice(0, 8)}-${index}` }))
    await shares().insertMany(made)
    const refused = await person.client.post(
      '/api/share/a.txt',
      {},
      { headers: { Accept: 'application/problem+json' } },
    )
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'tooMany'])
    const ended = made.slice(0, 2).map(({ _id }) => _id)
    for (const [index, _id] of ended.entries())
      await shares().updateOne({ _id }, { $set: { expires: 1_700_000_000 - index } })
    await links.make('/a.txt')
    expect(await shares().countDocuments({ userId: person.client.id })).toBe(LINKS_MAX)
    expect(
      (
        await shares()
          .find({ _id: { $in: ended } })
          .toArray()
      ).map(({ _id }) => _id),
    ).toEqual(ended.slice(0, 1))
    await given({ 'b.txt': 'b' })
    ;(await me.client.post(`/api/share${dir}/b.txt`, {})).expect(200)
    await shares().deleteMany({ userId: person.client.id })
  })

  it('B9: are not more when all are made at once', async () => {
    const person = filesOf(await site.makePerson())
    await person.given({ 'a.txt': 'a' })
    const { hash } = await linksOf(person.client).make('/a.txt')
    const first = await shares().findOne({ _id: hash })
    if (!first) throw new Error('the link is there')
    await shares().insertMany(many(LINKS_MAX - 3, (index) => ({ ...first, _id: `${hash.slice(0, 8)}-${index}` })))
    const answers = await Promise.all(many(10, () => person.client.post('/api/share/a.txt', {}, { replica: 0 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...many(8, () => 409)])
    await shares().deleteMany({ userId: person.client.id })
  })
})

describe('subtitles in a listing', () => {
  it('B3: are limited to 64 for a film, in natural order, and the listing says that there are more', async () => {
    const names = many(65, (index) => `film.${index}.srt`)
    await given({ 'film.mp4': 'film', 'film 2.mp4': 'film', 'other.srt': '' })
    await mapParallel(names, 8, (name) => given({ [name]: '' }))
    const { items } = (await me.info(`${dir}/`)).expect(200).json<FolderResource>()
    const told = { subtitles: names.slice(0, 64).map((name) => `${dir}/${name}`), moreSubtitles: true }
    expect(items.find(({ name }) => name === 'film.mp4')).toMatchObject(told)
    expect(await me.file(`${dir}/film.mp4`)).toMatchObject(told)
    for (const key of ['subtitles', 'moreSubtitles'])
      expect(items.find(({ name }) => name === 'film 2.mp4')).not.toHaveProperty(key)
  })
})

describe('lists in a body', () => {
  it('B9: are limited for rules, commands and names', async () => {
    const admin = await site.adminClient()
    const rules = (count: number) => many(count, (index) => ({ regex: false, allow: false, path: `/${index}` }))
    const put = (which: string, value: unknown) =>
      admin.put(`/api/users/${me.client.id}`, {
        what: 'user',
        which: [which],
        data: { id: me.client.id, [which]: value },
      })
    ;(await put('rules', rules(RULES_MAX + 1))).expect(400)
    ;(await put('rules', [{ regex: true, allow: false, path: '', regexp: { raw: 'a'.repeat(1025) } }])).expect(400)
    ;(
      await put(
        'commands',
        many(1_001, () => 'ls'),
      )
    ).expect(400)
    ;(
      await admin.put(`/api/users/${me.client.id}`, {
        what: 'user',
        which: many(1_001, () => 'rules'),
        data: { id: me.client.id, rules: [] },
      })
    ).expect(400)
    await given({ 'c.txt': 'c' })
    const note = (await me.remove(`${dir}/c.txt`)).expect(204).headers['x-trash-note'] ?? ''
    ;(await me.client.post(`/api/trash/${note}/restore`, { paths: many(1_001, () => 'c.txt') })).expect(400)
  })
})
