// Writing single files, names that hide others, and what listings and watchers report.
import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import type { Storage } from '../../backend/src/storage/types.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { soon, until } from '../helpers/until.ts'
import { onlyWith, type StorageWorld } from './world.ts'

export function describeWriting(world: StorageWorld): void {
  const { at, bucket, put, read, names, codeOf, move, copy, remove, restore, keys } = world
  const itWithVersions = onlyWith(world.hasVersions)

  describe('putting a file', () => {
    it('makes a plain object with type and time, completely or not at all', async () => {
      await put('/put/a.txt', 'hello')
      const head = await world.s3.head(bucket, 'put/a.txt')
      expect([head.ContentType, head.Metadata]).toEqual([
        'text/plain; charset=utf-8',
        { mtime: '1577934245.678', 'nido-write': expect.any(String) },
      ])
      expect(await codeOf(put('/put/short', 'abc', { length: 5 }))).toBe('badRequest')
      expect(await codeOf(put('/put/long', 'abcdef', { length: 5 }))).toBe('badRequest')
      expect(await keys('put/')).toEqual(['put/a.txt'])
    })

    it('leaves no multipart upload when long bodies break off, even in the middle of a part', async () => {
      const breakOff = async () => {
        const body = new Readable({ read() {} })
        body.push(randomBytes(1024 * 1024))
        const options = { expect: 'any' as const, modified: new Date(), length: 100 * 1024 * 1024 }
        const putting = codeOf(world.one.put(at(`/broken/${randomUUID()}.bin`), body, options))
        await wait(Math.random() * 300)
        body.destroy(new Error('the line is dead'))
        expect(await putting).toBe('badRequest')
      }
      await mapParallel(Array.from({ length: 96 }), 8, breakOff)
      expect((await world.s3.unfinished(bucket)).filter((name) => name.startsWith('broken/'))).toEqual([])
      expect(await keys('broken/')).toEqual([])
    })

    it('refuses a body that fails before its first byte is asked for, and goes on', async () => {
      for (const length of [3, 100 * 1024 * 1024, undefined]) {
        const body = new Readable({ read() {} })
        const options = { expect: 'any' as const, modified: new Date(), length }
        const putting = codeOf(world.one.put(at('/put/failed.bin'), body, options))
        body.destroy(new Error('nothing is read any more'))
        expect(await putting).toBe('badRequest')
      }
      expect(await keys('put/failed')).toEqual([])
    })

    it('accepts bodies of unknown length', async () => {
      const bytes = randomBytes(9 * 1024 * 1024)
      const stat = await world.one.put(at('/put/unknown.bin'), Readable.from([bytes, bytes]), {
        expect: 'absent',
        modified: new Date(),
        length: undefined,
      })
      expect(stat.size).toBe(2 * bytes.length)
      expect((await world.s3.get(bucket, 'put/unknown.bin')).equals(Buffer.concat([bytes, bytes]))).toBe(true)
      await world.one.put(at('/put/none.bin'), Readable.from([]), {
        expect: 'absent',
        modified: new Date(),
        length: undefined,
      })
      expect(await world.two.stat(at('/put/none.bin'))).toMatchObject({ kind: 'file', size: 0 })
    })

    it('has one winner among twenty if nothing may be replaced', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          codeOf(put('/race.txt', `writer ${index}`, { expect: 'absent' }, index % 2 ? world.one : world.two)),
        ),
      )
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(19)
    })

    it('is refused on a folder, below a file, and where nothing may be replaced', async () => {
      await put('/kinds/folder/a.txt', 'x')
      expect(await codeOf(put('/kinds/folder', 'x'))).toBe('isFolder')
      expect(await codeOf(put('/kinds/folder/a.txt/b', 'x'))).toBe('conflict')
      expect(await codeOf(put('/kinds/none', 'x', { expect: 'present' }))).toBe('notFound')
      expect(await codeOf(world.one.makeFolder(at('/kinds/folder/a.txt')))).toBe('conflict')
    })
  })

  describe('names reserved for the storage', () => {
    it('A10: are refused in words wherever something would be created', async () => {
      await put('/own/a.txt', 'x')
      for (const name of ['b__XLDIR__', '__XLDIR__', 'c__XLDIR__/d.txt']) {
        expect(await codeOf(put(`/own/${name}`, 'x'))).toBe('badRequest')
        expect(await codeOf(world.one.makeFolder(at(`/own/${name}`)))).toBe('badRequest')
        expect(await codeOf(copy('/own/a.txt', `/own/${name}`))).toBe('badRequest')
        expect(await codeOf(move('/own', `/${name}`))).toBe('badRequest')
        await expect(put(`/own/${name}`, 'x')).rejects.toThrow(
          'the storage keeps names that end in __XLDIR__ for itself',
        )
      }
      await put('/own/b__XLDIR__c.txt', 'fine')
      expect(await names('/own')).toEqual(['a.txt', 'b__XLDIR__c.txt'])
    })

    it('A10: can be read and removed if another tool has created them', async () => {
      await world.s3.put(bucket, 'theirs/c__XLDIR__/d.txt', 'text')
      expect(await read('/theirs/c__XLDIR__/d.txt')).toBe('text')
      await move('/theirs/c__XLDIR__/d.txt', '/theirs/d.txt')
      expect(await read('/theirs/d.txt')).toBe('text')
      expect(await codeOf(world.two.stat(at('/theirs/c__XLDIR__/d.txt')))).toBe('notFound')
    })
  })

  describe('metadata of other tools', () => {
    // HTTP allows these in header names. XML does not, but MinIO's listings use each as an element name.
    const ODD = ['a+b', 'a!b', 'a#b', "a'b", 'a*b', 'a^b', 'a`b', 'a|b', 'a~b', 'a$b', 'a%b', '1a', 'a&b']

    it('A8: with names that are invalid XML harms neither the file nor its neighbours', async () => {
      await put('/odd/before.txt', 'x')
      for (const [index, name] of ODD.entries()) {
        await world.s3.put(bucket, `odd/file${index}.txt`, 'xx', {
          type: 'text/css',
          metadata: { [name]: 'odd', mtime: '1000000000.5' },
        })
      }
      await put('/odd/zlast.txt', 'x')
      const count = ODD.length + 2
      expect(await until(async () => (await names('/odd')).length === count)).toBe(true)
      expect(await until(async () => (await world.two.usage(at('/odd'))).bytes === 2 + 2 * ODD.length)).toBe(true)
      // The other listings that read S3 directly.
      await copy('/odd', '/odd2')
      expect(await names('/odd2')).toHaveLength(count)
      expect((await world.s3.head(bucket, 'odd2/file0.txt')).Metadata).toMatchObject({
        'a+b': 'odd',
        mtime: '1000000000.5',
      })
      expect((await world.s3.head(bucket, 'odd2/file0.txt')).ContentType).toBe('text/css')
      await move('/odd', '/odd3')
      expect((await world.two.list(at('/odd3'))).find(({ name }) => name === 'zlast.txt')).toMatchObject({ size: 1 })
      expect((await world.two.stat(at('/odd3/before.txt'))).modified?.toISOString()).toBe('2020-01-02T03:04:05.678Z')
      expect((await world.two.stat(at('/odd3/file0.txt'))).modified?.toISOString()).toBe('2001-09-09T01:46:40.500Z')
      // Without versions nothing can be restored.
      if (world.hasVersions) await restore(await remove('/odd3'))
      expect(await names('/odd3')).toHaveLength(count)
    })
  })

  describe('names that hide what lies below them', () => {
    itWithVersions('hide nothing, for a folder made where a file was deleted', async () => {
      await put('/hide/notes', 'a file')
      const note = await remove('/hide/notes')
      await put('/hide/notes/deep/x.txt', 'below')
      expect(await names('/hide/notes/deep')).toEqual(['x.txt'])
      expect(await keys('hide/')).toContain('hide/notes/deep/x.txt')
      expect(await codeOf(restore(note))).toBe('isFolder')
      await remove('/hide/notes')
      await restore(note)
      expect(await read('/hide/notes')).toBe('a file')
    })

    itWithVersions('hide nothing, for a file made where a folder was deleted', async () => {
      await put('/hide/g/x.txt', 'in the folder')
      const note = await remove('/hide/g')
      await put('/hide/g', 'a file now')
      expect(await read('/hide/g')).toBe('a file now')
      expect(await codeOf(restore(note))).toBe('conflict')
      await remove('/hide/g')
      await restore(note)
      expect(await read('/hide/g/x.txt')).toBe('in the folder')
      expect(await keys('hide/g')).toContain('hide/g/x.txt')
    })

    it('lists no folder of which only delete markers are left', async () => {
      await put('/gone/in/a.txt', 'x')
      await world.s3.delete(bucket, 'gone/in/a.txt')
      expect(await until(async () => !(await names('/')).includes('gone'))).toBe(true)
      expect(await until(async () => (await codeOf(world.two.list(at('/gone')))) === 'notFound')).toBe(true)
    })
  })

  describe('E5: the time of a folder', () => {
    const timeOf = async (storage: Storage, path: string) => (await storage.stat(at(path))).modified
    const listed = async (storage: Storage, path: string) => {
      const cut = path.lastIndexOf('/')
      const entries = await storage.list(at(path.slice(0, cut) || '/'))
      return entries.find(({ name }) => name === path.slice(cut + 1))?.modified
    }

    const timesOf = async (storage: Storage, path: string) => [
      await timeOf(storage, path),
      await listed(storage, path),
      await storage.folderTime(at(path)),
    ]

    it("is its own while it is empty, for itself and in its parent's listing, on both replicas", async () => {
      const began = Date.now()
      await world.one.makeFolder(at('/time/own'))
      for (const storage of [world.one, world.two]) {
        const told = async () => (await timesOf(storage, '/time/own')).map((time) => time?.getTime() ?? 0)
        // If listings report no times, the index may get an approximate one first, and then knows it to the second.
        const times = await soon(told, (seen) => new Set(seen).size === 1)
        expect([new Set(times).size, Math.abs((times[0] ?? 0) - began) < 60_000]).toEqual([1, true])
      }
    })

    it('is that of its content, and its own again once it is empty', async () => {
      // Otherwise only the replica that wrote a file knows the time it was given.
      if (!world.one.capabilities.listedMetadata) return
      await world.s3.put(bucket, 'time/new/', Buffer.alloc(0), { metadata: { mtime: '1500000000.25' } })
      const made = new Date(1_500_000_000_250)
      for (const storage of [world.one, world.two]) {
        const isTold = ([, shown]: (Date | null | undefined)[]) => shown !== undefined
        expect(await soon(() => timesOf(storage, '/time/new'), isTold)).toEqual([made, made, made])
      }
      await put('/time/new/a.txt', 'x', { modified: new Date('2031-01-01T00:00:00Z') })
      expect(await until(async () => (await timeOf(world.two, '/time/new'))?.getFullYear() === 2031)).toBe(true)
      await remove('/time/new/a.txt')
      for (const storage of [world.one, world.two]) {
        expect(await until(async () => (await timeOf(storage, '/time/new'))?.getTime() === made?.getTime())).toBe(true)
        expect(await listed(storage, '/time/new')).toEqual(made)
      }
    })

    it('is that of its bucket for a root, and stays the same', async () => {
      const [none, system] = [await world.one.folderTime(at('/Shared')), await world.two.folderTime(at('/Shared'))]
      expect([none, Number.isNaN(none?.getTime())]).toEqual([system, false])
      await world.one.ensureBucket(at('/Shared'))
      const made = await timeOf(world.one, '/Shared')
      expect(Math.abs((made?.getTime() ?? 0) - Date.now())).toBeLessThan(10 * 60_000)
      expect(await world.one.folderTime(at('/Shared'))).toEqual(made)
    })
  })

  describe('walking a tree', () => {
    it('yields each folder once, before its content, and adds up the files', async () => {
      for (const path of ['/walk/a-b.txt', '/walk/a/b/c.txt', '/walk/a/b/d.txt', '/walk/a/e.txt', '/walk/a.txt'])
        await put(path, 'x')
      await world.one.makeFolder(at('/walk/empty'))
      const entries = await Array.fromAsync(world.two.tree(at('/walk')))
      expect(entries.map(({ kind, relative }) => `${relative}${kind === 'folder' ? '/' : ''}`)).toEqual([
        'a-b.txt',
        'a.txt',
        'a/',
        'a/b/',
        'a/b/c.txt',
        'a/b/d.txt',
        'a/e.txt',
        'empty/',
      ])
      expect(await world.two.usage(at('/walk'))).toEqual({ bytes: 5, files: 5 })
      expect(await world.two.usage(at('/walk/none'))).toEqual({ bytes: 0, files: 0 })
      expect(await Array.fromAsync(world.two.tree(at('/walk/none')))).toEqual([])
    })
  })

  describe('watching', () => {
    const heard = (storage: Storage) => {
      const seen = new Set<string>()
      const end = storage.watch(({ folder, names }) =>
        names.forEach((name) => seen.add(`${folder.bucket === bucket ? '' : folder.bucket}/${folder.path}: ${name}`)),
      )
      return { seen, end }
    }
    it('reports writes where they happen, and commits on every replica', async () => {
      const [here, there] = [heard(world.one), heard(world.two)]
      await put('/watch/deep/a.txt', 'x')
      expect(
        await until(
          () => here.seen.has('/watch/deep: a.txt') && here.seen.has('/watch: deep') && here.seen.has('/: watch'),
        ),
      ).toBe(true)
      await move('/watch/deep', '/watch/moved')
      expect(
        await until(() => [here, there].every(({ seen }) => seen.has('/watch: moved') && seen.has('/watch: deep'))),
      ).toBe(true)
      await copy('/watch/moved', '/watch/copied')
      expect(await until(() => [here, there].every(({ seen }) => seen.has('/watch: copied')))).toBe(true)
      const note = await remove('/watch/copied/a.txt')
      expect(await until(() => [here, there].every(({ seen }) => seen.has('/watch/copied: a.txt')))).toBe(true)
      if (world.hasVersions) {
        for (const { seen } of [here, there]) seen.clear()
        await restore(note)
      }
      expect(await until(() => [here, there].every(({ seen }) => seen.has('/watch/copied: a.txt')))).toBe(true)
      here.end()
      there.end()
    })
  })
}
