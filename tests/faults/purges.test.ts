// "For good" ends what the trash had when somebody asked for it. Writes add to a note of replaced files meanwhile.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Trash } from '../../backend/contract/trash.ts'
import { houseBucket } from '../../backend/src/storage/paths.ts'
import { type FailpointSite, openFailpointSite, type Scene } from './failpoint-site.ts'

const LONG_MS = 120_000

let site: FailpointSite
beforeAll(async () => {
  site = await openFailpointSite()
}, LONG_MS)
afterAll(() => site.stop(), LONG_MS)

const trashOf = async ({ person }: Scene) =>
  (await person.get('/api/trash', { replica: 1 })).expect(200).json<Trash>().items

/** A person who has replaced a.txt, whose note is being ended for good: what it has is known, and nothing is gone. */
async function purging() {
  const scene = await site.scene()
  const save = async (name: string, content: string) =>
    (await scene.person.put(`/api/resources/${name}`, content, { replica: 1 })).expect(200)
  await scene.given({ 'a.txt': 'a1', 'b.txt': 'b1' })
  await save('a.txt', 'a2')
  const [note] = await trashOf(scene)
  if (!note) throw new Error('there is no note of what was replaced')
  const asked = await scene.hold('purge.asked', 'a.txt')
  const purged = scene.person.delete(`/api/trash/${note.id}`, { replica: 0 })
  await asked.reached()
  const end = async () => {
    await asked.release()
    ;(await purged).expect(204)
  }
  return { scene, save, note, end }
}

/** The contents of a file's versions, the newest first. */
const contentsOf = async ({ s3, bucket }: Scene, name: string) =>
  Promise.all(
    (await s3.versions(bucket, name)).map(async ({ key, versionId }) =>
      (await s3.getVersion(bucket, key, versionId)).toString(),
    ),
  )

describe('what was replaced and is ended for good', () => {
  it(
    'keeps what the same person replaces meanwhile',
    async () => {
      const { scene, save, note, end } = await purging()
      await save('b.txt', 'b2')
      await end()
      const [left, ...others] = await trashOf(scene)
      expect([left?.path, left?.id === note.id, others]).toEqual(['/b.txt', false, []])
      ;(await scene.person.post(`/api/trash/${left?.id}/restore`, {}, { replica: 1 })).expect(200)
      expect([await scene.read('b.txt'), await scene.read('a.txt')]).toEqual(['b1', 'a2'])
      expect(await contentsOf(scene, 'a.txt')).toEqual(['a2'])
    },
    LONG_MS,
  )

  it(
    'keeps what a write has added to its note after that',
    async () => {
      const { scene, save, note, end } = await purging()
      await save('b.txt', 'b2')
      const [other] = (await trashOf(scene)).filter(({ id }) => id !== note.id)
      const system = houseBucket(site.nido.bucketPrefix, 'system')
      const [batch] = await scene.s3.list(system, `manifests/${other?.id}/`)
      // As by a process that looked at the note before anybody wanted to end it.
      const late = `manifests/${note.id}/late.json`
      await scene.s3.put(system, late, await scene.s3.get(system, batch?.key ?? ''))
      await end()
      expect(await contentsOf(scene, 'b.txt')).toEqual(['b2', 'b1'])
      expect((await scene.s3.list(system, `manifests/${note.id}/`)).map(({ key }) => key)).toEqual([late])
    },
    LONG_MS,
  )
})
