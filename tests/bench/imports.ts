// Imports of one large file beside other programs that fetch the same from the same place: a torrent beside aria2 and
// transmission, a link beside curl, and to the object in the bucket beside a plain multipart upload of the same bytes.
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, type S3Client } from '@aws-sdk/client-s3'
import { Client as MinioClient } from 'minio'
import type { ImportDetails } from '../../backend/contract/imports.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { environment } from '../../scripts/lib/environment.ts'
import type { Client } from '../helpers/client.ts'
import { type Nido, type NidoProcess, startNido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { type OwnServers, startServers } from '../helpers/servers.ts'
import { formWith } from '../helpers/torrent-files.ts'
import { childrenOf } from '../importing/processes.ts'
import { type Fetched, fetchBy, missingRivals } from './import-rivals.ts'
import { HOST, type ImportSource, startSource } from './import-source.ts'
import { watchUse } from './used.ts'
import { exchange, median, timed } from './wire.ts'

const { GIB = '1', ROUNDS = '3' } = environment()
const MEBIBYTES = Math.round(Math.min(1, Number(GIB)) * 1024)
const MIB = 1024 * 1024
const SIZE = MEBIBYTES * MIB
const PART = 32 * MIB
const LOOK_MS = 20
/** What the process of one torrent may hold. */
const CHILD_MAX_MIB = 260
const PLAIN = 'plain-client'

/** A Nido with a worker, and the bucket of a plain client in the same MinIO. */
interface ImportBench {
  source: ImportSource
  folder: string
  nido: Nido
  worker: NidoProcess
  person: Client
  s3: PlainS3
  sign(key: string, query: Record<string, string>): Promise<string>
}

/** As of other programs, and to the object in the bucket. `memoryMiB` is that of the child, if there is one. */
interface Imported extends Fetched {
  objectSeconds: number
}

type Row = 'torrent' | 'link' | 'aria2' | 'transmission' | 'curl'

/** Answers false if a child holds more than it may. */
export async function benchImports(): Promise<boolean> {
  if (MEBIBYTES === 0) return true
  const missing = await missingRivals()
  if (missing.length > 0) {
    console.log(`\nImports are not measured: ${missing.join(', ')} cannot be installed.`)
    return true
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-imports-'))
  const servers = await startServers()
  const source = await startSource(folder, MEBIBYTES)
  const site = await openSite(servers, source, folder)
  try {
    return await measure(site)
  } finally {
    site.s3.close()
    await site.nido.stop()
    await source.stop()
    await servers.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function openSite(servers: OwnServers, source: ImportSource, folder: string): Promise<ImportBench> {
  const settings = { LOG_LEVEL: 'info', IMPORT_PRIVATE_ADDRESSES: `127.0.0.1,${HOST}` }
  const nido = await startNido({ servers, replicas: 1, settings })
  const worker = await nido.addWorker({ WORKER_DIR: path.join(folder, 'worker') })
  const person = await nido.makePerson({ perm: { importTorrents: true, importYouTube: true } })
  const s3 = openS3(servers)
  await s3.makeBucket(PLAIN)
  const { hostname, port } = new URL(servers.s3Endpoint)
  const { accessKey, secretKey } = servers.keys
  const minio = new MinioClient({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey,
    secretKey,
    region: 'us-east-1',
  })
  const sign = (key: string, query: Record<string, string>) => minio.presignedUrl('PUT', PLAIN, key, 3600, query)
  return { source, folder, nido, worker, person, s3, sign }
}

async function measure(site: ImportBench): Promise<boolean> {
  const rows = new Map<Row, Imported[]>()
  const plain: number[] = []
  const note = (row: Row, one: (Fetched & { objectSeconds?: number }) | null) =>
    one !== null && rows.set(row, [...(rows.get(row) ?? []), { objectSeconds: NaN, ...one }])
  for (let round = 0; round < Number(ROUNDS); round += 1) {
    const works: (() => Promise<unknown>)[] = [
      async () => note('torrent', await importOf(site, 'torrent')),
      async () => note('aria2', await fetchBy('aria2', site.source, path.join(site.folder, 'aria2'))),
      async () => note('transmission', await fetchBy('transmission', site.source, path.join(site.folder, 'tm'))),
      async () => note('link', await importOf(site, 'link')),
      async () => note('curl', await fetchBy('curl', site.source, path.join(site.folder, 'curl'))),
      async () => plain.push((await timed(() => multipart(site))) / 1000),
    ]
    for (const work of round % 2 === 0 ? works : works.toReversed()) await work()
  }
  return print(rows, median(plain))
}

/** Lets Nido fetch it, as a person asks for it, and removes it again. */
async function importOf(site: ImportBench, kind: 'torrent' | 'link'): Promise<Imported> {
  const { person, worker, source, folder, nido, s3 } = site
  const children = () => childrenOf(worker.pid, 'torrents/child.ts')
  const [childUse, workerUse] = [watchUse(children), watchUse(() => [worker.pid])]
  const began = performance.now()
  const id = await begin(person, source, kind)
  const scratch = path.join(folder, 'worker', id)
  const file = kind === 'torrent' ? path.join(scratch, 'files', '0') : path.join(scratch, 'content')
  const { first, last } = await followFile(file)
  const [bucket, key] =
    kind === 'torrent'
      ? [`${nido.bucketPrefix}shared`, `TORRENTS/${source.name}`]
      : [placeOfScope(nido.bucketPrefix, person.scope).bucket, `Downloads/${source.name}`]
  while ((await s3.list(bucket, key)).length === 0) await sleep(LOOK_MS)
  const object = performance.now()
  const [child, own] = [childUse(), workerUse()]
  await remove(site, id, { bucket, key })
  return {
    processorSeconds: child.processorSeconds + own.processorSeconds,
    memoryMiB: kind === 'torrent' ? child.memoryMiB : own.memoryMiB,
    seconds: (last - began) / 1000,
    transferSeconds: (last - first) / 1000,
    objectSeconds: (object - began) / 1000,
  }
}

/** Returns the id of the import. */
async function begin(person: Client, { torrent, link }: ImportSource, kind: 'torrent' | 'link'): Promise<string> {
  if (kind === 'link') {
    const answer = (await person.post('/api/imports', { links: [link], kind, again: true })).expect(200)
    return answer.json<{ items: { id: string }[] }>().items[0]?.id ?? ''
  }
  const { body, type } = formWith('torrent', 'large.torrent', await readFile(torrent))
  const answer = await person.post('/api/import-torrent', body, { headers: { 'Content-Type': type } })
  return answer.expect(200).json<{ id: string }>().id
}

/** When the first byte of a growing file is there, and the last one: only what is verified is written to it. */
async function followFile(file: string): Promise<{ first: number; last: number }> {
  let first = 0
  for (;;) {
    const bytes = await stat(file).then(
      ({ size, blocks }) => Math.min(size, blocks * 512),
      () => (first === 0 ? 0 : SIZE),
    )
    if (first === 0 && bytes > 0) first = performance.now()
    if (bytes === SIZE) return { first, last: performance.now() }
    await sleep(LOOK_MS)
  }
}

async function remove({ person, s3 }: ImportBench, id: string, at: { bucket: string; key: string }): Promise<void> {
  const state = async () => (await person.get(`/api/imports/${id}`)).json<ImportDetails>().state
  while ((await state()) !== 'done') await sleep(LOOK_MS)
  ;(await person.delete(`/api/imports/${id}`)).expect(204)
  for (const { key, versionId } of await s3.versions(at.bucket, at.key)) await s3.delete(at.bucket, key, versionId)
}

/** A plain upload of the same file, part by part. */
async function multipart({ s3, source, sign }: ImportBench): Promise<void> {
  const client: S3Client = s3.client
  const at = { Bucket: PLAIN, Key: source.name }
  const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand(at))
  const parts: { PartNumber: number; ETag: string }[] = []
  const handle = await open(source.file, 'r')
  for (let start = 0; start < SIZE; start += PART) {
    const body = Buffer.alloc(Math.min(PART, SIZE - start))
    await handle.read(body, 0, body.length, start)
    const number = parts.length + 1
    const url = await sign(source.name, { partNumber: String(number), uploadId: UploadId })
    const { headers } = await exchange(url, { method: 'PUT', body })
    parts.push({ PartNumber: number, ETag: String(headers.etag) })
  }
  await handle.close()
  await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: parts } }))
  await s3.delete(PLAIN, source.name)
}

function print(rows: ReadonlyMap<Row, readonly Imported[]>, plain: number): boolean {
  const of = (row: Row, field: keyof Imported) => median((rows.get(row) ?? []).map((one) => one[field]))
  console.log(`\nImports of ${MEBIBYTES} MiB (a plain multipart upload of it takes ${plain.toFixed(1)} s):`)
  console.log('| what | to the last byte, s | of that after the first, s | to the object, s | processor, s | MiB |')
  console.log('|---|---|---|---|---|---|')
  for (const row of rows.keys())
    console.log(
      `| ${row} | ${of(row, 'seconds').toFixed(1)} | ${of(row, 'transferSeconds').toFixed(1)} | ` +
        `${Number.isNaN(of(row, 'objectSeconds')) ? '' : of(row, 'objectSeconds').toFixed(1)} | ` +
        `${of(row, 'processorSeconds').toFixed(1)} | ${of(row, 'memoryMiB').toFixed(0)} |`,
    )
  const share = (one: number, other: number) => `${((100 * one) / other).toFixed(0)} %`
  for (const [own, others] of [
    ['torrent', ['aria2', 'transmission']],
    ['link', ['curl']],
  ] as const) {
    for (const other of others) {
      const shares = (['seconds', 'transferSeconds'] as const).map((each) => share(of(own, each), of(other, each)))
      console.log(`${own}: to the last byte ${shares[0]} of ${other}'s time, after the first one ${shares[1]}`)
    }
    const last = Math.min(...others.map((other) => of(other, 'seconds')))
    console.log(`${own}: to the object ${share(of(own, 'objectSeconds'), last + plain)} of theirs and the upload's`)
  }
  const child = of('torrent', 'memoryMiB')
  if (child > CHILD_MAX_MIB)
    console.log(`The torrent's process holds ${child.toFixed(0)} MiB, more than ${CHILD_MAX_MIB}`)
  return child <= CHILD_MAX_MIB
}
