// Opening a file together with its first bytes.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import type { ByteRange, OpenFile } from '../../backend/src/storage/types.ts'
import type { StorageWorld } from './world.ts'

const MIB = 1024 * 1024
/** Longer than bytes wait for whoever asked for them. */
const GIVEN_UP_MS = 2_500

export function describeOpening(world: StorageWorld): void {
  const { at, put, codeOf, move } = world
  const whole = (size: number): ByteRange => ({ start: 0, end: size - 1 })
  const bytesOf = async (file: OpenFile, range?: ByteRange) =>
    Buffer.concat((await file.read(range).toArray()) as Buffer[])

  describe('opening a file with its first bytes', () => {
    it('tells the same of it as opening it without them', async () => {
      const bytes = randomBytes(20 * MIB)
      await put('/opened/a.bin', bytes)
      const plain = await world.two.open(at('/opened/a.bin'))
      const file = await world.two.open(at('/opened/a.bin'), { next: whole })
      expect(file.stat).toEqual(plain.stat)
      expect((await bytesOf(file)).equals(bytes)).toBe(true)
      expect((await bytesOf(file)).equals(bytes)).toBe(true)
    })

    it('gives any range, whatever was asked for and whatever size was expected', async () => {
      const bytes = randomBytes(MIB)
      await put('/opened/b.bin', bytes)
      const ranges = [whole(MIB), { start: 5, end: 5 }, { start: MIB - 9, end: MIB - 1 }, { start: 7, end: 2 * MIB }]
      for (const next of [...ranges, null, { start: 3 * MIB, end: 4 * MIB }, { start: Infinity, end: Infinity }]) {
        const file = await world.two.open(at('/opened/b.bin'), { next: () => next })
        expect(file.stat.size).toBe(MIB)
        for (const range of ranges.map(({ start, end }) => ({ start, end: Math.min(end, MIB - 1) })))
          expect((await bytesOf(file, range)).equals(bytes.subarray(range.start, range.end + 1))).toBe(true)
      }
    })

    it('finds neither a folder nor what is not there', async () => {
      await put('/opened/d.txt', 'd')
      expect(await codeOf(world.two.open(at('/opened'), { next: () => whole(10) }))).toBe('isFolder')
      expect(await codeOf(world.two.open(at('/opened/none'), { next: () => whole(10) }))).toBe('notFound')
    })

    it('gives the bytes to whoever takes them late, though the key is not held for long', async () => {
      const bytes = randomBytes(8 * MIB)
      await put('/opened/late.bin', bytes)
      const file = await world.two.open(at('/opened/late.bin'), { next: whole })
      await wait(GIVEN_UP_MS)
      const begun = performance.now()
      await move('/opened/late.bin', '/opened/moved.bin')
      // A lock held by a reader would end after half a minute.
      expect(performance.now() - begun).toBeLessThan(25_000)
      expect((await bytesOf(file)).equals(bytes)).toBe(true)
    })

    it('keeps to what it was opened as, when that is replaced meanwhile', async () => {
      const bytes = randomBytes(9 * MIB)
      await put('/opened/c.bin', bytes)
      const file = await world.two.open(at('/opened/c.bin'), { next: whole })
      const stream = file.read()
      const reader = stream.iterator()
      const got = [(await reader.next()).value as Buffer]
      await put('/opened/c.bin', randomBytes(9 * MIB))
      const rest = (async () => {
        for await (const chunk of reader) got.push(chunk as Buffer)
      })()
      expect(await codeOf(rest)).toBe(world.hasVersions ? 'done' : 'goneMeanwhile')
      const read = Buffer.concat(got)
      expect(read.equals(bytes.subarray(0, read.length))).toBe(true)
      expect(read.length === bytes.length).toBe(world.hasVersions)
    })
  })
}
