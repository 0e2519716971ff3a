// Restores and purges that are cancelled half-way: what has happened stays, and the rest stays in the trash. Their
// owners are held at named points, so that "half-way" is certain.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { hasEnded, type OperationRecord } from '../../backend/contract/operations.ts'
import type { FolderResource } from '../../backend/contract/resources.ts'
import type { Trash, TrashNote } from '../../backend/contract/trash.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { openFailpointSite, type FailpointSite, type Scene } from '../faults/failpoint-site.ts'
import type { RequestOptions } from '../helpers/client.ts'
import { happens, soon } from '../helpers/until.ts'

const TEST_MS = 300_000
/** The number of files between two checks whether to go on, plus a few more. */
const BATCH = 250
const MORE = 3

let site: FailpointSite
beforeAll(async () => {
  site = await openFailpointSite()
}, TEST_MS)
afterAll(() => site.stop(), TEST_MS)

const async: RequestOptions = { replica: 0, headers: { Prefer: 'respond-async' } }
const onOther: RequestOptions = { replica: 1 }
const idOf = (location = '') => location.slice(location.lastIndexOf('/') + 1)

const record = async ({ person }: Scene, id: string) =>
  (await person.get(`/api/operations/${id}`, onOther)).expect(200).json<OperationRecord>()
const ended = (scene: Scene, id: string) => soon(() => record(scene, id), hasEnded, TEST_MS)
const notes = async ({ person }: Scene) =>
  (await person.get('/api/trash', onOther))
    .expect(200)
    .json<Trash>()
    .items.filter(({ who }) => who === person.username)
const noteOf = async (scene: Scene, id: string) => (await notes(scene)).find((note) => note.id === id)
const filesIn = async ({ person }: Scene, path: string): Promise<number> => {
  const answer = await person.get(`/api/resources${path}`, onOther)
  return answer.status === 200 ? answer.json<FolderResource>().numFiles : 0
}
const beginRestore = async ({ person }: Scene, id: string) =>
  idOf((await person.post(`/api/trash/${id}/restore`, {}, async)).expect(202).headers.location)
const beginPurge = async ({ person }: Scene, id: string) =>
  idOf((await person.delete(`/api/trash/${id}`, async)).expect(202).headers.location)
const cancel = async ({ person }: Scene, id: string) =>
  (await person.delete(`/api/operations/${id}`, onOther)).expect(204)

/** A deleted folder with more files than one batch. */
async function deletedFolder(scene: Scene, name = 'box'): Promise<string> {
  await mapParallel(
    Array.from({ length: BATCH + MORE }, (_, index) => index),
    32,
    (index) => scene.s3.put(scene.bucket, `${name}/f${index}.txt`, 'text'),
  )
  const id = (await scene.person.delete(`/api/resources/${name}`)).expect(204).headers['x-trash-note'] ?? ''
  await happens(async () => (await noteOf(scene, id))?.pending === false, 'the delete is over')
  return id
}

/** A note of one action that replaced two files by an upload each. */
async function replacedFiles(scene: Scene): Promise<TrashNote> {
  await scene.given({ 'from/a.txt': 'new', 'from/b.txt': 'new', 'to/a.txt': 'older', 'to/b.txt': 'older' })
  ;(await scene.copy('from', 'to', { replica: 0 })).expect(409)
  ;(await scene.person.patch('/api/resources/from?action=copy&destination=%2Fto&override=true')).expect(200)
  const [note] = await notes(scene)
  if (!note) throw new Error('nothing was noted')
  return note
}

describe('a restore that is cancelled', () => {
  it(
    'keeps what is restored and leaves the rest in the trash, from where a second restore brings it back',
    async () => {
      const scene = await site.scene()
      const note = await deletedFolder(scene)
      const point = await scene.hold('restore.batch', `box ${BATCH}`)
      const id = await beginRestore(scene, note)
      await point.reached()
      expect(await record(scene, id)).toMatchObject({ kind: 'restore', state: 'running', canCancel: true })
      await cancel(scene, id)
      await point.release()
      expect(await ended(scene, id)).toMatchObject({ state: 'stopped', canCancel: false, error: null })
      expect(
        await soon(
          () => filesIn(scene, '/box'),
          (count) => count === BATCH,
        ),
      ).toBe(BATCH)
      expect(await noteOf(scene, note)).toMatchObject({ count: MORE, bytes: MORE * 4, pending: false })
      ;(await scene.person.delete(`/api/operations/${id}`)).expect(409)

      ;(await scene.person.post(`/api/trash/${note}/restore`)).expect(200)
      expect(
        await soon(
          () => filesIn(scene, '/box'),
          (count) => count === BATCH + MORE,
        ),
      ).toBe(BATCH + MORE)
      expect(await noteOf(scene, note)).toBeUndefined()
    },
    TEST_MS,
  )

  it(
    'of replaced files keeps those that are restored, and lists no other as replaced',
    async () => {
      const scene = await site.scene()
      const note = await replacedFiles(scene)
      const point = await scene.hold('restore.version', 'to/b.txt')
      const id = await beginRestore(scene, note.id)
      await point.reached()
      await happens(async () => (await scene.read('to/a.txt')) === 'older', 'the other one is back')
      await cancel(scene, id)
      await point.release()
      expect((await ended(scene, id)).state).toBe('stopped')
      expect([await scene.read('to/a.txt'), await scene.read('to/b.txt')]).toEqual(['older', 'new'])
      expect(await noteOf(scene, note.id)).toMatchObject({ count: 1, names: ['b.txt'] })
      expect((await notes(scene)).find((one) => one.id !== note.id)).toMatchObject({
        kind: 'replace',
        count: 1,
        names: ['a.txt'],
      })

      ;(await scene.person.post(`/api/trash/${note.id}/restore`)).expect(200)
      expect([await scene.read('to/a.txt'), await scene.read('to/b.txt')]).toEqual(['older', 'older'])
      expect(await noteOf(scene, note.id)).toBeUndefined()
    },
    TEST_MS,
  )

  it(
    'before anything is restored leaves everything as it was, and a waiting client learns that',
    async () => {
      const scene = await site.scene()
      await scene.given({ 'd/a.txt': 'a', 'd/b.txt': 'b' })
      const note = (await scene.person.delete('/api/resources/d')).expect(204).headers['x-trash-note'] ?? ''
      const point = await scene.hold('restore.batch', 'd 0')
      const waiting = scene.person.post(
        `/api/trash/${note}/restore`,
        {},
        { replica: 0, headers: { Accept: 'application/problem+json' } },
      )
      await point.reached()
      const [running] = (await scene.person.get('/api/operations'))
        .expect(200)
        .json<{ items: OperationRecord[] }>()
        .items.filter((one) => one.state === 'running')
      await cancel(scene, running?.id ?? '')
      await point.release()
      const answer = await waiting
      expect([answer.status, answer.json<{ code: string }>().code]).toEqual([409, 'stopped'])
      expect([await filesIn(scene, '/d'), (await noteOf(scene, note))?.count]).toEqual([0, 2])
      ;(await scene.person.post(`/api/trash/${note}/restore`)).expect(200)
      expect(await scene.read('d/b.txt')).toBe('b')
    },
    TEST_MS,
  )

  it(
    'cannot be cancelled by anybody else',
    async () => {
      const scene = await site.scene()
      await scene.given({ 'e/a.txt': 'a' })
      const note = (await scene.person.delete('/api/resources/e')).expect(204).headers['x-trash-note'] ?? ''
      const point = await scene.hold('restore.batch', 'e 0')
      const id = await beginRestore(scene, note)
      await point.reached()
      ;(await (await site.nido.makePerson()).delete(`/api/operations/${id}`)).expect(404)
      ;(await site.nido.client().delete(`/api/operations/${id}`)).expect(401)
      await point.release()
      expect((await ended(scene, id)).state).toBe('done')
      expect(await scene.read('e/a.txt')).toBe('a')
    },
    TEST_MS,
  )
})

describe('a purge that is cancelled', () => {
  it(
    'leaves what is not gone yet in the trash, to be restored or purged',
    async () => {
      const scene = await site.scene()
      const note = await deletedFolder(scene)
      const point = await scene.hold('purge.batch', `box ${BATCH}`)
      const id = await beginPurge(scene, note)
      await point.reached()
      expect(await record(scene, id)).toMatchObject({ kind: 'purge', state: 'running', canCancel: true })
      await cancel(scene, id)
      await point.release()
      expect((await ended(scene, id)).state).toBe('stopped')
      expect(await noteOf(scene, note)).toMatchObject({ count: MORE, bytes: MORE * 4 })

      ;(await scene.person.post(`/api/trash/${note}/restore`)).expect(200)
      expect(
        await soon(
          () => filesIn(scene, '/box'),
          (count) => count === MORE,
        ),
      ).toBe(MORE)
      const again = (await scene.person.delete('/api/resources/box')).expect(204).headers['x-trash-note'] ?? ''
      ;(await scene.person.delete(`/api/trash/${again}`)).expect(204)
      expect(await notes(scene)).toEqual([])
      expect((await scene.s3.versions(scene.bucket, 'box/')).filter(({ isMarker }) => !isMarker)).toEqual([])
    },
    TEST_MS,
  )

  it(
    'of several things that were deleted in one action purges none of them',
    async () => {
      const scene = await site.scene()
      const action = { headers: { 'X-Action': 'in-one-go' } }
      const names = ['a.txt', 'b.txt', 'c.txt']
      await scene.given(Object.fromEntries(names.map((name) => [`go/${name}`, name])))
      for (const name of names) (await scene.person.delete(`/api/resources/go/${name}`, action)).expect(204)
      await happens(async () => (await notes(scene)).every(({ pending }) => !pending), 'the deletes are over')
      const [note, ...others] = await notes(scene)
      expect([note?.things, others]).toEqual([3, []])
      const point = await scene.hold('purge.batch', 'go 0')
      const waiting = scene.person.delete(`/api/trash/${note?.id}`, {
        replica: 0,
        headers: { Accept: 'application/problem+json' },
      })
      await point.reached()
      const { items } = (await scene.person.get('/api/operations')).expect(200).json<{ items: OperationRecord[] }>()
      const running = items.find(({ state, source }) => state === 'running' && source === '/go')
      await cancel(scene, running?.id ?? '')
      await point.release()
      const answer = await waiting
      expect([answer.status, answer.json<{ code: string }>().code]).toEqual([409, 'stopped'])
      const [left] = await notes(scene)
      expect(left?.names.toSorted()).toEqual(names)
      ;(await scene.person.post(`/api/trash/${left?.id}/restore`)).expect(200)
      for (const name of names) expect(await scene.read(`go/${name}`)).toBe(name)
    },
    TEST_MS,
  )
})

describe('an operation that is cancelled while its owner dies', () => {
  it(
    'is ended by another owner, and its note lists exactly what is left',
    async () => {
      const [restoring, purging] = [await site.scene(), await site.scene()]
      const [back, gone] = [await deletedFolder(restoring), await deletedFolder(purging)]
      const points = [
        await restoring.hold('restore.batch', `box ${BATCH}`),
        await purging.hold('purge.batch', `box ${BATCH}`),
      ]
      const [restore, purge] = [await beginRestore(restoring, back), await beginPurge(purging, gone)]
      for (const point of points) await point.reached()
      await cancel(restoring, restore)
      await cancel(purging, purge)
      await site.nido.replicas[0]?.kill()
      for (const point of points) await point.release()
      expect([(await ended(restoring, restore)).state, (await ended(purging, purge)).state]).toEqual([
        'stopped',
        'stopped',
      ])
      expect(
        await soon(
          () => filesIn(restoring, '/box'),
          (count) => count === BATCH,
        ),
      ).toBe(BATCH)
      expect([(await noteOf(restoring, back))?.count, (await noteOf(purging, gone))?.count]).toEqual([MORE, MORE])
      await site.renewFirst()
    },
    TEST_MS,
  )
})
