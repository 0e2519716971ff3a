// The contents of zips as their reader reports them, and the bytes of their entries.
import { Readable } from 'node:stream'
import { ZipReader } from '../../backend/src/features/archives/zip-reader.ts'
import { zipEntries } from '../../backend/src/features/archives/zip-directory.ts'
import type { ChildPool } from '../../backend/src/lib/child/pool.ts'
import { parseUserPath } from '../../backend/src/storage/paths.ts'
import type { OpenFile } from '../../backend/src/storage/types.ts'
import { pack } from '../helpers/packed-zip.ts'
import { parentWith } from '../helpers/child-parent.ts'
import { hold, isRefusal } from './holding.ts'
import { bytesLike } from './inputs.ts'
import type { Target } from './target.ts'

/** APPNOTE 4.5.3: sizes and an offset of eight bytes each, little-endian. */
const zip64Of = (at: string): Buffer => Buffer.from(`01001800${'0100000000000000'.repeat(2)}${at}`, 'hex')
/** Times in Unix and NTFS format. */
const unixTime = Buffer.from('5554050001806aff65', 'hex')
const windowsTime = Buffer.from(`0a002000000000000100180080a4d0f1b0d8da01${'0'.repeat(32)}`, 'hex')

const FILES: readonly Buffer[] = [
  pack([{ name: 'a.txt', body: 'hello '.repeat(20) }, { name: 'd/' }, { name: 'd/é 😀.txt', body: 'y', method: 0 }]),
  pack([
    { name: 'x', body: 'x', method: 0, extra: unixTime },
    { name: 'y', body: 'y', extra: windowsTime },
  ]),
  withZip64(pack([{ name: 'z', body: 'z', method: 0, extra: zip64Of('0000000000000000') }])),
  pack([{ name: '../x', body: 'x' }]),
  pack([]),
]

/** Makes the first entry say that its size and offset are in the extra field. */
function withZip64(bytes: Buffer): Buffer {
  const at = bytes.indexOf('PK\u0001\u0002')
  bytes.fill(0xff, at + 20, at + 28)
  bytes.fill(0xff, at + 42, at + 46)
  return bytes
}

/** Runs the child's task in this process, because fuzzing needs a thousand runs a second. */
const here: Pick<ChildPool, 'run'> = {
  run: async ({ input, body }) => {
    const pieces: Uint8Array[] = []
    for await (const piece of body?.open() ?? []) pieces.push(piece)
    const { value, body: answer = new Uint8Array() } = await zipEntries(
      input,
      new Uint8Array(Buffer.concat(pieces)),
      parentWith(),
    )
    return { value: JSON.parse(JSON.stringify(value)), body: Buffer.from(answer) }
  },
}

const fileOf = (bytes: Buffer): OpenFile => ({
  stat: { kind: 'file', size: bytes.length, modified: new Date(0), etag: '', contentType: '', version: '' },
  read: (range) => Readable.from([bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length) + 1)]),
})

/** How many unpacked bytes of one zip are read: enough for a test. */
const READ_MAX = 1024 * 1024

async function check(bytes: Buffer): Promise<void> {
  const zip = await new ZipReader(here).open(fileOf(bytes), new AbortController().signal)
  let total = 0
  for (const entry of zip.entries()) {
    hold(parseUserPath(`/${entry.name}`) === `/${entry.name}`, 'a name that is a clean path')
    hold(Number.isSafeInteger(entry.size) && entry.size >= 0, 'a size that can be one')
    hold(!Number.isNaN(entry.modified.getTime()), 'a time that is one')
    total += entry.size
    if (total > READ_MAX || entry.isFolder) continue
    const read = await bytesOf(await entry.read())
    hold(read === null || read === entry.size, 'the bytes that were told, or none')
  }
}

/** The number of bytes in a stream; null if it fails, as it does for corrupt data. */
const bytesOf = (stream: Readable): Promise<number | null> =>
  stream.reduce((sum: number, chunk: Buffer) => sum + chunk.length, 0).catch(() => null)

export const zips: Target<Buffer> = {
  name: 'entries of zips',
  inputs: bytesLike(FILES),
  cases: [
    // An entry that starts at offset 0xffff000000000000.
    withZip64(pack([{ name: 'z', body: 'z', method: 0, extra: zip64Of('000000000000ffff') }])),
  ],
  check: async (bytes) => {
    await check(bytes).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
  },
}
