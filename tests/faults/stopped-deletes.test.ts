// Who wants back what is still going to the trash need not wait until all of it is there: the delete stops.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Trash } from '../../backend/contract/trash.ts'
import { putMany } from '../bench/subjects/snowball.ts'
import type { Client } from '../helpers/client.ts'
import { happens } from '../helpers/until.ts'
import { chance, type FailpointSite, openFailpointSite, type Scene } from './failpoint-site.ts'

const LONG_MS = 180_000
/** Markers are laid for about a thousand files at a time. */
const FILES = 2_500

let site: FailpointSite
beforeAll(async () => {
  site = await openFailpointSite()
}, LONG_MS)
afterAll(() => site.stop(), LONG_MS)

const deletedIn = async ({ s3, bucket }: Scene) => FILES - (await s3.list(bucket, 'box/')).length

/**
 * A folder of many files whose delete is held by the first process when it has laid the first markers. `noted`: what
 * happens when these are noted and not laid yet.
 */
async function deleting(noted: (scene: Scene) => Promise<unknown> = async () => undefined) {
  const scene = await site.scene()
  const names = Array.from({ length: FILES }, (_, index) => `box/${String(index).padStart(4, '0')}.txt`)
  await putMany(site.nido.servers, scene.bucket, names)
  await happens(async () => (await deletedIn(scene)) === 0, 'all files are there')
  const [markers, laid] = [await scene.hold('delete.markers', 'box/0000.txt'), await scene.hold('delete.laid', 'box')]
  const note =
    (await scene.person.delete('/api/resources/box', { replica: 0 })).expect(204).headers['x-trash-note'] ?? ''
  await markers.reached()
  await noted(scene)
  await markers.release()
  await laid.reached()
  const some = await deletedIn(scene)
  expect([some > 0, 2 * some < FILES]).toEqual([true, true])
  const restore = () => scene.person.post(`/api/trash/${note}/restore`, {}, { replica: 1 })
  const trash = async () => (await scene.person.get('/api/trash', { replica: 1 })).expect(200).json<Trash>().items
  return { scene, note, laid, some, restore, trash }
}

async function limit({ id }: Client, quota: number): Promise<void> {
  const admin = await site.nido.adminClient()
  const change = { what: 'user', which: ['quota'], current_password: admin.password, data: { id, quota } }
  ;(await admin.put(`/api/users/${id}`, change)).expect(200)
}

/** All that was there is there again, and nothing else. */
async function expectWhole(scene: Scene): Promise<void> {
  expect(await deletedIn(scene)).toBe(0)
  const first = await scene.s3.versions(scene.bucket, 'box/')
  expect(first.filter(({ isLatest, isMarker }) => isMarker || !isLatest)).toEqual([])
  const seen = (await scene.person.get('/api/resources/box/', { replica: 1 })).expect(200)
  expect(seen.json<{ items: unknown[] }>().items.length).toBe(FILES)
}

describe('a delete of a large folder that is wanted back', () => {
  it(
    'lays no more markers, and all of the folder is there again',
    async () => {
      const { scene, laid, some, restore, trash } = await deleting()
      const restored = restore()
      expect(await chance(restored)).toBeUndefined()
      expect((await scene.person.get('/api/resources/box/', { replica: 1 })).status).toBe(404)
      const back = await scene.hold('restore.batch', 'box 0')
      await laid.release()
      await back.reached()
      expect(await deletedIn(scene)).toBe(some)
      await back.release()
      ;(await restored).expect(200)
      await expectWhole(scene)
      expect(await trash()).toEqual([])
    },
    LONG_MS,
  )

  it(
    'is stopped by the next process where its own was killed',
    async () => {
      const { scene, note, laid, some, restore, trash } = await deleting()
      const restored = restore()
      expect(await chance(restored)).toBeUndefined()
      const back = await scene.hold('restore.batch', 'box 0')
      await site.nido.replicas[0]?.kill()
      await laid.release()
      await back.reached()
      // Each process lays some, so that the note of a delete is never empty.
      expect(await deletedIn(scene)).toBe(2 * some)
      expect((await trash()).map(({ id, count }) => ({ id, count }))).toEqual([{ id: note, count: 2 * some }])
      await back.release()
      ;(await restored).expect(200)
      await expectWhole(scene)
      expect(await trash()).toEqual([])
      await site.renewFirst()
    },
    LONG_MS,
  )

  it(
    'brings back what another tool has put there between its note and its marker',
    async () => {
      const { scene, restore, laid } = await deleting(({ s3, bucket }) => s3.put(bucket, 'box/0007.txt', 'late'))
      const restored = restore()
      expect(await chance(restored)).toBeUndefined()
      await laid.release()
      ;(await restored).expect(200)
      expect(await deletedIn(scene)).toBe(0)
      expect(await scene.read('box/0007.txt')).toBe('late')
    },
    LONG_MS,
  )

  it(
    'lets nobody in before all of it is back',
    async () => {
      const { scene, laid, restore, trash } = await deleting()
      const restored = restore()
      expect(await chance(restored)).toBeUndefined()
      const put = scene.upload('box/0001.txt?override=true', 'new', { replica: 0 })
      const back = await scene.hold('restore.batch', 'box 0')
      await laid.release()
      await back.reached()
      expect(await chance(put)).toBeUndefined()
      await back.release()
      ;(await restored).expect(200)
      ;(await put).expect(200)
      expect(await deletedIn(scene)).toBe(0)
      expect(await scene.read('box/0001.txt')).toBe('new')
      expect((await trash()).map(({ kind, count }) => ({ kind, count }))).toEqual([{ kind: 'replace', count: 1 }])
    },
    LONG_MS,
  )

  it(
    'goes on where there is no room for all of it',
    async () => {
      const { laid, restore, trash } = await deleting(({ person }) => limit(person, 1_000))
      ;(await restore()).expect(507)
      await laid.release()
      await happens(async () => (await trash()).every(({ pending }) => !pending), 'the delete is over')
      expect((await trash()).map(({ count }) => count)).toEqual([FILES])
    },
    LONG_MS,
  )

  it(
    'goes on where only some of it is wanted',
    async () => {
      const { scene, note, laid, trash } = await deleting()
      const one = scene.person.post(`/api/trash/${note}/restore`, { paths: ['0001.txt'] }, { replica: 1 })
      expect(await chance(one)).toBeUndefined()
      await laid.release()
      ;(await one).expect(200)
      expect((await scene.s3.list(scene.bucket, 'box/')).map(({ key }) => key)).toEqual(['box/0001.txt'])
      expect((await trash()).map(({ count }) => count)).toEqual([FILES - 1])
    },
    LONG_MS,
  )
})
