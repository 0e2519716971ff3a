// Moves and copies.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { onlyWith, type StorageWorld } from './world.ts'

/** For hundreds of files, whose times are requested one by one where listings do not report them. */
const LONG_MS = 180_000

export function describeChanging(world: StorageWorld): void {
  const { at, by, bucket, put, read, names, codeOf, change, move, copy, remove, keys, untilClosed } = world
  const itWithVersions = onlyWith(world.hasVersions)

  describe('moving', () => {
    itWithVersions('takes older versions along, in order, and leaves nothing under the old name', async () => {
      for (const text of ['first', 'second', 'third']) await put('/v/a.txt', text)
      await move('/v/a.txt', '/v2/b.txt')
      await untilClosed('/v/a.txt')
      expect(await world.s3.versions(bucket, 'v/a.txt')).toEqual([])
      const versions = (await world.s3.versions(bucket, 'v2/b.txt')).filter(({ isMarker }) => !isMarker)
      expect(versions).toHaveLength(3)
      expect(await read('/v2/b.txt')).toBe('third')
      await world.s3.delete(bucket, 'v2/b.txt', versions.find(({ isLatest }) => isLatest)?.versionId)
      expect(await read('/v2/b.txt')).toBe('second')
    })

    itWithVersions('leaves an earlier file of that name in the trash where it was', async () => {
      await put('/seg/a.txt', 'earlier')
      await remove('/seg/a.txt')
      await put('/seg/a.txt', 'later')
      await move('/seg/a.txt', '/seg/b.txt')
      await untilClosed('/seg/a.txt')
      expect(await world.s3.versions(bucket, 'seg/b.txt')).toHaveLength(1)
      expect((await world.s3.versions(bucket, 'seg/a.txt')).map(({ isMarker }) => isMarker).sort()).toEqual([
        false,
        true,
      ])
    })

    it('keeps empty folders, times, types and what other tools wrote', async () => {
      await world.one.makeFolder(at('/tree/empty'))
      await put('/tree/page.htm', '<p>')
      await world.s3.put(bucket, 'tree/foreign.dat', 'x', {
        type: 'application/x-own',
        metadata: { author: 'somebody' },
      })
      const before = (await world.s3.head(bucket, 'tree/foreign.dat')).LastModified
      await move('/tree', '/else/tree')
      expect(await names('/else/tree')).toEqual(['empty', 'foreign.dat', 'page.htm'])
      expect(await codeOf(world.two.stat(at('/tree')))).toBe('notFound')
      const head = await world.s3.head(bucket, 'else/tree/foreign.dat')
      expect([head.ContentType, head.Metadata?.['author']]).toEqual(['application/x-own', 'somebody'])
      expect(Math.floor(Number(head.Metadata?.['mtime']))).toBe(Math.floor((before?.getTime() ?? 0) / 1000))
      expect((await world.two.stat(at('/else/tree/page.htm'))).modified?.toISOString()).toBe('2020-01-02T03:04:05.678Z')
    })

    it('gives a file the type of its new name if its old type came from the old name', async () => {
      await put('/types/a.txt', 'x')
      await move('/types/a.txt', '/types/a.html')
      expect((await world.s3.head(bucket, 'types/a.html')).ContentType).toBe('text/html; charset=utf-8')
    })

    it('keeps the parent folder, even if only its keys implied it', async () => {
      await put('/around/only/a.txt', 'x')
      await move('/around/only', '/moved-out')
      expect(await names('/around')).toEqual([])
    })

    it('goes to the shared folder and back', async () => {
      await put('/out/a.txt', 'ours')
      await world.one.ensureBucket(at('/Shared'))
      await move('/out', '/Shared/out')
      expect(await read('/Shared/out/a.txt')).toBe('ours')
      await move('/Shared/out', '/back')
      expect(await read('/back/a.txt')).toBe('ours')
    })

    it("refuses what the caller's check refuses, and leaves no trace", async () => {
      await put('/denied/deep/secret.txt', 'x')
      const check = (relative: string) => {
        if (relative.endsWith('secret.txt')) throw Object.assign(new Error('no'), { code: 'forbidden' })
      }
      expect(await codeOf(move('/denied', '/allowed', { check }))).not.toBe('done')
      expect(await keys('allowed')).toEqual([])
      expect(await read('/denied/deep/secret.txt')).toBe('x')
      await put('/denied/still-free.txt', 'x')
    })

    it('refuses a key that would be too long before the first copy', async () => {
      const deep = Array.from({ length: 4 }, () => 'n'.repeat(200)).join('/')
      await put(`/long/${deep}/a.txt`, 'x')
      expect(await codeOf(move('/long', `/${'m'.repeat(250)}`))).toBe('badRequest')
      expect(await read(`/long/${deep}/a.txt`)).toBe('x')
    })

    itWithVersions('does not interrupt readers', async () => {
      const bytes = randomBytes(24 * 1024 * 1024)
      await put('/film/a.mp4', bytes)
      const stream = (await world.two.open(at('/film/a.mp4'))).read()
      const reader = stream.iterator()
      const got = [(await reader.next()).value as Buffer]
      const begun = Date.now()
      await move('/film', '/films')
      await remove('/films')
      // A lock held by the reader would end after half a minute.
      expect(Date.now() - begun).toBeLessThan(25_000)
      for await (const chunk of reader) got.push(chunk as Buffer)
      expect(Buffer.concat(got).equals(bytes)).toBe(true)
    })
  })

  describe('two changes of one path', () => {
    it('have one winner if both rename the same folder', async () => {
      await put('/twice/a.txt', 'x')
      const [first, second] = await Promise.all([
        codeOf(
          world.one.operations.move(at('/twice'), at('/twice-b'), change()).then((operation) => operation.committed),
        ),
        codeOf(
          world.two.operations.move(at('/twice'), at('/twice-c'), change()).then((operation) => operation.committed),
        ),
      ])
      expect([first, second].sort()).toEqual(['done', 'notFound'])
      expect((await names('/')).filter((name) => name.startsWith('twice'))).toHaveLength(1)
    })

    it('lose no upload into a folder that is moved meanwhile', async () => {
      await Promise.all(Array.from({ length: 60 }, (_, index) => put(`/busy/f${index}.txt`, 'x')))
      const moving = move('/busy', '/calm')
      const uploads = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          codeOf(put(`/busy/late${index}.txt`, `late ${index}`, { expect: 'absent' }, world.two)),
        ),
      )
      await moving
      await untilClosed('/busy/x')
      expect(new Set(uploads)).toEqual(new Set(['done']))
      const there = [...(await names('/calm')), ...(await names('/busy').catch(() => []))]
      expect(there.filter((name) => name.startsWith('late'))).toHaveLength(30)
      expect(there.filter((name) => name.startsWith('f'))).toHaveLength(60)
    })
  })

  describe('copying', () => {
    it('copies large files in parts, completely', async () => {
      const bytes = randomBytes(70 * 1024 * 1024)
      await put('/big/a.bin', bytes)
      await copy('/big/a.bin', '/big/b.bin')
      expect((await world.s3.get(bucket, 'big/b.bin')).equals(bytes)).toBe(true)
      expect((await world.two.stat(at('/big/b.bin'))).modified?.toISOString()).toBe('2020-01-02T03:04:05.678Z')
    })

    it('merges folders where allowed, replaces files with files, and refuses a file against a folder', async () => {
      await put('/m/from/a.txt', 'new')
      await put('/m/from/sub/b.txt', 'b')
      await put('/m/to/a.txt', 'old')
      await put('/m/to/kept.txt', 'kept')
      expect(await codeOf(copy('/m/from', '/m/to'))).toBe('conflict')
      await copy('/m/from', '/m/to', { conflict: 'override' })
      expect([await names('/m/to'), await read('/m/to/a.txt')]).toEqual([['a.txt', 'kept.txt', 'sub'], 'new'])
      await put('/m/odd/a.txt/x', 'a folder here')
      expect(await codeOf(copy('/m/from', '/m/odd', { conflict: 'override' }))).toBe('conflict')
      expect(await names('/m/odd')).toEqual(['a.txt'])
    })
  })

  describe('cancelling', () => {
    itWithVersions(
      'restores the old state, also of a merge',
      async () => {
        await Promise.all(Array.from({ length: 300 }, (_, index) => put(`/c/from/f${index}.txt`, 'new')))
        await put('/c/to/f0.txt', 'old')
        await put('/c/to/kept.txt', 'kept')
        const running = await world.one.operations.copy(at('/c/from'), at('/c/to'), change({ conflict: 'override' }))
        await world.one.operations.cancel(running.id, by.userId)
        expect(await read('/c/to/f0.txt')).toBe('old')
        expect(await codeOf(running.committed)).toBe('goneMeanwhile')
        expect([await names('/c/to'), await read('/c/to/f0.txt')]).toEqual([['f0.txt', 'kept.txt'], 'old'])
        expect((await world.s3.versions(bucket, 'c/to/')).map(({ key, isMarker }) => `${key} ${isMarker}`)).toEqual([
          'c/to/f0.txt false',
          'c/to/kept.txt false',
        ])
        expect((await world.two.operations.get(running.id, by.userId)).state).toBe('undone')
        expect(await codeOf(world.two.operations.cancel(running.id, by.userId))).toBe('conflict')
        expect(await codeOf(world.two.operations.get(running.id, 2))).toBe('notFound')
      },
      LONG_MS,
    )
  })
}
