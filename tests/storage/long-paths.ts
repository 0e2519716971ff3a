// Paths as long as S3 allows. The keys that Nido derives from them have to fit as well.
import { describe, expect } from '@jest/globals'
import { onlyWith, type StorageWorld } from './world.ts'

/** A path of this many bytes: names of 200 bytes, and a last one of the rest. */
function pathOf(bytes: number, from: string): string {
  let path = from
  while (bytes - path.length > 256) path += `/${'n'.repeat(199)}`
  return `${path}/${'x'.repeat(bytes - path.length - 1)}`
}

export function describeLongPaths(world: StorageWorld): void {
  const { at, bucket, system, put, read, remove, restore, untilClosed } = world
  const itWithVersions = onlyWith(world.hasVersions)
  /** The key is the path without its first slash. */
  const longPath = (bytes: number, from: string) => pathOf(bytes + 1, from)
  const asideOf = async () => (await world.s3.list(system, `history/.long/${bucket}/`)).map(({ key }) => key)

  describe('a path as long as S3 takes it', () => {
    for (const bytes of [993, 1_024]) {
      itWithVersions(`A13: of ${bytes} bytes is deleted, makes room for a folder, and is restored`, async () => {
        const path = longPath(bytes, `/long${bytes}`)
        await put(path, 'first')
        await put(path, 'second')
        await untilClosed(path)
        const deleted = await remove(path)
        await untilClosed(path)
        await world.one.makeFolder(at(path.slice(0, -2)))
        await restore(deleted)
        expect(await read(path)).toBe('second')
      })
    }

    itWithVersions('A13: whose name a folder has lies aside under a bounded key, and is restored', async () => {
      const path = longPath(993, '/aside')
      await put(path, 'first')
      // Metadata as large as S3 allows, so there is no room for the key beside it.
      await world.s3.put(bucket, path.slice(1), 'second', { metadata: { own: 'x'.repeat(1_900) } })
      const note = await remove(path)
      await untilClosed(path)
      await world.one.makeFolder(at(path))
      expect(await asideOf()).toHaveLength(3)
      expect(await world.one.history(at('/aside'))).toBe(11)
      await remove(path)
      await untilClosed(path)
      await restore(note)
      expect(await read(path)).toBe('second')
      expect(Object.keys((await world.s3.head(bucket, path.slice(1))).Metadata ?? {})).toEqual(
        expect.not.arrayContaining(['nido-key']),
      )
      await world.one.erase(at('/aside'))
      expect(await asideOf()).toEqual([])
    })
  })
}
