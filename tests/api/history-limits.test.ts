// How much space old versions may take (C3), over two replicas: a person's in addition to the quota, and the shared
// folder's together with its files. Deleting is always possible.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Settings } from '../../backend/contract/settings.ts'
import type { FileVersions, Trash } from '../../backend/contract/trash.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import type { Person } from '../helpers/client.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { soon } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'
import { admin, nido } from './own-nido.ts'

const KIB = 1024
let s3: PlainS3
beforeAll(() => {
  s3 = openS3(nido.servers)
})
afterAll(() => s3.close())

const person = async (quota: number, more: Partial<Person> = {}) => filesOf(await nido.makePerson({ quota, ...more }))
const bytes = (kib: number) => randomBytes(kib * KIB)
const over = { override: 'true' }
/** The bytes of old versions in a bucket, as any tool counts them. */
const historyIn = async (bucket: string): Promise<number> =>
  (await s3.versions(bucket)).filter(({ isLatest }) => !isLatest).reduce((sum, { size }) => sum + size, 0)
const historyOf = (one: PersonsFiles) => historyIn(bucketOf(nido.bucketPrefix, one))
const notes = async (one: PersonsFiles) => (await one.client.get('/api/trash')).expect(200).json<Trash>().items
/** Waits until the page shows a number of KiB. */
const shown = async (one: PersonsFiles, kib: number) =>
  soon(
    () => one.usage('/'),
    ({ history }) => history === kib * KIB,
  )
const purgeAll = async (one: PersonsFiles) => {
  await soon(
    () => notes(one),
    (all) => all.every(({ pending }) => !pending),
  )
  ;(await one.client.delete('/api/trash')).expect(204)
}

describe('old versions', () => {
  it('C3: may take as much as the quota again, and no more', async () => {
    const own = await person(10 * KIB)
    ;(await own.upload('/a', bytes(4))).expect(200)
    // In each way that replaces a file.
    ;(await own.save('/a', bytes(4))).expect(200)
    ;(await own.upload('/a', bytes(4), over)).expect(200)
    expect(await historyOf(own)).toBe(8 * KIB)
    ;(await own.save('/a', bytes(4))).expect(507)
    ;(await own.upload('/a', bytes(4), over)).expect(507)
    ;(await own.upload('/a', Readable.from([bytes(4)]), over)).expect(507)
    ;(await own.tusBegin('/a', 4 * KIB, over)).expect(507)
    ;(await own.upload('/b', bytes(4))).expect(200)
    ;(await own.copy('/b', '/a', over)).expect(507)
    ;(await own.rename('/b', '/a', over)).expect(507)
    const versions = (await own.client.get('/api/versions/a')).expect(200).json<FileVersions>().items
    ;(await own.client.patch(`/api/resources/a?action=restore&version=${versions[1]?.id ?? ''}`)).expect(507)
    expect([await historyOf(own), await own.names('/')]).toEqual([8 * KIB, ['Shared', 'a', 'b']])
    expect(await shown(own, 8)).toMatchObject({
      used: 8 * KIB,
      total: 10 * KIB,
      history: 8 * KIB,
      historyLimit: 10 * KIB,
    })
    // Nothing is dropped early, and what fits is accepted.
    ;(await own.upload('/small', bytes(1))).expect(200)
    ;(await own.save('/small', bytes(1))).expect(200)
    ;(await own.save('/small', bytes(1))).expect(200)
    expect(await historyOf(own)).toBe(10 * KIB)
    ;(await own.save('/small', bytes(1))).expect(507)
  })

  it('C3: grow with deletes beyond any limit, then leave less room for files, and are freed by purging', async () => {
    const one = await person(10 * KIB)
    for (let round = 0; round < 2; round += 1) {
      ;(await one.upload(`/${round}`, bytes(9))).expect(200)
      ;(await one.remove(`/${round}`)).expect(204)
    }
    expect(
      await soon(
        () => historyOf(one),
        (size) => size === 18 * KIB,
      ),
    ).toBe(18 * KIB)
    await soon(
      () => one.usage('/'),
      ({ history }) => history === 18 * KIB,
    )
    // 20 KiB in total: 2 KiB are left.
    ;(await one.upload('/big', bytes(3))).expect(507)
    ;(await one.upload('/fits', bytes(2))).expect(200)
    ;(await one.save('/fits', bytes(1))).expect(507)
    ;(await one.remove('/fits')).expect(204)
    await purgeAll(one)
    expect(await historyOf(one)).toBe(0)
    expect(await shown(one, 0)).toMatchObject({ history: 0 })
    ;(await one.upload('/big', bytes(10))).expect(200)
    ;(await one.save('/big', bytes(10))).expect(200)
  })

  it('C3: have a separate limit if one is set, also without a quota', async () => {
    const one = await person(0, { historyLimit: 5 * KIB })
    ;(await one.upload('/a', bytes(5))).expect(200)
    ;(await one.save('/a', bytes(20))).expect(200)
    ;(await one.save('/a', bytes(1))).expect(507)
    ;(await one.upload('/b', bytes(100))).expect(200)
    expect(await shown(one, 5)).toMatchObject({ history: 5 * KIB, historyLimit: 5 * KIB })
    const known = (await admin.get(`/api/users/${one.client.id}`)).expect(200).json<UserRecord>()
    expect(known).toMatchObject({ quota: 0, historyLimit: 5 * KIB })
    // A client that does not know the field leaves it unchanged. Nobody can raise their own limit.
    const { historyLimit: _, ...older } = known
    ;(
      await admin.put(`/api/users/${known.id}`, {
        what: 'user',
        which: ['all'],
        current_password: nido.admin.password,
        data: older,
      })
    ).expect(200)
    expect((await admin.get(`/api/users/${known.id}`)).json<UserRecord>().historyLimit).toBe(5 * KIB)
    ;(
      await one.client.put(`/api/users/${known.id}`, {
        what: 'user',
        which: ['historyLimit'],
        data: { id: known.id, historyLimit: 0 },
      })
    ).expect(403)
    const free = await person(0)
    ;(await free.upload('/a', bytes(50))).expect(200)
    ;(await free.save('/a', bytes(1))).expect(200)
    expect(await shown(free, 50)).not.toHaveProperty('historyLimit')
  })

  it('C3: are counted again before a refusal for something that is gone, and when a file comes back', async () => {
    const one = await person(10 * KIB)
    ;(await one.upload('/a', bytes(8))).expect(200)
    const id = (await one.remove('/a')).expect(204).headers['x-trash-note'] ?? ''
    await shown(one, 8)
    ;(await one.restore(id)).expect(200)
    expect(await shown(one, 0)).toMatchObject({ history: 0, used: 8 * KIB })
    ;(await one.save('/a', bytes(8))).expect(200)
    ;(await one.save('/a', bytes(8))).expect(507)
    await purgeAll(one)
    ;(await one.save('/a', bytes(8))).expect(200)
    expect(await historyOf(one)).toBe(8 * KIB)
  })

  it('C3: are purged with their note, also those written in between', async () => {
    const own = await person(100 * KIB)
    // Each process has its own note.
    for (const kib of [8, 7, 6, 5]) (await own.upload('/a', bytes(kib), over, { replica: 0 })).expect(200)
    ;(await own.upload('/b', bytes(1))).expect(200)
    expect(
      (
        await soon(
          () => notes(own),
          ([note]) => note?.count === 1,
        )
      )[0],
    ).toMatchObject({ count: 1, bytes: 8 * KIB })
    expect(await historyOf(own)).toBe(21 * KIB)
    await purgeAll(own)
    expect(await historyOf(own)).toBe(0)
    expect(await shown(own, 0)).toMatchObject({ history: 0, used: 6 * KIB })
    // They are purged even after a move.
    const word = { headers: { 'X-Action': 'moved' }, replica: 0 }
    for (const kib of [1, 2, 3]) (await own.client.post('/api/resources/b?override=true', bytes(kib), word)).expect(200)
    ;(await own.rename('/b', '/c')).expect(200)
    // The note follows once what was moved is gone from its old place.
    await soon(
      () => notes(own),
      ([note]) => note?.path === '/c',
    )
    await purgeAll(own)
    expect(
      await soon(
        () => historyOf(own),
        (size) => size === 0,
      ),
    ).toBe(0)
    expect((await own.file('/c')).size).toBe(3 * KIB)
  })

  it('C3: of one person, written on two replicas at once, never exceed the limit', async () => {
    const one = await person(100 * KIB, { historyLimit: 30 * KIB })
    const names = Array.from({ length: 8 }, (_, index) => `/${index}`)
    for (const name of names) (await one.upload(name, bytes(10))).expect(200)
    const answers = await Promise.all(names.map((name, index) => one.save(name, bytes(10), { replica: index % 2 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 507)).toHaveLength(5)
    expect(await historyOf(one)).toBe(30 * KIB)
  })

  it('C3: of an upload with no declared length no longer count once it is complete', async () => {
    const one = await person(100 * KIB)
    ;(await one.tusBegin('/grows', null)).expect(201)
    for (let at = 0; at < 4; at += 1) {
      ;(await one.tusPatch('/grows', at * 5 * KIB, bytes(5))).expect(204)
      expect((await one.file('/grows')).size).toBe((at + 1) * 5 * KIB)
    }
    expect(
      await soon(
        () => one.usage('/'),
        ({ history }) => history === 0,
      ),
    ).toMatchObject({ history: 0 })
  })
})

describe('the shared folder', () => {
  const set = async (sharedLimit: number) => {
    const settings = (await admin.get('/api/settings')).expect(200).json<Settings>()
    ;(await admin.put('/api/settings', { ...settings, sharedLimit })).expect(200)
  }

  it('C3: takes no more than its limit, including old versions and deleted files', async () => {
    const [one, other] = [await person(1 * KIB), await person(0)]
    ;(await one.upload('/Shared/free', bytes(40))).expect(200)
    expect((await one.usage('/')).shared).toBeUndefined()
    ;(await one.remove('/Shared/free')).expect(204)
    await purgeAll(one)
    await set(10 * KIB)
    ;(await one.upload('/Shared/a', bytes(4))).expect(200)
    ;(await other.save('/Shared/a', bytes(4))).expect(200)
    ;(await other.save('/Shared/a', bytes(4))).expect(507)
    ;(await other.upload('/Shared/b', bytes(3))).expect(507)
    ;(await other.upload('/Shared/b', bytes(2))).expect(200)
    ;(await other.tusBegin('/Shared/c', 1 * KIB)).expect(507)
    ;(await other.upload('/c', bytes(1))).expect(200)
    ;(await other.copy('/c', '/Shared/c')).expect(507)
    expect(
      await soon(
        () => one.usage('/'),
        ({ shared }) => shared?.history === 4 * KIB,
      ),
    ).toMatchObject({ shared: { used: 6 * KIB, history: 4 * KIB, total: 10 * KIB } })
    ;(await one.remove('/Shared/a')).expect(204)
    ;(await one.upload('/Shared/c', bytes(1))).expect(507)
    await purgeAll(one)
    ;(await one.upload('/Shared/c', bytes(8))).expect(200)
    // A client that does not know the field leaves it unchanged.
    const { sharedLimit: _, ...older } = (await admin.get('/api/settings')).json<Settings>()
    ;(await admin.put('/api/settings', older)).expect(200)
    expect((await admin.get('/api/settings')).json<Settings>().sharedLimit).toBe(10 * KIB)
    await set(0)
    ;(await one.upload('/Shared/d', bytes(20))).expect(200)
  })

  it('C3: is not reported to anybody from whom a rule could hide something in it', async () => {
    await set(1_000 * KIB)
    const one = filesOf(await nido.makePerson({ rules: [{ regex: false, allow: false, path: '/Shared/private' }] }))
    expect(await one.usage('/')).not.toHaveProperty('shared')
    await set(0)
  })
})
