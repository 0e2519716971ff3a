// Quotas over two replicas: a person who has one is refused what does not fit, before and at the end of each kind of
// change (api-contract 4.5, 6; 507).
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Trash } from '../../backend/contract/trash.ts'
import type { Person } from '../helpers/client.ts'
import { useSite } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { soon, until } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const KIB = 1024
const MIB = 1024 * KIB
let site: Awaited<ReturnType<typeof useSite>>
let s3: PlainS3
beforeAll(async () => {
  site = await useSite()
  s3 = openS3(site.servers)
})
afterAll(async () => {
  s3.close()
  await site.stop()
})

// Old versions have a separate limit: tests/api/history-limits.test.ts.
const person = async (quota: number, more: Partial<Person> = {}) =>
  filesOf(await site.makePerson({ quota, historyLimit: 100 * MIB, ...more }))
const bytes = (size: number) => randomBytes(size)
/** The bytes in somebody's bucket, as any tool sees them. */
const stored = async (one: PersonsFiles) =>
  (await s3.list(bucketOf(site.bucketPrefix, one))).reduce((sum, { size }) => sum + size, 0)
const chunked = (...pieces: Buffer[]) => Readable.from(pieces)
const onReplica = (replica: number) => ({ replica })
/** Waits until both replicas know what another tool did. */
async function untilUsed(one: PersonsFiles, used: number): Promise<void> {
  for (const replica of [0, 1]) {
    expect(
      await until(
        async () => (await one.client.get('/api/usage/', { replica })).json<{ used: number }>().used === used,
      ),
    ).toBe(true)
  }
}

describe('uploading with a quota', () => {
  it('accepts what fits to the last byte, and refuses one byte more', async () => {
    const one = await person(10 * KIB)
    ;(await one.upload('/a', bytes(6 * KIB))).expect(200)
    ;(await one.upload('/b', bytes(4 * KIB + 1))).expect(507)
    ;(await one.info('/b')).expect(404)
    ;(await one.upload('/b', bytes(4 * KIB))).expect(200)
    ;(await one.upload('/c', 'x')).expect(507)
    ;(await one.upload('/empty')).expect(200)
    ;(await one.mkdir('/folder')).expect(200)
    expect(await one.usage('/')).toMatchObject({ used: 10 * KIB, total: 10 * KIB })
  })

  it('regains the room of what was deleted, and counts what other tools put there', async () => {
    const one = await person(10 * KIB)
    ;(await one.upload('/a', bytes(10 * KIB))).expect(200)
    ;(await one.upload('/b', bytes(KIB))).expect(507)
    ;(await one.remove('/a')).expect(204)
    await s3.put(bucketOf(site.bucketPrefix, one), 'foreign', bytes(8 * KIB))
    await untilUsed(one, 8 * KIB)
    ;(await one.upload('/b', bytes(3 * KIB))).expect(507)
    ;(await one.upload('/b', bytes(2 * KIB))).expect(200)
  })

  it('counts the difference when a file is replaced, also for a person already over the quota', async () => {
    const one = await person(10 * KIB)
    ;(await one.upload('/a', bytes(9 * KIB))).expect(200)
    ;(await one.save('/a', bytes(10 * KIB))).expect(200)
    ;(await one.save('/a', bytes(10 * KIB + 1))).expect(507)
    ;(await one.upload('/a', bytes(8 * KIB), { override: 'true' })).expect(200)
    await s3.put(bucketOf(site.bucketPrefix, one), 'foreign', bytes(20 * KIB))
    await untilUsed(one, 28 * KIB)
    ;(await one.save('/a', bytes(7 * KIB))).expect(200)
    ;(await one.save('/a', bytes(8 * KIB))).expect(507)
    expect((await one.file('/a')).size).toBe(7 * KIB)
  })

  it('reports a conflict, or a missing file, before a lack of room', async () => {
    const one = await person(4 * KIB)
    ;(await one.upload('/a', bytes(4 * KIB))).expect(200)
    ;(await one.upload('/a', bytes(8 * KIB))).expect(409)
    ;(await one.save('/none', bytes(8 * KIB))).expect(404)
  })

  it('cuts off a body of undeclared length where it exceeds the room', async () => {
    const one = await person(3 * MIB)
    ;(await one.upload('/fits', chunked(bytes(MIB), bytes(MIB)))).expect(200)
    ;(await one.upload('/fits-not', chunked(bytes(MIB), bytes(1)))).expect(507)
    ;(await one.info('/fits-not')).expect(404)
    ;(await one.upload('/exactly', chunked(bytes(MIB - 1), bytes(1)))).expect(200)
    expect([await stored(one), await s3.unfinished(bucketOf(site.bucketPrefix, one))]).toEqual([3 * MIB, []])
  })

  it('gives the last bytes to one of two that race for them on two replicas, and to both where both fit', async () => {
    const one = await person(100 * KIB)
    for (let round = 0; round < 3; round += 1) {
      const race = await Promise.all(
        [0, 1].map((replica) => one.upload(`/race-${round}-${replica}`, bytes(60 * KIB), {}, onReplica(replica))),
      )
      expect(race.map(({ status }) => status).sort()).toEqual([200, 507])
      const both = await Promise.all(
        [0, 1].map((replica) => one.upload(`/both-${round}-${replica}`, bytes(20 * KIB), {}, onReplica(replica))),
      )
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(await stored(one)).toBe(100 * KIB)
      for (const { key } of await s3.list(bucketOf(site.bucketPrefix, one))) (await one.remove(`/${key}`)).expect(204)
    }
  })

  it('lets through as many of twenty as fit', async () => {
    const one = await person(10 * KIB)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => one.upload(`/${index}`, bytes(KIB), {}, onReplica(index % 2))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 507)).toHaveLength(10)
    expect(await stored(one)).toBe(10 * KIB)
  })

  it('limits neither the shared folder nor people without a quota', async () => {
    const one = await person(KIB)
    const name = `/Shared/${randomBytes(4).toString('hex')}`
    ;(await one.upload(name, bytes(5 * KIB))).expect(200)
    ;(await one.upload('/a', bytes(KIB))).expect(200)
    ;(await one.remove(name)).expect(204)
    const free = await person(0)
    ;(await free.upload('/a', bytes(5 * KIB))).expect(200)
  })

  it('follows the quota that an administrator sets', async () => {
    const one = await person(KIB)
    const admin = await site.adminClient()
    const setQuota = async (quota: number) =>
      (
        await admin.put(`/api/users/${one.client.id}`, {
          what: 'user',
          which: ['quota'],
          current_password: admin.password,
          data: { id: one.client.id, quota },
        })
      ).expect(200)
    ;(await one.upload('/a', bytes(2 * KIB))).expect(507)
    await setQuota(2 * KIB)
    ;(await one.upload('/a', bytes(2 * KIB))).expect(200)
    await setQuota(0)
    ;(await one.upload('/b', bytes(9 * KIB))).expect(200)
  })
})

describe('resumable uploads with a quota', () => {
  it('count from their start, and no longer once they are given up', async () => {
    const one = await person(10 * KIB)
    ;(await one.tusBegin('/big', 8 * KIB)).expect(201)
    ;(await one.upload('/a', bytes(3 * KIB))).expect(507)
    ;(await one.tusBegin('/other', 3 * KIB)).expect(507)
    ;(await one.tusHead('/other')).expect(404)
    ;(await one.tusDelete('/big')).expect(204)
    ;(await one.upload('/a', bytes(3 * KIB))).expect(200)
  })

  it('that start again claim their room once', async () => {
    const one = await person(10 * KIB)
    ;(await one.tusBegin('/big', 8 * KIB)).expect(201)
    ;(await one.tusBegin('/big', 9 * KIB)).expect(201)
    const body = bytes(9 * KIB)
    ;(await one.tusPatch('/big', 0, body.subarray(0, KIB))).expect(204)
    ;(await one.tusPatch('/big', KIB, body.subarray(KIB))).expect(204)
    expect((await one.raw('/big')).body.equals(body)).toBe(true)
    ;(await one.upload('/a', bytes(KIB))).expect(200)
    ;(await one.upload('/b', 'x')).expect(507)
  })

  it('are refused at the end if there is no room left, and complete when there is room again', async () => {
    const one = await person(10 * KIB)
    const body = bytes(6 * KIB)
    ;(await one.tusBegin('/big', 6 * KIB)).expect(201)
    ;(await one.tusPatch('/big', 0, body.subarray(0, KIB))).expect(204)
    await s3.put(bucketOf(site.bucketPrefix, one), 'foreign', bytes(5 * KIB))
    await untilUsed(one, 5 * KIB)
    ;(await one.tusPatch('/big', KIB, body.subarray(KIB))).expect(507)
    ;(await one.info('/big')).expect(404)
    await s3.delete(bucketOf(site.bucketPrefix, one), 'foreign')
    const offset = Number((await one.tusHead('/big')).expect(200).headers['upload-offset'])
    if (offset < body.length) (await one.tusPatch('/big', offset, body.subarray(offset))).expect(204)
    expect((await one.raw('/big')).body.equals(body)).toBe(true)
  })

  it('without a length are cut off where they exceed the room', async () => {
    const one = await person(10 * KIB)
    ;(await one.tusBegin('/deferred', null)).expect(201)
    ;(await one.tusPatch('/deferred', 0, bytes(6 * KIB))).expect(204)
    ;(await one.tusPatch('/deferred', 6 * KIB, bytes(5 * KIB))).expect(507)
    ;(await one.upload('/a', bytes(5 * KIB))).expect(507)
    ;(await one.tusPatch('/deferred', 6 * KIB, bytes(4 * KIB))).expect(204)
    expect((await one.file('/deferred')).size).toBe(10 * KIB)
  })

  it('race for the last bytes like any other upload', async () => {
    const one = await person(100 * KIB)
    const answers = await Promise.all(
      [0, 1].map(async (replica) => {
        const path = `/race-${replica}`
        const begun = await one.client.post(`/api/tus${path}`, undefined, {
          replica,
          headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(60 * KIB) },
        })
        return begun.status === 201 ? (await one.tusPatch(path, 0, bytes(60 * KIB), { replica })).status : begun.status
      }),
    )
    expect(answers.sort()).toEqual([204, 507])
    expect(await stored(one)).toBe(60 * KIB)
  })
})

describe('changes with a quota', () => {
  it('copies only what fits, in full', async () => {
    const one = await person(10 * KIB)
    await one.given({ 'box/a': bytes(3 * KIB), 'box/b': bytes(KIB), small: bytes(KIB) })
    ;(await one.copy('/box', '/again')).expect(200)
    ;(await one.copy('/box', '/third')).expect(507)
    ;(await one.info('/third')).expect(404)
    ;(await one.copy('/small', '/small-2')).expect(200)
    ;(await one.copy('/small', '/small-3')).expect(507)
    expect(await stored(one)).toBe(10 * KIB)
  })

  it('counts the difference where a copy replaces or merges', async () => {
    const one = await person(10 * KIB)
    await one.given({ 'box/a': bytes(3 * KIB), 'box/b': bytes(KIB), 'old/a': bytes(2 * KIB), 'old/c': bytes(2 * KIB) })
    ;(await one.copy('/box', '/old', { override: 'true' })).expect(200)
    expect(await stored(one)).toBe(10 * KIB)
    ;(await one.copy('/box/a', '/old/b', { override: 'true' })).expect(507)
    expect((await one.file('/old/b')).size).toBe(KIB)
  })

  it('lets everything be moved within, and nothing in from outside that does not fit', async () => {
    const one = await person(4 * KIB)
    const shared = `/Shared/${randomBytes(4).toString('hex')}`
    await one.given({ 'box/a': bytes(3 * KIB) })
    ;(await one.rename('/box', '/moved')).expect(200)
    ;(await one.upload(shared, bytes(2 * KIB))).expect(200)
    ;(await one.rename(shared, '/mine')).expect(507)
    ;(await one.info(shared)).expect(200)
    ;(await one.copy(shared, '/mine')).expect(507)
    ;(await one.remove('/moved')).expect(204)
    ;(await one.rename(shared, '/mine')).expect(200)
    // A delete shows at once; its bytes are freed afterwards.
    expect(
      await soon(
        () => stored(one),
        (size) => size === 2 * KIB,
      ),
    ).toBe(2 * KIB)
  })

  it('gives the last bytes to one of two copies that race for them on two replicas', async () => {
    const one = await person(100 * KIB)
    await one.given({ 'box/a': bytes(20 * KIB), 'box/b': bytes(20 * KIB) })
    const answers = await Promise.all(
      [0, 1].map((replica) => one.copy('/box', `/copy-${replica}`, {}, onReplica(replica))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 507])
    expect(await stored(one)).toBe(80 * KIB)
  })

  it('restores only what fits, to its place and elsewhere', async () => {
    const one = await person(10 * KIB)
    await one.given({ 'box/a': bytes(3 * KIB), 'box/b': bytes(3 * KIB) })
    const note = (await one.remove('/box')).expect(204).headers['x-trash-note'] as string
    await one.given({ new: bytes(6 * KIB) })
    ;(await one.restore(note)).expect(507)
    ;(await one.info('/box')).expect(404)
    ;(await one.client.post(`/api/trash/${note}/restore`, { to: '/elsewhere', conflict: 'fail' })).expect(507)
    ;(await one.client.post(`/api/trash/${note}/restore`, { paths: ['/a'] })).expect(200)
    expect(await stored(one)).toBe(9 * KIB)
    ;(await one.remove('/new')).expect(204)
    ;(await one.restore(note)).expect(200)
    expect(await stored(one)).toBe(6 * KIB)
  })

  it('restores everything that was deleted in one action, or nothing', async () => {
    const one = await person(10 * KIB)
    await one.given({ a: bytes(3 * KIB), b: bytes(3 * KIB), c: bytes(3 * KIB) })
    const headers = { 'X-Action': randomBytes(8).toString('hex') }
    for (const name of ['a', 'b', 'c']) (await one.client.delete(`/api/resources/${name}`, { headers })).expect(204)
    await one.given({ new: bytes(2 * KIB) })
    // What is left of an action may have another id.
    const idOf = async () => (await one.client.get('/api/trash')).expect(200).json<Trash>().items[0]?.id ?? ''
    const action = await idOf()
    const restore = (body?: object, id = action) => one.client.post(`/api/trash/${id}/restore`, body)
    ;(await restore()).expect(507)
    ;(await restore({ to: '/elsewhere', conflict: 'fail' })).expect(507)
    expect(await stored(one)).toBe(2 * KIB)
    ;(await restore({ paths: ['/a', '/c'] })).expect(200)
    expect(await stored(one)).toBe(8 * KIB)
    const rest = await idOf()
    ;(await one.remove('/new')).expect(204)
    ;(await restore({}, rest)).expect(200)
    expect(await stored(one)).toBe(9 * KIB)
  })

  it('restores several things under free names once each, or none of them', async () => {
    const one = await person(12 * KIB)
    const headers = { 'X-Action': randomBytes(8).toString('hex') }
    // What is deleted again in the same action gets a separate note.
    for (const size of [2 * KIB, 3 * KIB]) {
      await one.given({ a: bytes(size) })
      ;(await one.client.delete('/api/resources/a', { headers })).expect(204)
    }
    await one.given({ a: bytes(8 * KIB) })
    const [note] = (await one.client.get('/api/trash')).expect(200).json<Trash>().items
    const restore = () => one.client.post(`/api/trash/${note?.id ?? ''}/restore`, { conflict: 'rename' })
    ;(await restore()).expect(507)
    expect(await stored(one)).toBe(8 * KIB)
    ;(await one.save('/a', bytes(KIB))).expect(200)
    ;(await restore()).expect(200)
    const sizes = await Promise.all(['/a', '/a(1)', '/a(2)'].map(async (path) => (await one.file(path)).size))
    expect(sizes.sort((a, b) => a - b)).toEqual([KIB, 2 * KIB, 3 * KIB])
    expect(await stored(one)).toBe(6 * KIB)
  })

  it('restores an older version only if it fits', async () => {
    const one = await person(10 * KIB)
    await one.given({ a: bytes(8 * KIB) })
    ;(await one.save('/a', bytes(KIB))).expect(200)
    ;(await one.upload('/b', bytes(5 * KIB))).expect(200)
    const versions = (await one.client.get('/api/versions/a'))
      .expect(200)
      .json<{ items: { id: string; isLatest: boolean }[] }>().items
    const older = versions.find(({ isLatest }) => !isLatest)?.id ?? ''
    const putOnTop = () => one.client.patch(`/api/resources/a?action=restore&version=${older}`)
    ;(await putOnTop()).expect(507)
    expect((await one.file('/a')).size).toBe(KIB)
    ;(await one.remove('/b')).expect(204)
    ;(await putOnTop()).expect(200)
    expect((await one.file('/a')).size).toBe(8 * KIB)
  })
})
