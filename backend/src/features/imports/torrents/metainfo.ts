// What a torrent file says, by rules of our own: nothing of it is to be trusted.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { IMPORT_FILES_MAX, IMPORT_LINK_MAX_LENGTH, IMPORT_TRACKERS_MAX } from '../../../../contract/limits.ts'
import { createUniquePaths } from '../../../lib/unique-paths.ts'
import { failed } from '../landing-failures.ts'
import { cleanName } from '../names.ts'
import { BadBencode, type Bencoded, type BencodedDictionary, readBencode } from './bencode.ts'

const count = z.int().nonnegative()

const torrentFile = z.strictObject({
  /** Below the folder of the torrent: clean, and unique also where case does not matter. */
  path: z.string(),
  /** As the torrent names it, encoded for a URL: web seeds want it. */
  seedPath: z.string(),
  size: count,
  /** Where it begins among the bytes of all files. */
  offset: count,
  /** Padding (BEP 47) and symbolic links, which are never stored. */
  isLeftOut: z.boolean(),
})
export type TorrentFile = z.infer<typeof torrentFile>

export const metainfo = z.strictObject({
  /** SHA-1 of `info`, in hex. */
  infoHash: z.string(),
  /** A name for its folder. */
  name: z.string(),
  /** Whether it is a folder of files, however many, or one file. */
  isFolder: z.boolean(),
  files: z.array(torrentFile),
  pieceLength: count,
  /** Bytes of all files. */
  total: count,
  trackers: z.array(z.string()),
  webSeeds: z.array(z.string()),
  /** BEP 27: peers come from its trackers alone. */
  isPrivate: z.boolean(),
})
export type Metainfo = z.infer<typeof metainfo>

/** A torrent as read, with what only the engine needs. */
export interface ReadTorrent {
  metainfo: Metainfo
  info: BencodedDictionary
  /** SHA-1 of each piece, 20 bytes each. */
  hashes: Uint8Array
}

const PIECE_MIN = 16 * 1024
const PIECE_MAX = 64 * 1024 * 1024
const HASH_BYTES = 20
const WEB_SEEDS_MAX = 20
/** Bytes of a name, and of a path below it. Keys have 1,024, and the person's folders are in them, too. */
const NAME_MAX = 150
const PATH_MAX = 600
const FOLDERS_MAX = 50
const PADDING = /^\.pad\/\d+$/

const bad = (why: string) => failed('badTorrent', why)

/** @throws JobFailed `badTorrent`, `onlyVersion2`, `tooMany` */
export function readMetainfo(bytes: Uint8Array): ReadTorrent {
  const { value, ranges } = decode(bytes)
  const range = ranges.get('info')
  if (!(value instanceof Map) || range === undefined) throw bad('no info')
  return readInfo(bytes.subarray(range.start, range.end), {
    trackers: trackersOf(value),
    webSeeds: webSeedsOf(value.get('url-list')),
  })
}

/** The same for `info` alone, as peers send it. `sources`: where more of it may be had. @throws JobFailed */
export function readInfo(bytes: Uint8Array, sources: Pick<Metainfo, 'trackers' | 'webSeeds'>): ReadTorrent {
  const info = decode(bytes).value
  if (!(info instanceof Map)) throw bad('info is no dictionary')
  const hashes = info.get('pieces')
  if (!(hashes instanceof Uint8Array)) throw info.has('meta version') ? failed('onlyVersion2') : bad('no pieces')
  const pieceLength = info.get('piece length')
  if (typeof pieceLength !== 'number' || pieceLength < PIECE_MIN || pieceLength > PIECE_MAX) throw bad('piece length')
  const name = cleanName(textOf(info.get('name.utf-8') ?? info.get('name')), NAME_MAX) || 'torrent'
  const { files, isFolder } = filesOf(info, name)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (!Number.isSafeInteger(total) || total === 0) throw bad('the sum of its sizes')
  if (hashes.length !== Math.ceil(total / pieceLength) * HASH_BYTES) throw bad('the number of its pieces')
  const infoHash = createHash('sha1').update(bytes).digest('hex')
  const isPrivate = info.get('private') === 1
  return { metainfo: { infoHash, name, isFolder, files, pieceLength, total, ...sources, isPrivate }, info, hashes }
}

function decode(bytes: Uint8Array): ReturnType<typeof readBencode> {
  try {
    return readBencode(bytes)
  } catch (error) {
    if (error instanceof BadBencode) throw bad(error.message)
    throw error
  }
}

function filesOf(info: BencodedDictionary, name: string): Pick<Metainfo, 'files' | 'isFolder'> {
  const [list, length] = [info.get('files'), info.get('length')]
  if ((list === undefined) === (length === undefined)) throw bad('neither a file nor a list of files')
  if (list === undefined) {
    const seedPath = encodeURIComponent(textOf(info.get('name')).toWellFormed())
    return { isFolder: false, files: [{ path: name, seedPath, size: sizeOf(length), offset: 0, isLeftOut: false }] }
  }
  if (!Array.isArray(list) || list.length === 0) throw bad('no files')
  if (list.length > IMPORT_FILES_MAX) throw failed('tooMany', `more than ${IMPORT_FILES_MAX} files`)
  const unique = createUniquePaths()
  let offset = 0
  const files = list.map((entry, number): TorrentFile => {
    const file = fileOf(entry, textOf(info.get('name')))
    const path = file.isLeftOut ? `${number}` : (unique.take(pathOf(file.names), false) ?? `${number}`)
    const placed = { path, seedPath: file.seedPath, size: file.size, offset, isLeftOut: file.isLeftOut }
    offset += file.size
    return placed
  })
  if (files.every(({ isLeftOut }) => isLeftOut)) throw bad('no files')
  return { isFolder: true, files }
}

function fileOf(
  entry: Bencoded,
  folder: string,
): Pick<TorrentFile, 'seedPath' | 'size' | 'isLeftOut'> & { names: string[] } {
  if (!(entry instanceof Map)) throw bad('a file that is none')
  const path = entry.get('path.utf-8') ?? entry.get('path')
  if (!Array.isArray(path) || path.length === 0) throw bad('a file without a path')
  const names = path.map(textOf)
  const attributes = entry.get('attr') instanceof Uint8Array ? textOf(entry.get('attr')) : ''
  const isLink = attributes.includes('l')
  return {
    names,
    seedPath: [folder, ...names].map((one) => encodeURIComponent(one.toWellFormed())).join('/'),
    size: isLink ? sizeOf(entry.get('length') ?? 0) : sizeOf(entry.get('length')),
    isLeftOut: isLink || attributes.includes('p') || PADDING.test(names.join('/')),
  }
}

function sizeOf(value: Bencoded | undefined): number {
  if (typeof value !== 'number' || value < 0) throw bad('a size that is none')
  return value
}

/** A clean path of the names that can be kept. One that would be too long keeps its last name alone. */
function pathOf(names: readonly string[]): string {
  const clean = names.map((name) => cleanName(name)).filter((name) => name !== '')
  if (clean.length === 0) return 'file'
  const path = clean.join('/')
  const isFine = clean.length <= FOLDERS_MAX && Buffer.byteLength(path) <= PATH_MAX
  return isFine ? path : (clean.at(-1) ?? 'file')
}

/** Bytes as text. What is no UTF-8 shows as such. @throws JobFailed `badTorrent` for anything else */
function textOf(value: Bencoded | undefined): string {
  if (!(value instanceof Uint8Array)) throw bad('a name that is none')
  return new TextDecoder().decode(value)
}

function trackersOf(torrent: BencodedDictionary): string[] {
  const tiers = torrent.get('announce-list')
  const told = Array.isArray(tiers) ? tiers.flat() : []
  return trackersAmong([...told, torrent.get('announce')].flatMap(asText))
}

function webSeedsOf(value: Bencoded | undefined): string[] {
  const told = Array.isArray(value) ? value : [value]
  return webSeedsAmong(told.flatMap(asText))
}

const asText = (value: Bencoded | undefined): string[] => (value instanceof Uint8Array ? [textOf(value)] : [])

/** Addresses of trackers that we can speak to: not those for WebRTC, whose sockets nobody guards. */
export const trackersAmong = (addresses: readonly string[]): string[] =>
  addressesAmong(addresses, ['http:', 'https:', 'udp:']).slice(0, IMPORT_TRACKERS_MAX)

export const webSeedsAmong = (addresses: readonly string[]): string[] =>
  addressesAmong(addresses, ['http:', 'https:']).slice(0, WEB_SEEDS_MAX)

function addressesAmong(addresses: readonly string[], protocols: readonly string[]): string[] {
  const fine = addresses.filter((address) => {
    if (address.length > IMPORT_LINK_MAX_LENGTH || !URL.canParse(address)) return false
    const { protocol, hostname, username, password } = new URL(address)
    return protocols.includes(protocol) && hostname !== '' && username === '' && password === ''
  })
  return [...new Set(fine)]
}
