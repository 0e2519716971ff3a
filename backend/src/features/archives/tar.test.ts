import { describe, expect, it } from '@jest/globals'
import { describeBytes, unpackWithTools } from '../../../../tests/helpers/unpack.ts'
import type { ArchiveEntry } from './entry-log.ts'
import { entryOf, joined, sourceOf, stream } from '../../../../tests/helpers/made-up-entries.ts'
import { readAhead } from './read-ahead.ts'
import { packTar, tarLength } from './tar.ts'

const MIB = 1024 * 1024

async function tarOf(entries: ArchiveEntry[]): Promise<Buffer> {
  const bytes = await joined(packTar(sourceOf(entries).read()))
  expect(bytes.length).toBe(await tarLength(stream(entries)))
  return bytes
}

describe('a tar', () => {
  it('is as long as announced, and every tool reads it', async () => {
    const deep = Array.from({ length: 9 }, () => 'a-folder-with-a-longish-name').join('/')
    const names = [
      'a.txt',
      'note: milk.txt',
      'C:evil.txt',
      'ñ/日本.txt',
      `${'l'.repeat(100)}`,
      `${'l'.repeat(101)}`,
      `${deep}/${'f'.repeat(99)}`,
      `folder/${'n'.repeat(200)}`,
    ]
    const tar = await tarOf([
      entryOf('empty', null),
      ...names.map((name) => entryOf(name, name.length, name.at(-1))),
      entryOf('nothing', 0),
      entryOf('big', 2 * MIB + 1, 'b'),
      entryOf('last', 3),
    ])
    const found = Object.entries(unpackWithTools(tar, 'tar'))
    expect(found.length).toBeGreaterThan(0)
    for (const [tool, unpacked] of found) {
      expect(unpacked).toMatchObject({
        'empty/': null,
        nothing: '',
        big: describeBytes(Buffer.alloc(2 * MIB + 1, 'b')),
        last: 'xxx',
      })
      for (const name of names)
        expect({ tool, name, is: unpacked[name] }).toEqual({
          tool,
          name,
          is: describeBytes(Buffer.alloc(name.length, name.at(-1))),
        })
    }
  })

  it('announces names of every length rightly', async () => {
    const lengths = [
      1, 99, 100, 101, 102, 155, 156, 157, 255, 500, 979, 985, 986, 987, 988, 989, 990, 991, 992, 1000, 1020,
    ]
    for (const length of lengths) {
      const folders = 'ab/'.repeat(340)
      const entries = [
        entryOf('n'.repeat(length), 0),
        entryOf(folders.slice(0, length - 1) + 'e', 1),
        entryOf('ñ'.repeat((length + 1) >> 1), 0),
        entryOf(`${'d'.repeat(Math.min(length, 150))}/${'e'.repeat(100)}`, null),
      ]
      expect((await tarOf(entries)).length % 512).toBe(0)
    }
  })

  it('may be let go of at any moment', async () => {
    const entries = Array.from({ length: 50 }, (_, index) => entryOf(`${index}`, index % 7 === 0 ? 2 * MIB : 10_000))
    for (let bytes = 0; bytes < 9 * MIB; bytes += 400_123) {
      const tar = packTar(sourceOf(entries).read())
      let read = 0
      for await (const chunk of tar) {
        read += (chunk as Buffer).length
        if (read >= bytes) break
      }
      expect(tar.destroyed).toBe(true)
    }
    // What would be thrown now ends the process.
    await new Promise((resolve) => setTimeout(resolve, 20))
  })

  it('breaks off when a file cannot be read', async () => {
    for (const size of [10, 2 * MIB]) {
      const broken = {
        pinned: () => {
          throw new Error('gone')
        },
      }
      await expect(
        joined(packTar(readAhead(stream([entryOf('a', null), entryOf('b', size)]), broken))),
      ).rejects.toThrow('gone')
    }
  })
})
