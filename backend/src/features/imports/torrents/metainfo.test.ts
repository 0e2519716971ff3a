// Torrent files from anywhere: T01, T06, T10 and T11 of the attack cases.
import path from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { IMPORT_FILES_MAX, IMPORT_TRACKERS_MAX, TORRENT_MAX_BYTES } from '../../../../contract/limits.ts'
import { createChildren } from '../../../lib/child/index.ts'
import { parseUserPath } from '../../../storage/paths.ts'
import {
  bencode,
  infoHashOf,
  type MadeTorrent,
  PIECE_BYTES,
  makeTorrent,
  type Value,
} from '../../../../../tests/helpers/torrent-files.ts'
import { readMagnet } from './magnet.ts'
import { readMetainfo } from './metainfo.ts'
import { readTorrent } from './reading.ts'

const children = createChildren(path.join(import.meta.dirname, '../../../child.ts'))
afterAll(() => children.stop())

const bytes = (length: number, fill = 'x') => Buffer.alloc(length, fill)
const read = (made: MadeTorrent) => readMetainfo(makeTorrent(made)).metainfo
const single = (info: Record<string, Value | undefined> = {}): MadeTorrent => ({
  files: [{ path: [], bytes: bytes(40_000) }],
  info,
})
const withPaths = (...paths: string[][]): MadeTorrent => ({
  files: paths.map((one) => ({ path: one, bytes: bytes(10) })),
})
const pathsOf = (...paths: string[][]) => read(withPaths(...paths)).files.map((file) => file.path)
const refusal = (torrent: Uint8Array) => {
  try {
    return readMetainfo(torrent).metainfo
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a torrent file', () => {
  it('says what is in it', () => {
    const torrent = makeTorrent({
      name: 'Ein Film',
      files: [
        { path: ['a.mkv'], bytes: bytes(30_000) },
        { path: ['sub', 'a b#1.srt'], bytes: bytes(0) },
        { path: ['sub', 'c.srt'], bytes: bytes(10_000) },
      ],
      trackers: ['http://tracker.example/announce', 'udp://tracker.example:6969'],
      webSeeds: ['https://seed.example/'],
    })
    const { metainfo, hashes } = readMetainfo(torrent)
    expect(metainfo).toEqual({
      infoHash: infoHashOf(torrent),
      name: 'Ein Film',
      isFolder: true,
      files: [
        { path: 'a.mkv', seedPath: 'Ein%20Film/a.mkv', size: 30_000, offset: 0, isLeftOut: false },
        { path: 'sub/a b#1.srt', seedPath: 'Ein%20Film/sub/a%20b%231.srt', size: 0, offset: 30_000, isLeftOut: false },
        { path: 'sub/c.srt', seedPath: 'Ein%20Film/sub/c.srt', size: 10_000, offset: 30_000, isLeftOut: false },
      ],
      pieceLength: PIECE_BYTES,
      total: 40_000,
      trackers: ['http://tracker.example/announce', 'udp://tracker.example:6969'],
      webSeeds: ['https://seed.example/'],
      isPrivate: false,
    })
    expect(hashes).toHaveLength(60)
  })

  it('may be one file, private, and followed by a line break', () => {
    const torrent = Buffer.concat([makeTorrent(single({ private: 1 })), Buffer.from('\n')])
    expect(readMetainfo(torrent).metainfo).toMatchObject({
      isFolder: false,
      isPrivate: true,
      files: [{ path: 'made' }],
    })
  })

  it('has the hash of its very bytes, whatever their order', () => {
    const info = Buffer.concat([
      Buffer.from(`d6:lengthi10e12:piece lengthi${PIECE_BYTES}e6:pieces20:${'h'.repeat(20)}4:name1:ae`),
    ])
    expect(readMetainfo(Buffer.concat([Buffer.from('d4:info'), info, Buffer.from('e')])).metainfo.infoHash).toBe(
      infoHashOf(Buffer.concat([Buffer.from('d4:info'), info, Buffer.from('e')])),
    )
  })

  it('is only asked for trackers and seeds that we can speak to, and for so many', () => {
    const addresses = Array.from({ length: IMPORT_TRACKERS_MAX + 50 }, (_, index) => `http://t${index}.example/`)
    const odd = ['wss://t.example', 'ftp://t.example/', 'file:///etc/passwd', 'http://me:secret@t.example/', 'nonsense']
    const { trackers, webSeeds } = read({
      ...single(),
      trackers: [...odd, ...addresses],
      webSeeds: [...odd, ...addresses],
    })
    expect(trackers).toEqual(addresses.slice(0, IMPORT_TRACKERS_MAX))
    expect(webSeeds).toEqual(addresses.slice(0, 20))
  })
})

describe('T01: names', () => {
  it.each([
    ['../../x', '.._.._x'],
    ['/abs', '_abs'],
    ['..\\x', '.._x'],
    ['a\u0000b', 'ab'],
    ['.', 'torrent'],
    ['..', '_'],
    ['', 'torrent'],
    [' .. ', '_'],
    ['x__XLDIR__', 'x__XLDIR___'],
  ])('a torrent called %j goes to a folder of its own', (name, expected) =>
    expect(read({ ...single(), name }).name).toBe(expected),
  )

  it.each([
    [['..', '..', 'etc', 'x'], '_/_/etc/x'],
    [['', 'x'], 'x'],
    [['.', 'x'], 'x'],
    [['/', 'etc/passwd'], '_/etc_passwd'],
    [['a\u0000', 'b\u001f'], 'a/b'],
    [['', '.'], 'file'],
  ])('a file at %j stays below it', (names, expected) => {
    const [found = ''] = pathsOf(names)
    expect(found).toBe(expected)
    expect(parseUserPath(`/${found}`)).toBe(`/${found}`)
  })

  it('are cut where they are too long, before their ending', () => {
    expect(read({ ...single(), name: 'n'.repeat(300) }).name).toBe('n'.repeat(150))
    expect(read({ ...single(), name: `${'é'.repeat(300)}.mkv` }).name).toBe(`${'é'.repeat(73)}.mkv`)
    expect(pathsOf(['d'.repeat(300), 'x.txt'])).toEqual([`${'d'.repeat(255)}/x.txt`])
  })

  it('lose their folders where there are too many of them', () => {
    const folders = (count: number, name: string) => Array.from({ length: count }, () => name)
    expect(pathsOf([...folders(200, 'd'), 'x.txt'])).toEqual(['x.txt'])
    expect(pathsOf([...folders(10, 'd'.repeat(100)), 'x.txt'])).toEqual(['x.txt'])
  })

  it('are unique, also where case and accents do not matter, and where a file would be a folder', () => {
    expect(pathsOf(['a'], ['A'], ['á'], ['a', 'b'], ['a'])).toEqual(['a', 'A(1)', 'á(2)', 'a(3)/b', 'a(4)'])
  })
})

describe('T10: names that deceive', () => {
  it('lose what turns text around and keep markup as text', () =>
    expect(pathsOf(['<b>photo\u202egpj.exe\u2066'])).toEqual(['<b>photogpj.exe']))
})

describe('T11: what is no plain file', () => {
  it('is left out: links and padding; programs are files like others', () => {
    const { files, total } = read({
      files: [
        { path: ['x.sh'], bytes: bytes(10), attr: 'x' },
        { path: ['.pad', '16374'], bytes: bytes(16_374), attr: 'p' },
        { path: ['link'], bytes: bytes(0), attr: 'l' },
        { path: ['.pad', '99'], bytes: bytes(99) },
        { path: ['y'], bytes: bytes(1) },
      ],
    })
    expect(files.map(({ path, isLeftOut }) => (isLeftOut ? '' : path))).toEqual(['x.sh', '', '', '', 'y'])
    expect(total).toBe(10 + 16_374 + 99 + 1)
  })
  it('is not all of it', () =>
    expect(refusal(makeTorrent({ files: [{ path: ['a'], bytes: bytes(10), attr: 'l' }] }))).toBe('badTorrent'))
})

describe('T06: what is no torrent is refused', () => {
  const deep = (count: number) => Buffer.concat([Buffer.from('l'.repeat(count)), Buffer.from('e'.repeat(count))])
  const good = makeTorrent(single())
  const withInfo = (info: Value) => bencode({ info })
  const infoOf = (info: Record<string, Value | undefined>) => makeTorrent(single(info))
  it.each<[string, Uint8Array]>([
    ['nothing', Buffer.alloc(0)],
    ['something else', Buffer.from('%PDF-1.7')],
    ['cut off', good.subarray(0, good.length - 30)],
    ['nested lists', deep(100_000)],
    ['nested lists in info', Buffer.concat([Buffer.from('d4:info'), deep(100_000), Buffer.from('e')])],
    ['lists without end', Buffer.alloc(5_000_000, 'l')],
    ['empty lists', Buffer.concat([Buffer.from('l'), Buffer.alloc(5_000_000, 'le'), Buffer.from('e')])],
    ['a negative length of a string', Buffer.from('l-3:abce')],
    ['a length beyond the end', Buffer.from('d4:info9999:xe')],
    ['a key twice', Buffer.from('d1:ai1e1:ai2ee')],
    ['a key that is a number', Buffer.from('di1ei2ee')],
    ['a key without a value', Buffer.from('d1:ae')],
    ['no info', bencode({ announce: 'http://t.example/' })],
    ['info that is a list', withInfo([])],
    ['no pieces', withInfo({ name: 'a', length: 1, 'piece length': PIECE_BYTES })],
    ['a negative length', infoOf({ length: -1 })],
    ['a float', Buffer.from(good.toString('latin1').replace('i40000e', 'i40000.5e'), 'latin1')],
    ['minus zero', Buffer.from(good.toString('latin1').replace('i40000e', 'i-0e'), 'latin1')],
    ['a length of 2^63', infoOf({ length: 2n ** 63n })],
    ['a length that is text', infoOf({ length: '40000' })],
    [
      'a sum beyond all numbers',
      makeTorrent({
        files: [],
        info: { files: [1, 2].map((one) => ({ path: [`${one}`], length: Number.MAX_SAFE_INTEGER })) },
      }),
    ],
    ['nothing in it', makeTorrent({ files: [{ path: [], bytes: bytes(0) }] })],
    ['pieces of 0', infoOf({ 'piece length': 0 })],
    ['pieces of 2^40', infoOf({ 'piece length': 2 ** 40 })],
    ['pieces of -1', infoOf({ 'piece length': -1 })],
    ['a piece too few', infoOf({ pieces: bytes(40) })],
    ['a piece too many', infoOf({ pieces: bytes(80) })],
    ['half a hash', infoOf({ pieces: bytes(50) })],
    ['a file and files', infoOf({ files: [{ path: ['a'], length: 1 }] })],
    ['neither', infoOf({ length: undefined })],
    ['no files', infoOf({ length: undefined, files: [] })],
    ['a file that is a number', infoOf({ length: undefined, files: [1] })],
    ['a file without a path', infoOf({ length: undefined, files: [{ length: 1, path: [] }] })],
    ['a path that is text', infoOf({ length: undefined, files: [{ length: 1, path: 'a' }] })],
    ['a path of numbers', infoOf({ length: undefined, files: [{ length: 1, path: [1] }] })],
    ['a name that is a list', infoOf({ name: ['a'] })],
  ])('%s', (_, torrent) => {
    // Processor time, since on a busy machine the time of day says nothing.
    const before = process.cpuUsage()
    expect(refusal(torrent)).toBe('badTorrent')
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  })

  it('too many files', () => {
    const files = Array.from({ length: IMPORT_FILES_MAX + 1 }, (_, index) => ({ path: [`${index}`], bytes: bytes(1) }))
    expect(refusal(makeTorrent({ files }))).toBe('tooMany')
    expect(read({ files: files.slice(1) }).files).toHaveLength(IMPORT_FILES_MAX)
  })

  it('version 2 alone; a hybrid one is taken as version 1', () => {
    const tree = { 'meta version': 2, 'file tree': { a: { '': { length: 40_000, 'pieces root': bytes(32) } } } }
    expect(refusal(makeTorrent(single({ ...tree, pieces: undefined, length: undefined })))).toBe('onlyVersion2')
    expect(read(single(tree)).files).toMatchObject([{ path: 'made', size: 40_000 }])
  })
})

describe('a child', () => {
  const never = new AbortController().signal
  const ask = (torrent: Uint8Array) => readTorrent(children.looks, torrent, never)

  it('reads them, however long', async () => {
    const files = Array.from({ length: IMPORT_FILES_MAX }, (_, index) => ({
      path: ['folder', `a file with a rather long name, number ${index}.jpg`],
      bytes: bytes(1),
    }))
    expect((await ask(makeTorrent({ files }))).files).toHaveLength(IMPORT_FILES_MAX)
  })
  it('tells why it refuses one', async () => {
    await expect(ask(Buffer.from('l'.repeat(100_000)))).rejects.toMatchObject({ code: 'badTorrent' })
    await expect(ask(makeTorrent(single({ pieces: undefined, 'meta version': 2 })))).rejects.toMatchObject({
      code: 'onlyVersion2',
    })
    await expect(ask(Buffer.alloc(TORRENT_MAX_BYTES + 1))).rejects.toMatchObject({ code: 'tooLarge' })
  })
})

describe('a magnet link', () => {
  const hash = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a'
  it('tells the hash, in hex or base 32, and where to ask', () => {
    expect(
      readMagnet(
        `magnet:?xt=urn:btih:${hash.toUpperCase()}&dn=..%2Fa&tr=http%3A%2F%2Ft.example%2F&tr.1=wss://t.example` +
          '&ws=http://s.example/&x.pe=127.0.0.1:80&xs=http://x.example/',
      ),
    ).toEqual({ infoHash: hash, name: '.._a', trackers: ['http://t.example/'], webSeeds: ['http://s.example/'] })
    expect(readMagnet('magnet:?xt=urn:btih:YEX6DQDLXISUVHOJ6UM3GNNKPQJWPKEK').infoHash).toBe(hash)
  })
  it.each([
    ['magnet:?xt=urn:btmh:1220caf1e1c30e81cb361b9ee167c4aa64228a7fa4fa9f6105232b28ad099f3a302e', 'onlyVersion2'],
    ['magnet:?xt=urn:btih:abc', 'badLink'],
    ['magnet:?dn=a', 'badLink'],
    [`http://example.org/?xt=urn:btih:${hash}`, 'badLink'],
  ])('is refused: %s', (link, code) => expect(() => readMagnet(link)).toThrow(expect.objectContaining({ code })))
  it('is refused where it is too long', () =>
    expect(() => readMagnet(`magnet:?xt=urn:btih:${hash}&dn=${'a'.repeat(10_000)}`)).toThrow('badLink'))
})
