import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from '@jest/globals'
import { around7z, CALLS, PACKED_7Z, PLAIN_7Z, type Sized } from '../../../../../../tests/helpers/packed-7z.ts'
import { createChildren } from '../../../../lib/child/index.ts'
import { place } from '../../../../storage/paths.ts'
import { EntryList } from '../entry-list.ts'
import { entriesOf } from '../entry.ts'
import { unpackedStream } from '../unpacked-stream.ts'
import { listSevenZip, readSevenZip } from './index.ts'

const MIB = 1024 * 1024
const GIB = 1024 * MIB

const children = createChildren(path.join(import.meta.dirname, '../../../../child.ts'))
afterAll(() => children.stop())

/** A file that is read in parts, and how many bytes were read. */
function fileOf(size: number, bytesAt: (start: number, end: number) => Buffer) {
  const asked = { bytes: 0 }
  const read = async (start: number, length: number) => {
    const bytes = bytesAt(start, Math.min(size, start + length))
    asked.bytes += bytes.length
    return bytes
  }
  return { size, asked, parent: { read, give: async () => undefined } }
}
const fileWith = (bytes: Buffer) => fileOf(bytes.length, (start, end) => bytes.subarray(start, end))

/** An archive of any size: `block` has its packed bytes, over and over. */
function hugeFile(files: readonly Sized[], block: Buffer = Buffer.alloc(MIB)) {
  const { start, header } = around7z(files)
  const blocks = files.reduce((sum, { size, packed = size }) => sum + packed, 0)
  return fileOf(start.length + blocks + header.length, (from, to) => {
    if (from >= start.length + blocks) return header.subarray(from - start.length - blocks, to - start.length - blocks)
    if (to <= start.length) return start.subarray(from, to)
    const at = (from - start.length) % block.length
    const repeated = Array.from({ length: Math.ceil((at + to - from) / block.length) }, () => block)
    return Buffer.concat(repeated).subarray(at, at + to - from)
  })
}

async function list(file: ReturnType<typeof fileOf>) {
  const entries = new EntryList(file.size)
  await listSevenZip(file, entries)
  return [...entriesOf(entries.end().lines)]
}

const read = async (file: ReturnType<typeof fileOf>, from: number) =>
  Buffer.concat(await Array.fromAsync(readSevenZip(file, from)))

describe('a 7z', () => {
  it.each(Object.entries(PACKED_7Z))('packed by %s is read, from any position on', async (_, bytes) => {
    const file = fileWith(bytes)
    const entries = await list(file)
    const [text, calls] = [entries.find((entry) => entry.path === 'a.txt'), entries.find(({ size }) => size === 2_500)]
    expect([text?.size, text?.trouble, calls?.path, calls?.trouble]).toEqual([6_000, null, 'run.exe', null])
    const whole = await read(file, 0)
    expect(whole.subarray(text?.at, (text?.at ?? 0) + 6_000).toString()).toBe('hello '.repeat(1_000))
    expect(whole.subarray(calls?.at, (calls?.at ?? 0) + 2_500).equals(CALLS)).toBe(true)
    expect((await read(file, 100)).equals(whole.subarray(100))).toBe(true)
  })

  it('has the names and times that it says', async () => {
    const names = (await list(fileWith(PLAIN_7Z))).map(({ path: name }) => name)
    expect(names).toContain('d/é 😀.txt')
  })

  it('that is broken anywhere is refused', async () => {
    for (const bytes of [PACKED_7Z.LZMA, PACKED_7Z.bzip2, PACKED_7Z.deflate])
      for (const at of [1, 10, 50, bytes.length >> 1, bytes.length - 5]) {
        const broken = Buffer.from(bytes)
        broken[at] = (broken[at] ?? 0) ^ 0x41
        const reading = list(fileWith(broken)).then(() => read(fileWith(broken), 0))
        const isRefused = await reading.then(
          () => false,
          () => true,
        )
        expect([at, isRefused]).toEqual([at, true])
      }
  })

  it('of 3 GiB is listed by its header, and a file is read from the beginning of its block on', async () => {
    const file = hugeFile([
      { name: 'film', size: 3 * GIB },
      { name: 'note', size: 5 },
    ])
    expect(await list(file)).toMatchObject([
      { path: 'film', size: 3 * GIB, at: 0, trouble: null },
      { path: 'note', size: 5, at: 3 * GIB, trouble: null },
    ])
    expect(await read(file, 3 * GIB)).toEqual(Buffer.alloc(5))
    expect(file.asked.bytes).toBeLessThan(2_000)
  })

  it('of more than 48 MiB whose method only libarchive knows is listed, and says so', async () => {
    const ppmd = [1, 0x23, 3, 4, 1, 5, 6, 0, 0, 0, 1]
    const file = hugeFile([
      { name: 'a', size: 50 * MIB, coder: ppmd },
      { name: 'b', size: 3 },
    ])
    expect(await list(file)).toMatchObject([
      { path: 'a', trouble: 'method' },
      { path: 'b', trouble: null, at: 0 },
    ])
    expect(await read(file, 0)).toEqual(Buffer.alloc(3))
  })
})

describe('the memory for a large 7z', () => {
  /** LZMA2 of zeros that are not packed: a chunk without a reset of the dictionary. */
  const CHUNK = Buffer.concat([Buffer.from([2, 0xff, 0xff]), Buffer.alloc(65_536)])
  const lzma2 = (property: number) => [1, 0x21, 0x21, 1, property]

  it('is that of its dictionary: 128 MiB are enough for the child, more are not tried', async () => {
    const chunks = 2_400
    const size = chunks * 65_536
    const files = [{ name: 'a', size, packed: chunks * CHUNK.length, coder: lzma2(30) }]
    // The first chunk has to reset the dictionary.
    const file = hugeFile(files, CHUNK)
    const bytesAt = async (start: number, length: number) => {
      const bytes = Buffer.from(await file.parent.read(start, length))
      if (start <= 32 && start + length > 32) bytes[32 - start] = 1
      return bytes
    }
    expect(await list(file)).toMatchObject([{ path: 'a', size, trouble: null }])
    const stat = {
      kind: 'file' as const,
      size: file.size,
      modified: new Date(0),
      etag: 'e',
      contentType: '',
      version: '',
    }
    const open = {
      stat,
      read: ({ start, end } = { start: 0, end: size }) =>
        Readable.from(
          (async function* () {
            yield await bytesAt(start, end + 1 - start)
          })(),
          { objectMode: false },
        ),
    }
    const archive = { place: place('bucket', 'a'), format: '7z' as const, file: open }
    let bytes = 0
    for await (const piece of unpackedStream(children.archives, archive, { start: 0, length: size }))
      bytes += (piece as Buffer).length
    expect(bytes).toBe(size)

    const larger = hugeFile([{ ...files[0], name: 'a', size: 4_000 * 65_536, coder: lzma2(32) }], CHUNK)
    expect(await list(larger)).toMatchObject([{ path: 'a', trouble: 'method' }])
  }, 120_000)
})
