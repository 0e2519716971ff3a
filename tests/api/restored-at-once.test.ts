// A folder that comes back from the trash is seen whole as soon as that is checked. Its owner is held before the first
// file is back, so all that is seen then is what is still beneath delete markers.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderResource, Usage } from '../../backend/contract/resources.ts'
import type { Trash } from '../../backend/contract/trash.ts'
import { chance, type FailpointSite, openFailpointSite, type Scene } from '../faults/failpoint-site.ts'
import { happens } from '../helpers/until.ts'

const TEST_MS = 120_000
const BOTH = [0, 1]
const FILES = { 'box/a.txt': 'first', 'box/b.txt': 'second', 'box/in/deep/c.txt': 'third' }

let site: FailpointSite
beforeAll(async () => {
  site = await openFailpointSite()
}, TEST_MS)
afterAll(() => site.stop(), TEST_MS)

const isClosed = async ({ person }: Scene, note: string) =>
  (await person.get('/api/trash')).json<Trash>().items.some(({ id, pending }) => id === note && !pending)

/** Deletes something and answers its note. */
async function remove(scene: Scene, path: string): Promise<string> {
  const note = (await scene.person.delete(`/api/resources/${path}`)).expect(204).headers['x-trash-note'] ?? ''
  await happens(() => isClosed(scene, note), 'the delete is over')
  return note
}

/** A folder with something that was deleted before, all of which is about to come back. */
async function comingBack() {
  const scene = await site.scene()
  await scene.given({ ...FILES, 'box/gone.txt': 'deleted before', 'box/lost/d.txt': 'deleted before', 'other.txt': '' })
  for (const path of ['box/gone.txt', 'box/lost']) await remove(scene, path)
  const note = await remove(scene, 'box')
  const point = await scene.hold('restore.batch', 'box 0')
  const restored = scene.person.post(`/api/trash/${note}/restore`, {}, { replica: 0 })
  await point.reached()
  expect(Object.keys(await scene.tree())).toEqual(['other.txt'])
  return { scene, note, point, restored }
}

const names = async ({ person }: Scene, path: string, replica: number) =>
  (await person.get(`/api/resources/${path}`, { replica }))
    .expect(200)
    .json<FolderResource>()
    .items.map(({ name }) => name)
    .filter((name) => name !== 'Shared')
    .toSorted()

/** What readers see of it, whether it is there or about to be. */
async function expectSeen(scene: Scene, replica: number): Promise<void> {
  const { person } = scene
  const get = async (path: string) => (await person.get(path, { replica })).expect(200)
  expect(await names(scene, '', replica)).toEqual(['box', 'other.txt'])
  expect(await names(scene, 'box/', replica)).toEqual(['a.txt', 'b.txt', 'in'])
  expect(await names(scene, 'box/in/deep/', replica)).toEqual(['c.txt'])
  for (const [name, content] of Object.entries(FILES)) expect(await scene.read(name, { replica })).toBe(content)
  expect(await scene.read('box/gone.txt', { replica })).toBe(404)
  expect((await person.get('/api/resources/box/lost/', { replica })).status).toBe(404)
  expect((await get('/api/search/?query=c.txt')).json<{ path: string }[]>().map(({ path }) => path)).toEqual([
    'box/in/deep/c.txt',
  ])
  expect((await get('/api/usage/')).json<Usage>().used).toBe('firstsecondthird'.length)
  const archive = (await get('/api/raw/box?algo=tar')).body.toString('latin1')
  for (const content of Object.values(FILES)) expect(archive).toContain(content)
  expect(archive).not.toContain('deleted before')
}

describe('a folder that comes back', () => {
  it(
    'is seen whole on all replicas before any file of it is there',
    async () => {
      const { scene, point, restored } = await comingBack()
      for (const replica of BOTH) await expectSeen(scene, replica)
      expect(Object.keys(await scene.tree())).toEqual(['other.txt'])
      await point.release()
      ;(await restored).expect(200)
      for (const replica of BOTH) await expectSeen(scene, replica)
      expect(await scene.tree()).toEqual({ ...FILES, 'other.txt': '' })
    },
    TEST_MS,
  )

  it(
    'has whoever changes something in it wait, and then takes that in',
    async () => {
      const { scene, point, restored } = await comingBack()
      const [put, removed] = [
        scene.upload('box/in/new.txt', 'new'),
        scene.person.delete('/api/resources/box/b.txt', { replica: 1 }),
      ]
      expect(await chance(Promise.race([put, removed]))).toBeUndefined()
      for (const replica of BOTH) await expectSeen(scene, replica)
      await point.release()
      ;(await restored).expect(200)
      ;(await put).expect(200)
      ;(await removed).expect(204)
      await happens(async () => !('box/b.txt' in (await scene.tree())), 'its marker is there')
      const { 'box/b.txt': _, ...left } = FILES
      expect(await scene.tree()).toEqual({ ...left, 'box/in/new.txt': 'new', 'other.txt': '' })
    },
    TEST_MS,
  )

  it.each(BOTH)(
    'hides nothing that was put there since its delete, on replica %i',
    async (replica) => {
      const scene = await site.scene()
      await scene.given({ ...FILES, 'other.txt': '' })
      const note = await remove(scene, 'box')
      ;(await scene.person.post('/api/resources/box/new.txt', 'new', { replica })).expect(200)
      const point = await scene.hold('restore.batch', 'box 0')
      const restored = scene.person.post(`/api/trash/${note}/restore`, {}, { replica: 0 })
      await point.reached()
      for (const one of BOTH) {
        expect(await names(scene, '', one)).toEqual(['box', 'other.txt'])
        expect(await names(scene, 'box/', one)).toContain('new.txt')
        expect(await scene.read('box/new.txt', { replica: one })).toBe('new')
      }
      await point.release()
      ;(await restored).expect(200)
      expect(await scene.tree()).toEqual({ ...FILES, 'box/new.txt': 'new', 'other.txt': '' })
    },
    TEST_MS,
  )

  it(
    'is gone again where somebody cancels that, and seen whole once more when it is asked for again',
    async () => {
      const { scene, note, point, restored } = await comingBack()
      const [operation] = await scene.operations()
      ;(await scene.person.delete(`/api/operations/${operation?.id}`, { replica: 1 })).expect(204)
      for (const replica of BOTH) expect(await names(scene, '', replica)).toEqual(['other.txt'])
      await point.release()
      expect((await restored).status).toBe(409)
      expect(await names(scene, '', 1)).toEqual(['other.txt'])
      ;(await scene.person.post(`/api/trash/${note}/restore`, {}, { replica: 1 })).expect(200)
      for (const replica of BOTH) await expectSeen(scene, replica)
    },
    TEST_MS,
  )
})
