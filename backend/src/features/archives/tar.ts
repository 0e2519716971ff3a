// Writes a tar (POSIX.1-1988 ustar, with pax headers of POSIX.1-2001 where a name needs them) as a stream, and computes
// its length.
import { once } from 'node:events'
import type { Stats } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { type EntryData, TarArchive } from 'archiver'
import type { ArchiveEntry } from './entry-log.ts'
import type { ReadyEntry } from './read-ahead.ts'

const BLOCK = 512
const END_LENGTH = 2 * BLOCK
/** The limit of eleven octal digits. The packer does not check that later times would break a header. */
const TIME_MAX_SECONDS = 0x7fffffff

const inBlocks = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK
const nameOf = ({ name, file }: ArchiveEntry): string => (file ? name : `${name}/`)

/** Bytes of the whole tar. */
export async function tarLength(entries: AsyncIterable<ArchiveEntry>): Promise<number> {
  let length = END_LENGTH
  for await (const entry of entries) length += headLength(entryName(entry)) + inBlocks(entry.file?.stat.size ?? 0)
  return length
}

// A name goes into the header, or into a pax header before it.
function headLength(name: string): number {
  if (fitsHeader(name)) return BLOCK
  return BLOCK + inBlocks(paxLength(name)) + BLOCK
}

// ustar has 100 bytes for the name and 155 for the folders before it, in ASCII.
function fitsHeader(name: string): boolean {
  if (Buffer.byteLength(name) !== name.length) return false
  if (name.length <= 100) return true
  const cut = name.indexOf('/', name.length - 101)
  return cut >= 0 && cut <= 155
}

// `LENGTH path=NAME\n`, where LENGTH includes its own digits.
function paxLength(name: string): number {
  const rest = ` path=${name}\n`
  let length = Buffer.byteLength(rest)
  const digits = String(length).length
  length += digits
  return String(length).length > digits ? length + 1 : length
}

// The packer takes `word:` at the beginning for a Windows drive and drops it. With `./` before it, it stays part of the
// name.
function entryName(entry: ArchiveEntry): string {
  const name = nameOf(entry)
  return /^\w+:/.test(name) ? `./${name}` : name
}

/** The tar. Reading it drives the reading of the entries; destroying it stops that. */
export function packTar(entries: AsyncIterable<ReadyEntry>): Readable {
  const archive = new TarArchive()
  const out = new PassThrough({ highWaterMark: 256 * 1024 })
  const gone = new AbortController()
  out.once('close', () => gone.abort())
  // The packer itself is never destroyed, only dropped: if an entry waits in it, destroying it throws where nobody can
  // catch it.
  archive.on('error', (error) => out.destroy(error))
  archive.pipe(out)
  feed(entries, { archive, out, signal: gone.signal }).catch((error: Error) => out.destroy(error))
  return out
}

interface Packing {
  archive: TarArchive
  out: PassThrough
  signal: AbortSignal
}

async function feed(entries: AsyncIterable<ReadyEntry>, packing: Packing): Promise<void> {
  for await (const entry of entries) {
    packing.signal.throwIfAborted()
    const { body, file, modified } = entry
    const data: EntryData = {
      name: entryName(entry),
      type: file ? 'file' : 'directory',
      date: timeOf(modified),
      mode: file ? 0o644 : 0o755,
    }
    if (body === null || Buffer.isBuffer(body)) await append(packing, body ?? Buffer.alloc(0), data)
    // Only the size of the stats is used.
    else
      await append(packing, Readable.from(body, { objectMode: false }), {
        ...data,
        stats: { size: file?.stat.size ?? 0 } as Stats,
      })
  }
  await packing.archive.finalize()
}

// One entry at a time, because the packer would queue any number of them.
async function append({ archive, out, signal }: Packing, source: Readable | Buffer, data: EntryData): Promise<void> {
  const packed = once(archive, 'entry', { signal })
  // The packer does not watch its source.
  if (!Buffer.isBuffer(source)) source.once('error', (error) => out.destroy(error))
  archive.append(source, data)
  try {
    await packed
  } finally {
    if (!Buffer.isBuffer(source)) source.destroy()
  }
}

function timeOf(modified: Date): Date {
  const seconds = Math.floor(modified.getTime() / 1000)
  return new Date(Math.max(0, Math.min(TIME_MAX_SECONDS, seconds)) * 1000)
}
