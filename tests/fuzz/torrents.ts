// Torrent files with changed bytes, and magnet links.
import { JobFailed } from '../../backend/src/jobs/types.ts'
import { readMagnet } from '../../backend/src/features/imports/torrents/magnet.ts'
import { readMetainfo } from '../../backend/src/features/imports/torrents/metainfo.ts'
import { fold } from '../../backend/contract/fold.ts'
import { parseUserPath } from '../../backend/src/storage/paths.ts'
import { makeTorrent } from '../helpers/torrent-files.ts'
import { hold } from './holding.ts'
import { bytesLike, textOf } from './inputs.ts'
import type { Target } from './target.ts'

const bytes = (length: number) => Buffer.alloc(length, 'x')
const FILES: readonly Buffer[] = [
  makeTorrent({ files: [{ path: [], bytes: bytes(40_000) }], trackers: ['http://t.example/announce'] }),
  makeTorrent({
    name: '../é\u202e',
    files: [
      { path: ['a', '..', 'b'], bytes: bytes(20_000) },
      { path: ['A', '_', 'B'], bytes: bytes(10) },
      { path: ['.pad', '7'], bytes: bytes(7), attr: 'p' },
      { path: ['l'], bytes: bytes(0), attr: 'l' },
    ],
    webSeeds: ['http://s.example/'],
  }),
]

/** What a parser says; null where it refuses for a reason that its person is told. */
function told<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof JobFailed) return null
    throw error
  }
}

export const torrentFiles: Target<Buffer> = {
  name: 'torrent files',
  inputs: bytesLike(FILES),
  check(torrent) {
    const read = told(() => readMetainfo(torrent))
    if (read === null) return
    const { name, files, total, pieceLength } = read.metainfo
    hold(parseUserPath(`/${name}`) === `/${name}` && !name.includes('/'), 'a name that is one')
    const stored = files.filter(({ isLeftOut }) => !isLeftOut)
    hold(
      stored.every(({ path }) => parseUserPath(`/${path}`) === `/${path}`),
      'paths that stay below it',
    )
    hold(new Set(stored.map(({ path }) => fold(path))).size === stored.length, 'paths that are unique')
    hold(files.reduce((sum, { size }) => sum + size, 0) === total, 'a sum that is right')
    hold(Math.ceil(total / pieceLength) * 20 === read.hashes.length, 'as many pieces as there are hashes')
  },
}

const WORDS = ['magnet:?', 'xt=', 'urn:btih:', 'urn:btmh:', '&', 'dn=', 'tr=', 'http://t.example', '%', 'a'.repeat(40)]

export const magnetLinks: Target<string> = {
  name: 'magnet links',
  inputs: textOf(WORDS).map((text) => `magnet:?${text}`),
  check(link) {
    const magnet = told(() => readMagnet(link))
    if (magnet !== null) hold(/^[0-9a-f]{40}$/.test(magnet.infoHash), 'a hash')
  },
}
