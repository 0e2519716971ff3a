// A person is removed with their files, and the replica that does it is killed half-way (M12).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import type { AuditPage } from '../../backend/contract/audit.ts'
import { PASSWORD } from '../helpers/client.ts'
import { type FailpointSite, openFailpointSite } from './failpoint-site.ts'
import { happens } from '../helpers/until.ts'

let site: FailpointSite
beforeAll(async () => {
  site = await openFailpointSite()
}, 120_000)
afterAll(() => site.stop(), 120_000)

describe('removing a person with their files', () => {
  it('cancels their operations, continues after a crash, and lets nobody live there before it is done', async () => {
    const { nido } = site
    const admin = await nido.adminClient()
    const { person, bucket, s3, given, hold } = await site.scene()
    const other = await nido.makePerson({ scope: `${person.scope}-next` })
    await given({ 'a/1.txt': 'one', 'a/2.txt': 'two' })
    const copying = await hold('copy.done', '')
    const copy = person
      .patch('/api/resources/a?action=copy&destination=%2Fb', undefined, { replica: 1 })
      .catch(() => null)
    await copying.reached()
    const erasing = await hold('erase.found', '')
    ;(await admin.delete(`/api/users/${person.id}?files=remove`, { replica: 0 })).expect(200)
    await copying.release()
    await copy
    await erasing.reached()
    expect((await s3.list(bucket)).map(({ key }) => key)).not.toContain('b/1.txt')
    const move = (scope: string) =>
      admin.put(
        `/api/users/${other.id}`,
        { what: 'user', which: ['scope'], data: { id: other.id, scope } },
        { replica: 1 },
      )
    expect((await move(person.scope)).status).toBe(423)
    expect(
      (
        await admin.post(
          '/api/users',
          { what: 'user', which: [], data: { username: 'early', password: PASSWORD, scope: `${person.scope}/a` } },
          { replica: 1 },
        )
      ).status,
    ).toBe(423)

    // A removal recorded by a replica that died before it removed the person.
    const database = await mongoose.createConnection(nido.mongoUrl).asPromise()
    const departures = database.collection<{ _id: string; place: string }>('departures')
    await departures.insertOne({
      ...(await departures.findOne({ _id: String(person.id) })),
      _id: String(other.id),
      place: `${bucket}-next`,
    })
    ;(await other.post('/api/resources/mine.txt', 'mine', { replica: 1 })).expect(200)

    await nido.replicas[0]?.kill()
    await erasing.release()
    await site.renewFirst()
    await happens(async () => (await s3.buckets(bucket)).length === 0, 'the files are removed')
    const entries = async () =>
      (await admin.get(`/api/audit?who=${person.username}&kind=filesRemoved`)).json<AuditPage>().items
    await happens(async () => (await entries()).length > 0, 'the audit tells of it')
    expect(await entries()).toMatchObject([
      { who: { name: person.username }, actor: { name: 'admin' }, path: person.scope, count: 2, bytes: 6 },
    ])
    await happens(async () => (await departures.countDocuments()) === 0, 'nothing is left to do')
    await database.close()
    ;(await other.get('/api/resources/mine.txt')).expect(200)
    ;(await move(person.scope)).expect(200)
    ;(await other.get('/api/resources/a/1.txt')).expect(404)
  }, 180_000)
})
