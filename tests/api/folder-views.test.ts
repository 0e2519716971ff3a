// The view of each folder: stored for each person, by path, and deleted with the person.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderView, FolderViews } from '../../backend/contract/folder-views.ts'
import { FOLDER_VIEWS_MAX } from '../../backend/contract/limits.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import type { Client } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'

const VIEW: FolderView = {
  mode: 'mosaic gallery',
  tile: 280,
  group: 'date',
  sorting: { by: 'modified', asc: false },
  foldersFirst: true,
}

let site: Site & { stop(): Promise<void> }
let person: Client
beforeAll(async () => {
  site = await useSite()
  person = await site.makePerson()
})
afterAll(() => site.stop())

const viewsOf = async (client: Client, replica?: number) =>
  (await client.get('/api/views', { replica })).expect(200).json<FolderViews>().items

describe('views of folders', () => {
  it('are stored, the last change first, and returned by every replica', async () => {
    expect(await viewsOf(person)).toEqual([])
    ;(await person.put('/api/views/', VIEW)).expect(204)
    ;(await person.put('/api/views/a%20b/c', { ...VIEW, mode: 'list' })).expect(204)
    ;(await person.put('/api/views/', { ...VIEW, tile: 120 })).expect(204)
    for (const replica of [0, 1])
      expect(await viewsOf(person, replica)).toEqual([
        { path: '/', view: { ...VIEW, tile: 120 } },
        { path: '/a b/c', view: { ...VIEW, mode: 'list' } },
      ])
  })

  it('need somebody who is signed in, and are each person’s own', async () => {
    expect((await site.client().get('/api/views')).status).toBe(401)
    expect((await site.client().put('/api/views/', VIEW)).status).toBe(401)
    expect(await viewsOf(await site.makePerson())).toEqual([])
  })

  it('are refused if they are incomplete, and for folders that a rule denies', async () => {
    for (const bad of [{}, { ...VIEW, mode: 'cubes' }, { ...VIEW, tile: 4 }, { ...VIEW, more: 1 }])
      expect((await person.put('/api/views/', bad)).status).toBe(400)
    expect((await person.put(`/api/views/${'x'.repeat(300)}`, VIEW)).status).toBe(400)
    const kept = await site.makePerson({ rules: [{ regex: false, allow: false, path: '/secret' }] })
    expect((await kept.put('/api/views/secret', VIEW)).status).toBe(403)
  })

  it('are limited to the last ones, even if two pages change them at once', async () => {
    const busy = await site.makePerson()
    ;(await busy.put('/api/views/first', VIEW)).expect(204)
    const names = Array.from({ length: FOLDER_VIEWS_MAX }, (_, index) => `f${index}`)
    await mapParallel(names, 2, async (name) => {
      ;(await busy.put(`/api/views/${name}`, VIEW)).expect(204)
    })
    const kept = (await viewsOf(busy)).map(({ path }) => path.slice(1))
    expect(kept.toSorted()).toEqual(names.toSorted())
  })
})
