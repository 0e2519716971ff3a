import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from '@jest/globals'
import { pack, type Packed } from '../../../../tests/helpers/packed-zip.ts'
import { createChildren } from '../../lib/child/index.ts'
import type { OpenFile } from '../../storage/types.ts'
import { ZipReader } from './zip-reader.ts'

const children = createChildren(path.join(import.meta.dirname, '../../child.ts'))
afterAll(children.stop)

const fileOf = (bytes: Buffer): OpenFile => ({
  stat: { kind: 'file', size: bytes.length, modified: new Date(0), etag: '', contentType: '', version: '' },
  read: (range) => Readable.from([bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length) + 1)]),
})
const open = (entries: Packed[] | Buffer) =>
  new ZipReader(children.looks).open(
    fileOf(Buffer.isBuffer(entries) ? entries : pack(entries)),
    new AbortController().signal,
  )
const namesIn = async (entries: Packed[]) =>
  (await Array.fromAsync((await open(entries)).entries())).map(({ name, isFolder }) => name + (isFolder ? '/' : ''))
const readFirst = async (entries: Packed[]) => {
  for await (const entry of (await open(entries)).entries())
    return Buffer.concat(await entry.read().toArray()).toString()
  return null
}

describe('reading a zip', () => {
  it('tells files and folders, and gives their bytes', async () => {
    expect(await namesIn([{ name: 'a.txt', body: 'x' }, { name: 'd/' }, { name: 'd/é 😀.txt', body: 'y' }])).toEqual([
      'a.txt',
      'd/',
      'd/é 😀.txt',
    ])
    expect(await readFirst([{ name: 'a.txt', body: 'hello '.repeat(1000) }])).toBe('hello '.repeat(1000))
    expect(await readFirst([{ name: 'a.txt', body: 'stored', method: 0 }])).toBe('stored')
    expect(await readFirst([{ name: 'empty', data: Buffer.alloc(0) }])).toBe('')
  })

  it.each([
    ['../x'],
    ['a/../../x'],
    ['a/../b'],
    ['/etc/passwd'],
    ['..\\x'],
    ['C:\\x'],
    ['a\u0000b'],
    ['a\nb'],
    ['x'.repeat(300)],
    ['..'],
    ['./'],
  ])('refuses a name that leads elsewhere or is none: %j', async (name) => {
    await expect(
      open([
        { name: 'good', body: 'x' },
        { name, body: 'x' },
      ]),
    ).rejects.toThrow(/names that lead elsewhere|no file can have|without a name/)
  })

  it('refuses entries that lie over each other', async () => {
    const body = Buffer.alloc(100_000, 7)
    await expect(
      open([
        { name: 'a', body, method: 0 },
        { name: 'b', body, method: 0, like: 0 },
      ]),
    ).rejects.toThrow('over each other')
  })

  it('refuses what would become far too large, before any of it is unpacked', async () => {
    await expect(open([{ name: 'a', body: 'x', size: 0xf000_0000 }])).rejects.toThrow('far too large')
  })

  it('reads a directory that is longer than its last megabyte', async () => {
    const entries = Array.from({ length: 9_000 }, (_, index) => ({ name: `${index}-${'x'.repeat(100)}`, body: 'x' }))
    expect(await namesIn(entries)).toEqual(entries.map(({ name }) => name))
  })

  it('C1: cut anywhere, tells nothing of the memory behind it', async () => {
    const whole = pack([
      { name: 'a.txt', body: 'x' },
      { name: 'b.txt', body: 'y' },
    ])
    for (let length = 0; length < whole.length; length += 7)
      await expect(open(whole.subarray(0, length))).rejects.toThrow(/not a readable zip|is damaged/)
  })

  it('fails in the middle of an entry with more bytes than it says', async () => {
    await expect(readFirst([{ name: 'a', body: Buffer.alloc(1_000_000), size: 10 }])).rejects.toThrow(
      /too many bytes|invalid/,
    )
  })

  it('fails at the end of an entry whose checksum is another one', async () => {
    await expect(readFirst([{ name: 'a', body: 'hello', sum: 1 }])).rejects.toThrow('damaged')
  })

  it('leaves out links, and what is encrypted or packed in other ways', async () => {
    await expect(readFirst([{ name: 'a', body: '/etc/passwd', attributes: (0xa1ff << 16) >>> 0 }])).rejects.toThrow(
      'is a link',
    )
    await expect(readFirst([{ name: 'a', body: 'x', flags: 0x801 }])).rejects.toThrow('encrypted')
    await expect(readFirst([{ name: 'a', body: 'x', method: 0, flags: 0x800 }, { name: 'b' }])).resolves.toBe('x')
    await expect(readFirst([{ name: 'a', body: 'x', method: 99 }])).rejects.toThrow('packed in a way')
  })

  it.each([
    ['nothing', ''],
    ['no zip', 'hello '.repeat(100)],
    ['half a zip', pack([{ name: 'a', body: 'x' }]).subarray(0, 60)],
  ])('refuses %s', async (_, bytes) => {
    await expect(open(Buffer.from(bytes))).rejects.toThrow(/not a readable zip|is damaged/)
  })
})
