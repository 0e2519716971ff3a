// What is left if the S3 server keeps no versions: no history and no trash, but nothing is lost except what was
// replaced or deleted on purpose.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { StorageWorld } from './world.ts'

const FIRST_REQUEST = 8 * 1024 * 1024

export function describeWithoutVersions(world: StorageWorld): void {
  const { at, by, bucket, put, read, names, codeOf, change, remove, restore, untilClosed } = world

  describe('without versions', () => {
    it('the storage reports it', () => {
      expect(world.one.capabilities).toMatchObject({
        versioning: false,
        listedMetadata: false,
        notifications: false,
        lifecycle: false,
        putIfAbsent: true,
      })
    })

    it('a deleted file is gone, and leaves no note', async () => {
      await world.one.makeFolder(at('/away/tree/empty'))
      await put('/away/tree/a.txt', 'a')
      const id = await remove('/away/tree')
      expect(await names('/away')).toEqual([])
      await untilClosed('/away/tree/x')
      expect(await world.s3.list(bucket, 'away/tree')).toEqual([])
      expect((await world.two.operations.notes([bucket], { limit: 10 })).notes).toEqual([])
      expect(await codeOf(restore(id))).toBe('notFound')
    })

    it('a file has no version except the present one', async () => {
      await put('/versions/a.txt', 'first')
      await put('/versions/a.txt', 'second')
      expect(await world.two.versions(at('/versions/a.txt'))).toHaveLength(1)
      expect(await codeOf(world.one.restoreVersion(at('/versions/a.txt'), '01ARZ3NDEKTSV4RRFFQ69G5FAV'))).toBe(
        'notFound',
      )
      expect(await read('/versions/a.txt')).toBe('second')
    })

    it('a reader of a file that is replaced meanwhile gets none of the new bytes', async () => {
      const old = randomBytes(FIRST_REQUEST + 1024)
      await put('/read/a.bin', old)
      const stream = (await world.two.open(at('/read/a.bin'))).read().iterator()
      const got = [(await stream.next()).value as Buffer]
      await put('/read/a.bin', randomBytes(old.length))
      const rest = (async () => {
        for await (const chunk of stream) got.push(chunk as Buffer)
      })()
      expect(await codeOf(rest)).toBe('goneMeanwhile')
      expect(old.subarray(0, Buffer.concat(got).length).equals(Buffer.concat(got))).toBe(true)
    })

    it('a cancelled merge leaves what it copied, because nothing lies below it any more', async () => {
      await Promise.all(Array.from({ length: 60 }, (_, index) => put(`/merge/from/f${index}.txt`, 'new')))
      await put('/merge/to/f0.txt', 'old')
      const running = await world.one.operations.copy(
        at('/merge/from'),
        at('/merge/to'),
        change({ conflict: 'override' }),
      )
      const isCancelled = (await codeOf(world.one.operations.cancel(running.id, by.userId))) === 'done'
      expect(await codeOf(running.committed)).toBe(isCancelled ? 'goneMeanwhile' : 'done')
      expect(['old', 'new']).toContain(await read('/merge/to/f0.txt'))
      expect(await names('/merge/from')).toHaveLength(60)
    })
  })
}
