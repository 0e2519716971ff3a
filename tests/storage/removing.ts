// Deleting, restoring, and where everything lies afterwards.
import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { onlyWith, type StorageWorld } from './world.ts'

export function describeRemoving(world: StorageWorld): void {
  const { at, by, bucket, system, change, put, read, names, codeOf, remove, restore, untilClosed } = world
  const itWithVersions = onlyWith(world.hasVersions)

  describe('deleting and restoring', () => {
    itWithVersions('hides a tree at once, and restores it with its empty folders', async () => {
      await world.one.makeFolder(at('/del/tree/empty'))
      await put('/del/tree/a.txt', 'a')
      const note = await remove('/del/tree')
      expect(await names('/del')).toEqual([])
      await restore(note)
      expect([await names('/del/tree'), await read('/del/tree/a.txt')]).toEqual([['a.txt', 'empty'], 'a'])
      expect(await codeOf(restore(note))).toBe('notFound')
    })

    itWithVersions('keeps what is newer, unless that may be replaced', async () => {
      await put('/newer/a.txt', 'old a')
      await put('/newer/b.txt', 'old b')
      const note = await remove('/newer')
      await put('/newer/a.txt', 'new a')
      expect(await codeOf(restore(note))).toBe('conflict')
      expect([await names('/newer'), await read('/newer/a.txt')]).toEqual([['a.txt'], 'new a'])
      await restore(note, { override: true })
      expect([await read('/newer/a.txt'), await read('/newer/b.txt')]).toEqual(['old a', 'old b'])
    })

    itWithVersions('reports how much a delete removed', async () => {
      await put('/count/a.txt', '12345')
      await put('/count/b.txt', '123')
      const id = await remove('/count')
      await untilClosed('/count/x')
      expect(await world.two.operations.note(id)).toMatchObject({ count: 2, bytes: 8, pending: false, by })
    })

    itWithVersions('counts what it removed itself, whatever was known of it before', async () => {
      const told: number[] = []
      const { bucket: own, path: folder } = at('/rough')
      world.one.onHistory(async ({ at: { path }, bytes }) => void (path === folder && told.push(bytes ?? NaN)))
      for (const name of ['a.txt', 'b.txt']) await put(`/rough/${name}`, '12345')
      for (const name of ['c.txt', 'd/e.txt']) await world.s3.put(own, `rough/${name}`, '123')
      const id = await remove('/rough')
      await untilClosed('/rough/x')
      expect(await world.two.operations.note(id)).toMatchObject({ things: 1, count: 4, bytes: 16, pending: false })
      expect(told.reduce((sum, bytes) => sum + bytes, 0)).toBe(16)
      expect((await world.two.operations.noted(id)).map(({ name }) => name).sort()).toEqual([
        'a.txt',
        'b.txt',
        'c.txt',
        'd/e.txt',
      ])
    })

    it('asks what may be deleted of all in a tree, or of the tree alone where that decides', async () => {
      const asked: string[] = []
      const check = (relative: string) => void asked.push(relative)
      for (const name of ['a/b', 'c']) await put(`/asking/${name}`, name)
      await world.one.operations.remove(at('/asking/a'), { ...change({ check }), asksBelow: false })
      expect(asked.splice(0)).toEqual([''])
      await world.one.operations.remove(at('/asking'), change({ check }))
      expect(asked).toEqual(['', 'c'])
    })

    it('finds nothing in a folder that was emptied a moment ago', async () => {
      await put('/emptied/a/b', 'b')
      await remove('/emptied/a')
      await remove('/emptied')
      for (const path of ['/emptied', '/emptied/a']) expect(await codeOf(remove(path))).toBe('notFound')
    })

    it('touches no sibling whose name begins alike', async () => {
      for (const path of ['/sib/doc/x', '/sib/doc2', '/sib/docs/x', '/sib/doc.txt']) await put(path, 'x')
      await remove('/sib/doc')
      expect(await names('/sib')).toEqual(['doc.txt', 'doc2', 'docs'])
    })
  })

  describe('purging', () => {
    itWithVersions('never makes an existing file disappear from a listing', async () => {
      const notes: string[] = []
      for (let time = 0; time < 20; time += 1) {
        await put('/ended/a.txt', 'before')
        notes.push(await remove('/ended/a.txt'))
      }
      await put('/ended/a.txt', 'there')
      await untilClosed('/ended/a.txt')
      const work = { isOver: false }
      const looks = (async () => {
        const seen = new Set<number>()
        while (!work.isOver)
          seen.add((await world.s3.list(bucket, 'ended/')).filter(({ key }) => key.endsWith('.txt')).length)
        return [...seen]
      })()
      for (const note of notes) await (await world.one.operations.purge(note, by)).committed
      work.isOver = true
      expect(await looks).toEqual([1])
      expect((await world.s3.versions(bucket, 'ended/a.txt')).filter(({ isMarker }) => !isMarker)).toHaveLength(1)
    })
  })

  describe("Nido's own objects", () => {
    it("stay out of people's buckets", async () => {
      const foreign = (await world.s3.list(bucket)).filter(({ key }) => /nido|manifest|history|\.part|\.info/.test(key))
      expect(foreign).toEqual([])
      expect(
        (await world.s3.list(system)).every(({ key }) => /^((history|manifests|notes-by-path)\/|nudge$)/.test(key)),
      ).toBe(true)
    })
  })

  describe('erasing', () => {
    it('removes everything in a folder for good, hidden and trashed files too, and nothing beside it', async () => {
      for (const path of ['/erase/tree/a.txt', '/erase/tree/sub/b.txt', '/erase/tree2/c.txt', '/erase/tree.txt'])
        await put(path, 'first')
      await put('/erase/tree/a.txt', 'second')
      await world.one.makeFolder(at('/erase/tree/empty'))
      await put('/erase/tree/gone.txt', 'x')
      await remove('/erase/tree/gone.txt')
      // A folder has replaced a deleted file, so the file's version lies elsewhere.
      await put('/erase/tree/gone.txt/below.txt', 'x')
      // A file of another tool that hides a folder. Servers that keep both on a disk do not accept it.
      if (world.one.capabilities.listedMetadata) await world.s3.put(bucket, 'erase/tree/sub', 'x')
      await world.one.erase(at('/erase/tree'))
      expect(await world.two.isTaken(at('/erase/tree'))).toBe(false)
      expect((await world.s3.versions(bucket, 'erase/tree/')).map(({ key }) => key)).toEqual([])
      expect((await world.s3.list(world.system, `history/${bucket}/erase/tree/`)).map(({ key }) => key)).toEqual([])
      expect(
        (await world.two.operations.notes([bucket], { limit: 1_000 })).notes.filter(({ at: { path } }) =>
          path.startsWith('erase/tree/'),
        ),
      ).toEqual([])
      expect([await read('/erase/tree2/c.txt'), await read('/erase/tree.txt')]).toEqual(['first', 'first'])
      // Nothing is left that would make a second run fail.
      await world.two.erase(at('/erase/tree'))
      await put('/erase/tree/a.txt', 'third')
      expect(await read('/erase/tree/a.txt')).toBe('third')
    })

    it('removes a whole bucket, which is created again when somebody moves in', async () => {
      const home = placeOfScope(world.prefix, '/eve')
      const file = placeOfScope(world.prefix, '/eve/a.txt')
      const write = (text: string) =>
        world.two.put(file, Readable.from([Buffer.from(text)]), {
          expect: 'any',
          modified: new Date(),
          length: text.length,
        })
      await world.one.ensureBucket(home)
      for (const text of ['one', 'three']) await write(text)
      await world.one.erase(home)
      expect(await world.s3.buckets(home.bucket)).toEqual([])
      await world.one.erase(home)
      await world.one.ensureBucket(home)
      await write('anew')
      expect((await world.s3.list(home.bucket)).map(({ key, size }) => [key, size])).toEqual([['a.txt', 4]])
      expect((await world.two.versions(file)).length).toBe(1)
    })
  })
}
