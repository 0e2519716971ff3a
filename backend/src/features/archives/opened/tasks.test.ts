import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ENCRYPTED_7Z, LOCKED_7Z, PLAIN_7Z } from '../../../../../tests/helpers/packed-7z.ts'
import { pack, type Packed } from '../../../../../tests/helpers/packed-zip.ts'
import type { OpenableFormat } from '../../../../contract/archives.ts'
import { createChildren } from '../../../lib/child/index.ts'
import { place } from '../../../storage/paths.ts'
import type { OpenFile } from '../../../storage/types.ts'
import { COMPRESSIONS } from '../compression/compress.ts'
import { entriesOf, type OpenedEntry } from './entry.ts'
import { checkReadable, fileOfEntry } from './entry-file.ts'
import type { ArchiveFile } from './listings.ts'
import type { ListAnswer } from './tasks.ts'

const children = createChildren(path.join(import.meta.dirname, '../../../child.ts'))
const folder = mkdtempSync(path.join(os.tmpdir(), 'nido-opened-'))
let tar: Buffer
afterAll(() => {
  children.stop()
  rmSync(folder, { recursive: true, force: true })
})
const long = `${'long '.repeat(40)}/${'x'.repeat(120)}.txt`
beforeAll(() => {
  const tree = path.join(folder, 'tree')
  mkdirSync(path.join(tree, 'd/empty'), { recursive: true })
  mkdirSync(path.join(tree, path.dirname(long)))
  writeFileSync(path.join(tree, 'a.txt'), 'hello '.repeat(100_000))
  writeFileSync(path.join(tree, 'd/é 😀.txt'), 'y')
  writeFileSync(path.join(tree, long), 'z')
  symlinkSync('/etc/passwd', path.join(tree, 'link'))
  tar = execFileSync('tar', ['-C', tree, '-cf', '-', '--sort=name', '.'], { maxBuffer: 1e8 })
})

const archiveOf = (format: OpenableFormat, bytes: Buffer): ArchiveFile => {
  const file: OpenFile = {
    stat: { kind: 'file', size: bytes.length, modified: new Date(0), etag: 'e', contentType: '', version: '' },
    read: (range) => Readable.from([bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length) + 1)]),
  }
  return { place: place('bucket', 'a'), file, format }
}

async function list(archive: ArchiveFile): Promise<ListAnswer & { entries: OpenedEntry[] }> {
  const { size } = archive.file.stat
  const { value, body } = await children.archives.run({
    task: 'archiveEntries',
    input: { format: archive.format, size },
    body: { length: 0, open: () => [] },
    conversation: { size, read: (range) => archive.file.read(range), take: async () => undefined },
    limitMs: 60_000,
    signal: new AbortController().signal,
  })
  return { ...(value as ListAnswer), entries: [...entriesOf(body)] }
}

const namesIn = async (archive: ArchiveFile) =>
  (await list(archive)).entries.map(({ path, isFolder }) => path + (isFolder ? '/' : ''))
const zipOf = (entries: Packed[]) => archiveOf('zip', pack(entries))

/** Cached, because each listing starts a process. */
const listings = new WeakMap<ArchiveFile, ReturnType<typeof list>>()
const listed = (archive: ArchiveFile): ReturnType<typeof list> => {
  const known = listings.get(archive) ?? list(archive)
  listings.set(archive, known)
  return known
}

async function read(archive: ArchiveFile, name: string, range?: { start: number; end: number }): Promise<string> {
  const entry = (await listed(archive)).entries.find(({ path }) => path === name)
  if (!entry) throw new Error(`there is no ${name}`)
  checkReadable(entry)
  return Buffer.concat(await fileOfEntry(children.archives, archive, entry).read(range).toArray()).toString()
}

const packedBy = async (format: 'tarbz2' | 'tarxz' | 'tarlz4' | 'tarsz') =>
  Buffer.concat(await Array.fromAsync(COMPRESSIONS[format](Readable.from([tar]))))

describe('an opened archive', () => {
  const formats: [OpenableFormat, () => Promise<Buffer> | Buffer][] = [
    ['tar', () => tar],
    ['targz', () => gzipSync(tar)],
    ['tarbr', () => brotliCompressSync(tar, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
    ['tarzst', () => zstdCompressSync(tar)],
    ['tarbz2', () => packedBy('tarbz2')],
    ['tarxz', () => packedBy('tarxz')],
    ['tarlz4', () => packedBy('tarlz4')],
    ['tarsz', () => packedBy('tarsz')],
    ['7z', () => PLAIN_7Z],
  ]

  it.each(formats)(
    '%s: lists its entries and returns the bytes of each file',
    async (format, make) => {
      const archive = archiveOf(format, await make())
      const { entries, leftOut } = await list(archive)
      expect(entries.map(({ path }) => path).toSorted()).toEqual(
        ['a.txt', 'd', 'd/empty', 'd/é 😀.txt', path.dirname(long), long].toSorted(),
      )
      expect(leftOut).toEqual({ links: 1, devices: 0, names: 0 })
      expect(await read(archive, 'a.txt')).toBe('hello '.repeat(100_000))
      expect(await read(archive, long)).toBe('z')
      expect(await read(archive, 'a.txt', { start: 300_000, end: 300_005 })).toBe('hello ')
    },
    60_000,
  )

  it('zip: compressed and stored files, whole and in parts', async () => {
    const archive = zipOf([
      { name: 'a.txt', body: 'hello '.repeat(1000) },
      { name: 'd/' },
      { name: 'd/b.txt', body: 'stored', method: 0 },
    ])
    expect(await namesIn(archive)).toEqual(['a.txt', 'd/', 'd/b.txt'])
    expect(await read(archive, 'a.txt')).toBe('hello '.repeat(1000))
    expect(await read(archive, 'a.txt', { start: 6, end: 10 })).toBe('hello')
    expect(await read(archive, 'd/b.txt', { start: 1, end: 3 })).toBe('tor')
  })
})

describe('a tar.bz2 made by bzip2', () => {
  it('with several blocks, and with long runs of equal bytes', async () => {
    const noise = randomBytes(2_500_000)
    writeFileSync(path.join(folder, 'noise'), noise)
    writeFileSync(path.join(folder, 'calm'), Buffer.alloc(30_000_000, 'a'))
    const names = ['noise', 'calm']
    const bytes = execFileSync('tar', ['-C', folder, '-cjf', '-', ...names], { maxBuffer: 1e8 })
    const archive = archiveOf('tarbz2', bytes)
    const { entries } = await listed(archive)
    expect(entries.map(({ path }) => path)).toEqual(names)
    const entry = entries[0]
    const read = entry && fileOfEntry(children.archives, archive, entry).read()
    expect(read && Buffer.concat(await read.toArray()).equals(noise)).toBe(true)
  }, 60_000)

  it('that is truncated', async () => {
    const bytes = execFileSync('tar', ['-C', folder, '-cjf', '-', 'tree'], { maxBuffer: 1e8 })
    await expect(list(archiveOf('tarbz2', bytes.subarray(0, bytes.length - 30)))).rejects.toMatchObject({
      code: 'unsupportedMediaType',
    })
  })
})

describe('names', () => {
  it('that lead outside or are invalid here are left out and counted', async () => {
    const bad = ['../x', 'a/../../x', '/etc/passwd', '..\\x', 'C:\\x', 'a\u0000b', 'a\nb', 'x'.repeat(300), '..']
    const { entries, leftOut } = await list(zipOf([...bad, 'good'].map((name) => ({ name, body: 'x' }))))
    expect(entries.map(({ path }) => path)).toEqual(['good'])
    expect(leftOut.names).toBe(bad.length)
  })

  it('that differ only in case, or occur twice, get a number', async () => {
    const names = ['a.txt', 'A.TXT', 'a.txt', 'd/x', 'D/y', 'd/x', 'e', 'e/f']
    expect(await namesIn(zipOf(names.map((name) => ({ name, body: 'x' }))))).toEqual([
      'a.txt',
      'A(1).TXT',
      'a(2).txt',
      'd/x',
      'd/y',
      'd/x(1)',
      'e',
      'e(1)/f',
    ])
  })
})

describe('what is refused', () => {
  it('bombs, by what they say and by what they do', async () => {
    await expect(list(zipOf([{ name: 'a', body: 'x', size: 0xf000_0000 }]))).rejects.toMatchObject({ code: 'tooLarge' })
    const body = Buffer.alloc(100_000, 7)
    const twice = [
      { name: 'a', body, method: 0 },
      { name: 'b', body, method: 0, like: 0 },
    ]
    await expect(list(zipOf(twice))).rejects.toMatchObject({ code: 'tooLarge' })
    await expect(read(zipOf([{ name: 'a', body: Buffer.alloc(1_000_000), size: 10 }]), 'a')).rejects.toMatchObject({
      code: 'unsupportedMediaType',
    })
    const zeros = archiveOf('targz', gzipSync(bigTar()))
    await expect(list(zeros)).rejects.toMatchObject({ code: 'tooLarge' })
  }, 60_000)

  it('encrypted entries and unknown methods', async () => {
    const archive = zipOf([
      { name: 'a', body: 'x', flags: 0x801 },
      { name: 'b', body: 'x', method: 99 },
    ])
    expect((await list(archive)).entries.map(({ trouble }) => trouble)).toEqual(['encrypted', 'method'])
    await expect(read(archive, 'a')).rejects.toThrow('encrypted')
  })

  it('an encrypted 7z says so, and so does one with encrypted names', async () => {
    const archive = archiveOf('7z', ENCRYPTED_7Z)
    expect((await list(archive)).entries).toMatchObject([{ path: 'a.txt', trouble: 'encrypted' }])
    expect(await list(archiveOf('7z', LOCKED_7Z))).toMatchObject({ isEncrypted: true, entries: [] })
  })

  it.each<[OpenableFormat, string, Buffer]>([
    ['zip', 'no zip', Buffer.from('hello '.repeat(100))],
    ['zip', 'nothing', Buffer.alloc(0)],
    ['tar', 'no tar', Buffer.alloc(2_000, 'x')],
    ['tar', 'nothing', Buffer.alloc(0)],
    ['targz', 'no gzip', Buffer.alloc(2_000, 'x')],
    ['tarxz', 'no xz', Buffer.alloc(2_000, 'x')],
    ['tarbz2', 'no bzip2', Buffer.alloc(2_000, 'x')],
    ['tarbz2', 'nothing', Buffer.alloc(0)],
    ['tarlz4', 'no LZ4', Buffer.alloc(2_000, 'x')],
    ['7z', 'no 7z', Buffer.alloc(2_000, 'x')],
  ])('a %s that is %s', async (format, _, bytes) => {
    await expect(list(archiveOf(format, bytes))).rejects.toMatchObject({ code: 'unsupportedMediaType' })
  })

  it('a truncated tar', async () => {
    await expect(list(archiveOf('tar', tar.subarray(0, 3_000)))).rejects.toMatchObject({ code: 'unsupportedMediaType' })
    await expect(list(archiveOf('targz', gzipSync(tar).subarray(0, 500)))).rejects.toMatchObject({
      code: 'unsupportedMediaType',
    })
  })

  it('a file with a wrong checksum', async () => {
    await expect(read(zipOf([{ name: 'a', body: 'hello', sum: 1 }]), 'a')).rejects.toThrow('damaged')
  })
})

/** A tar with one file of zeros, 300 MiB. */
function bigTar(): Buffer {
  const zeros = path.join(folder, 'zeros')
  execFileSync('truncate', ['-s', '300M', zeros])
  return execFileSync('tar', ['-C', folder, '-cf', '-', 'zeros'], { maxBuffer: 4e8 })
}
