// The memory of the API during the upload and download of one large file, in one request and in chunks, and during the
// most expensive archives.
import { createCipheriv, createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { environment } from '../../scripts/lib/environment.ts'
import type { Client } from '../helpers/client.ts'
import { inMiB, measure, MIB, type Measurement } from '../helpers/memory.ts'
import { startNido } from '../helpers/nido.ts'
import { startServers } from '../helpers/servers.ts'

const SIZE = Math.round(Number(environment()['GIB'] ?? 2) * 1024) * MIB
const CHUNK = 10 * MIB
const WARM_UP = 64 * MIB
/** How far the API's memory may grow while a file of any size passes through it. */
const GROWTH_MAX = 150 * MIB
/** How many of the most expensive archives are made at once. */
const ARCHIVES = 5
const ARCHIVES_GROWTH_MAX = 300 * MIB
const ARCHIVED = 32 * MIB

/** Bytes that do not compress and are the same each time. */
function* pseudoRandom(size: number): Generator<Buffer> {
  const cipher = createCipheriv('aes-256-ctr', Buffer.alloc(32, 7), Buffer.alloc(16))
  const zeroes = Buffer.alloc(MIB)
  for (let left = size; left > 0; left -= MIB) yield cipher.update(left < MIB ? zeroes.subarray(0, left) : zeroes)
}

function* inChunks(pieces: Iterable<Buffer>): Generator<Buffer> {
  let held: Buffer[] = []
  for (const piece of pieces) {
    held.push(piece)
    if (held.length * MIB < CHUNK) continue
    yield Buffer.concat(held)
    held = []
  }
  if (held.length > 0) yield Buffer.concat(held)
}

function hashOf(size: number): string {
  const hash = createHash('sha256')
  for (const piece of pseudoRandom(size)) hash.update(piece)
  return hash.digest('hex')
}

async function uploadWhole(person: Client, path: string, size: number): Promise<void> {
  const headers = { 'Content-Length': String(size) }
  ;(await person.post(`/api/resources${path}`, Readable.from(pseudoRandom(size)), { headers })).expect(200)
}

/** Uploads as the page does: tus 1.0, chunk by chunk. */
async function uploadInChunks(person: Client, path: string, size: number): Promise<void> {
  const tus = { 'Tus-Resumable': '1.0.0' }
  ;(
    await person.post(`/api/tus${path}?override=false`, undefined, {
      headers: { ...tus, 'Upload-Length': String(size) },
    })
  ).expect(201)
  let offset = 0
  for (const chunk of inChunks(pseudoRandom(size))) {
    const headers = { ...tus, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' }
    ;(await person.patch(`/api/tus${path}?override=false`, chunk, { headers })).expect(204)
    offset += chunk.length
  }
}

async function download(person: Client, path: string, expected: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of await person.open('GET', `/api/raw${path}`)) hash.update(chunk as Buffer)
  if (hash.digest('hex') !== expected) throw new Error(`${path} came back changed`)
}

async function downloadArchive(person: Client, folder: string): Promise<void> {
  let size = 0
  for await (const chunk of await person.open('GET', `/api/raw${folder}?algo=tarxz`)) size += (chunk as Buffer).length
  if (size < ARCHIVED) throw new Error(`an archive of ${size} bytes lacks something`)
}

/** Sends one large file through a separate Nido, then makes archives. False if the API's memory grows too far. */
export async function benchMemory(): Promise<boolean> {
  if (SIZE === 0) return true
  const servers = await startServers()
  const nido = await startNido({ servers, replicas: 1 })
  let isTooMuch = false
  try {
    const person = await nido.makePerson()
    // The first bytes load code and grow buffers permanently, whatever the size.
    await uploadWhole(person, '/warm-up.bin', WARM_UP)
    await download(person, '/warm-up.bin', hashOf(WARM_UP))
    const expected = hashOf(SIZE)
    const report = (what: string, { seconds, before, growth }: Measurement, size = SIZE, max = GROWTH_MAX) => {
      isTooMuch ||= growth > max
      console.log(
        `${what.padEnd(26)} ${(size / MIB / seconds).toFixed(0).padStart(5)} MiB/s  ` +
          `${seconds.toFixed(1).padStart(6)} s   memory ${inMiB(before)} + ${inMiB(growth)}` +
          `${growth > max ? `, more than ${inMiB(max)}` : ''}`,
      )
    }
    console.log(`\nA file of ${inMiB(SIZE)}:`)
    report('up in one request', await measure(nido.replicas, () => uploadWhole(person, '/whole.bin', SIZE)))
    report('up in chunks of 10 MiB', await measure(nido.replicas, () => uploadInChunks(person, '/chunks.bin', SIZE)))
    report('down', await measure(nido.replicas, () => download(person, '/whole.bin', expected)))
    report('down, written in chunks', await measure(nido.replicas, () => download(person, '/chunks.bin', expected)))
    // Nobody may have so many at once.
    const people = [person, await nido.makePerson()]
    for (const one of people) await uploadWhole(one, '/archived/a.bin', ARCHIVED)
    const askers = Array.from({ length: ARCHIVES }, (_, index) => people[index % people.length] ?? person)
    const archives = () => Promise.all(askers.map((one) => downloadArchive(one, '/archived/')))
    report(
      'five tar.xz at once',
      await measure(nido.replicas, async () => {
        await archives()
      }),
      ARCHIVES * ARCHIVED,
      ARCHIVES_GROWTH_MAX,
    )
  } finally {
    await nido.stop()
    await servers.stop()
  }
  return !isTooMuch
}
