// Realistic files of various kinds on disk. A file's content depends on its number alone, so that two runs have the
// same files.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { deflateSync, crc32 } from 'node:zlib'

/** A created file. `relative`: with slashes; `modified`: in milliseconds. */
export interface MadeFile {
  relative: string
  size: number
  modified: number
  sha256: string
  type: string
}

/** Bytes that look random but are the same for the same seed. */
function noise(seed: number, length: number): Buffer {
  const blocks: Buffer[] = []
  for (let count = 0; count * 64 < length; count++)
    blocks.push(createHash('sha512').update(`${seed} ${count}`).digest())
  return Buffer.concat(blocks).subarray(0, length)
}

/** A PNG picture (W3C PNG 3): `size` pixels square, in one colour chosen by the seed. */
export function pngPicture(seed: number, size = 48): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.concat(
      Array.from({ length: size }, (_, x) => Buffer.from([(seed * 53) % 256, (x * 5) % 256, (seed * 17) % 256])),
    ),
  ])
  const pixels = Buffer.concat(Array.from({ length: size }, () => row))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A sound as WAV (RIFF, PCM 8 bit mono): so many samples of a byte each a second. */
export function wavOf(samples: Buffer, rate: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

/** A second of a tone as WAV. */
export function wavTone(seed: number): Buffer {
  const rate = 8000
  const samples = Array.from({ length: rate }, (_, at) => 128 + 60 * Math.sin((at * (200 + seed) * Math.PI) / rate))
  return wavOf(Buffer.from(samples), rate)
}

/** A one-page PDF with one line of text (ISO 32000). */
export function pdfPage(text: string): Buffer {
  const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n` +
      `${body.length}\n%%EOF\n`,
    'latin1',
  )
}

const KINDS: readonly { ending: string; type: string; make(seed: number): Buffer }[] = [
  { ending: 'txt', type: 'text/plain', make: (seed) => Buffer.from(`Line ${seed}\n`.repeat(1 + (seed % 400))) },
  { ending: 'png', type: 'image/png', make: (seed) => pngPicture(seed) },
  {
    ending: 'json',
    type: 'application/json',
    make: (seed) => Buffer.from(JSON.stringify({ seed, list: Array.from({ length: seed % 50 }, (_, at) => at) })),
  },
  { ending: 'wav', type: 'audio/wav', make: wavTone },
  { ending: 'pdf', type: 'application/pdf', make: (seed) => pdfPage(`Page ${seed}`) },
  {
    ending: 'csv',
    type: 'text/csv',
    make: (seed) => Buffer.from(Array.from({ length: 1 + (seed % 90) }, (_, at) => `${at};ñandú ${seed}`).join('\n')),
  },
  {
    ending: 'svg',
    type: 'image/svg+xml',
    make: (seed) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="${seed % 9}"/></svg>`),
  },
  { ending: 'bin', type: 'application/octet-stream', make: (seed) => noise(seed, (seed * 977) % 150_000) },
]
const FOLDERS = ['', 'Día de playa', 'papers/2026', 'música & más', 'papers/2025 50% #1']

/** Creates files in a new temporary folder. `remove` deletes it. */
export async function makeRealFiles(
  count: number,
  name = 'Household',
): Promise<{ folder: string; files: MadeFile[]; remove(): Promise<void> }> {
  const base = await mkdtemp(path.join(os.tmpdir(), 'nido-files-'))
  const folder = path.join(base, name)
  const files: MadeFile[] = []
  for (let seed = 0; seed < count; seed++) {
    const kind = KINDS[seed % KINDS.length]
    if (!kind) continue
    const relative = path.posix.join(FOLDERS[seed % FOLDERS.length] ?? '', `file ${seed}.${kind.ending}`)
    // One file in a hundred is empty.
    const body = seed % 100 === 7 ? Buffer.alloc(0) : kind.make(seed)
    const modified = Date.UTC(2019, 0, 1) + seed * 86_400_000 + 1000 * (seed % 60)
    await mkdir(path.join(folder, path.dirname(relative)), { recursive: true })
    await writeFile(path.join(folder, relative), body)
    await utimes(path.join(folder, relative), modified / 1000, modified / 1000)
    files.push({
      relative,
      size: body.length,
      modified,
      sha256: createHash('sha256').update(body).digest('hex'),
      type: kind.type,
    })
  }
  return { folder, files, remove: () => rm(base, { recursive: true, force: true }) }
}

/** A large file that does not compress. Its size is in bytes, a multiple of one megabyte. */
export async function makeLargeFile(
  bytes: number,
  name = 'film.bin',
): Promise<{ file: string; modified: number; sha256: string; remove(): Promise<void> }> {
  const base = await mkdtemp(path.join(os.tmpdir(), 'nido-large-'))
  const file = path.join(base, name)
  const block = noise(bytes, 1024 * 1024)
  await pipeline(function* () {
    for (let at = 0; at < bytes; at += block.length) {
      const copy = Buffer.from(block)
      copy.writeUInt32LE(at / block.length, 0)
      yield copy
    }
  }, createWriteStream(file))
  return {
    file,
    modified: Math.floor((await stat(file)).mtimeMs),
    sha256: await sha256Of(file),
    remove: () => rm(base, { recursive: true, force: true }),
  }
}

/** SHA-256 of a file on the disk, in hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
