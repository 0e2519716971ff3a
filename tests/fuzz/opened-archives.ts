// The listings of archives as a child makes them, and the bytes of their entries.
import { execFileSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { compressFrameSync } from 'lz4-napi'
import type { OpenableFormat } from '../../backend/contract/archives.ts'
import { entriesOf } from '../../backend/src/features/archives/opened/entry.ts'
import { archiveBytes, archiveEntries } from '../../backend/src/features/archives/opened/tasks.ts'
import { readZipEntry } from '../../backend/src/features/archives/opened/zip-bytes.ts'
import { parseUserPath } from '../../backend/src/storage/paths.ts'
import type { OpenFile } from '../../backend/src/storage/types.ts'
import { parentWith } from '../helpers/child-parent.ts'
import { PACKED_7Z, PLAIN_7Z, signed7z } from '../helpers/packed-7z.ts'
import { pack } from '../helpers/packed-zip.ts'
import { hold, isRefusal } from './holding.ts'
import { bytesLike } from './inputs.ts'
import type { Target } from './target.ts'

const tarOf = (...options: string[]): Buffer =>
  execFileSync('tar', ['-C', import.meta.dirname, '-cf', '-', ...options, 'holding.ts', 'target.ts'])
const TARS = [tarOf('--format=ustar'), tarOf('--format=pax'), tarOf('--format=gnu'), Buffer.alloc(1024)]
const ZIPS = [
  pack([{ name: 'a.txt', body: 'hello '.repeat(20) }, { name: 'd/' }, { name: 'd/é.txt', body: 'y', method: 0 }]),
  pack([{ name: '../x', body: 'x' }]),
  pack([]),
]
const SEVEN_ZIPS = [PLAIN_7Z, ...Object.values(PACKED_7Z)]
/** How many bytes of an archive are unpacked, which is enough for a test. */
const READ_MAX = 1024 * 1024

const bodyless = new Uint8Array()

async function check(format: OpenableFormat, bytes: Buffer): Promise<void> {
  const { body = bodyless } = await archiveEntries({ format, size: bytes.length }, bodyless, parentWith(bytes))
  const paths = new Set<string>()
  let total = 0
  for (const entry of entriesOf(body)) {
    hold(parseUserPath(`/${entry.path}`) === `/${entry.path}`, 'a name that is a clean path')
    hold(!paths.has(entry.path.toLowerCase()), 'a name that no other one has')
    hold(entry.modified === null || !Number.isNaN(new Date(entry.modified).getTime()), 'a time that is one, or none')
    paths.add(entry.path.toLowerCase())
    total += entry.size
    if (total > READ_MAX || entry.isFolder || entry.trouble !== null) continue
    const read = format === 'zip' ? readZipEntry(fileOf(bytes), entry) : null
    const length = read ? await lengthOf(read) : await unpackedLength(format, bytes, entry)
    hold(length === null || length === entry.size, 'the bytes that were told, or none')
  }
}

const fileOf = (bytes: Buffer): OpenFile => ({
  stat: { kind: 'file', size: bytes.length, modified: new Date(0), etag: '', contentType: '', version: '' },
  read: (range) => Readable.from([bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length) + 1)]),
})

/** The number of bytes; null if the stream fails, as it should for broken archives. */
const lengthOf = (stream: Readable): Promise<number | null> =>
  stream.reduce((sum: number, chunk: Buffer) => sum + chunk.length, 0).catch(() => null)

async function unpackedLength(
  format: OpenableFormat,
  bytes: Buffer,
  { at, size }: { at: number; size: number },
): Promise<number | null> {
  // A plain tar is read in place.
  if (format === 'tar') return at + size <= bytes.length ? size : -1
  const parent = parentWith(bytes)
  try {
    await archiveBytes({ format, size: bytes.length, start: at, length: size }, bodyless, parent)
    return parent.given.reduce((sum, piece) => sum + piece.length, 0)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

const targetOf = (name: string, format: OpenableFormat, files: readonly Buffer[]): Target<Buffer> => ({
  name,
  inputs: bytesLike(files),
  check: async (bytes) => {
    await check(format, bytes).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
  },
})

export const openedArchives: readonly Target<Buffer>[] = [
  targetOf('entries of opened zips', 'zip', ZIPS),
  targetOf('entries of opened tars', 'tar', TARS),
  targetOf(
    'entries of opened packed tars',
    'targz',
    TARS.map((tar) => gzipSync(tar)),
  ),
  targetOf('entries of opened tar.bz2', 'tarbz2', [execFileSync('bzip2', { input: TARS[0] })]),
  targetOf(
    'entries of opened tar.lz4',
    'tarlz4',
    TARS.map((tar) => compressFrameSync(tar)),
  ),
  targetOf('entries of opened 7z', '7z', SEVEN_ZIPS),
  // Otherwise the checksum of the header ends most attempts at once.
  {
    ...targetOf('entries of opened 7z with right checksums', '7z', SEVEN_ZIPS),
    inputs: bytesLike(SEVEN_ZIPS).map(signed7z),
  },
]
