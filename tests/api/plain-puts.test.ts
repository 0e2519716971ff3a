// The storage's own way to write bytes does the same as the client of AWS, whatever the server answers.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import net from 'node:net'
import { Readable } from 'node:stream'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { completeMultipart, createMultipart, putPart } from '../../backend/src/storage/object-parts.ts'
import { headObject, type ObjectName, putBody, type PutFacts, type Writes } from '../../backend/src/storage/objects.ts'
import { createS3Connections, type S3Connections } from '../../backend/src/storage/s3-clients.ts'
import { splitStream } from '../../backend/src/storage/split-stream.ts'
import { openS3 } from '../helpers/s3.ts'
import { SELF_SIGNED } from '../helpers/self-signed.ts'
import { type Servers, useOtherS3, useServers } from '../helpers/servers.ts'

type Opened = Servers & { stop(): Promise<void> }

const KEY = "an odd/näme (1)/+&=?#%41'!*~ $;,@:.txt"
const MIB = 1024 * 1024
const SIZES = [0, 1, 2, 64 * 1024, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1]
const bytes = randomBytes(24 * MIB)
const METADATA = { mtime: '1700000000.250', 'nido-by': 'Zoë 猫\r\nX-Evil: 1', spaced: 'a  b', percent: '%C3%A9' }

/** MinIO behind a door that speaks TLS. */
async function openSecure(): Promise<Opened> {
  const servers = await useServers()
  const { hostname, port } = new URL(servers.s3Endpoint)
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), SELF_SIGNED.cert])
  const door = tls.createServer(SELF_SIGNED, (near) => {
    const far = net.connect({ host: hostname, port: Number(port) })
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  return {
    ...servers,
    s3Endpoint: `https://127.0.0.1:${(door.address() as net.AddressInfo).port}`,
    stop: async () => {
      door.close()
      await servers.stop()
    },
  }
}

/** The first bytes, in chunks of odd sizes. */
const bodyOf = (length: number) =>
  Readable.from(
    (function* chunks() {
      for (let at = 0; at < length;) {
        const end = Math.min(length, at + randomInt(1, 300_000))
        yield bytes.subarray(at, end)
        at = end
      }
    })(),
    { objectMode: false },
  )
const isWhole = (found: Buffer, length: number) => found.equals(bytes.subarray(0, length))

interface World {
  s3: ReturnType<typeof openS3>
  bucket: string
  plain: S3Connections
  /** Each request: what was asked, and the status of its answer. */
  seen: string[]
  connect(keys?: Partial<Servers['keys']>): S3Connections
}

/** Opens a storage for the tests of a block. */
function useWorld(open: () => Promise<Opened>): () => World {
  let world: World | undefined
  const stops: (() => unknown)[] = []
  beforeAll(async () => {
    const servers = await open()
    const s3 = openS3(servers)
    const seen: string[] = []
    const connect: World['connect'] = (keys = {}) => {
      const made = createS3Connections(
        { endpoint: servers.s3Endpoint, region: 'us-east-1', ...servers.keys, ...keys },
        pino({ level: 'silent' }),
        { observe: (call, status) => seen.push(`${call} ${status}`) },
      )
      stops.unshift(() => made.close())
      return made
    }
    stops.push(
      () => s3.close(),
      () => servers.stop(),
    )
    const bucket = `plain-puts-${randomBytes(5).toString('hex')}`
    await s3.makeBucket(bucket)
    world = { s3, bucket, plain: connect(), seen, connect }
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  return () => {
    if (!world) throw new Error('the storage is not open yet')
    return world
  }
}

const put = (clients: Writes, object: ObjectName, { length, ...more }: Partial<PutFacts> & { length: number }) =>
  putBody(clients, object, {
    body: bodyOf(length),
    length,
    metadata: METADATA,
    contentType: 'text/plain; charset=utf-8',
    ...more,
  })
const told = (work: Promise<unknown>) =>
  work.then(
    (value) => ({ value }),
    ({ name, message, code, $metadata }) => ({ name, message, code, status: $metadata?.httpStatusCode }),
  )

describe.each<[string, () => Promise<Opened>]>([
  ['MinIO', useServers],
  ['MinIO over TLS', openSecure],
  ['versitygw', () => useOtherS3({ hasVersions: true })],
])('bytes written to %s', (_, open) => {
  const world = useWorld(open)
  const object = (key: string) => ({ bucket: world().bucket, key })

  it('are all there, whatever their number', async () => {
    const { plain, s3, bucket, seen } = world()
    seen.length = 0
    const sizes = [...SIZES, ...Array.from({ length: 5 }, () => randomInt(bytes.length))]
    for (const length of sizes) {
      const { etag } = await put(plain, object('sized'), { length })
      expect(etag).toBe(createHash('md5').update(bytes.subarray(0, length)).digest('hex'))
      expect(isWhole(await s3.get(bucket, 'sized'), length)).toBe(true)
    }
    expect(seen).toEqual(sizes.map(() => 'put 200'))
  })

  it('are all there as parts and from memory, too', async () => {
    const { plain, s3, bucket } = world()
    const size = 12 * MIB + 1
    const uploadId = await createMultipart(plain.data, object('parts'), { metadata: {}, contentType: 'text/plain' })
    const split = splitStream(bodyOf(size), size)
    const parts = []
    for (const [index, length] of [5 * MIB, 7 * MIB, 1].entries()) {
      const body = index === 0 ? await split.buffer(length) : await split.next(length)
      parts.push(await putPart(plain, object('parts'), { uploadId, number: index + 1, length, body }))
    }
    await completeMultipart(plain.data, object('parts'), { uploadId, parts })
    expect(isWhole(await s3.get(bucket, 'parts'), size)).toBe(true)
    await put(plain, object('memory'), { length: 70_000, body: bytes.subarray(0, 70_000) })
    expect(isWhole(await s3.get(bucket, 'memory'), 70_000)).toBe(true)
  })

  it('carry the same facts', async () => {
    const { plain } = world()
    const factsBy = async (clients: Writes, key: string) => {
      const { version, ...made } = await put(clients, object(key), { length: 10 })
      const { lastModified, version: found, ...head } = (await headObject(plain.control, object(key))) ?? {}
      expect(version).toBe(found)
      expect(lastModified).toBeInstanceOf(Date)
      return { made, head }
    }
    expect(await factsBy(plain, KEY)).toEqual(await factsBy({ ...plain, puts: null }, `${KEY}2`))
  })

  const noPart = () => ({ uploadId: '3f7e1d2c-5e7b-4b6a-8a63-0d9a3b1c2d4e', number: 1, length: 10, body: bodyOf(10) })
  const taken = () => object('taken')
  const few = { length: 10 }
  it.each<[string, (clients: Writes) => Promise<unknown>, Partial<Servers['keys']>]>([
    ['no bucket', (clients) => put(clients, { bucket: 'there-is-none', key: 'a' }, few), {}],
    ['a name that is taken', (clients) => put(clients, taken(), { ...few, onlyIfAbsent: true }), {}],
    ['another content', (clients) => put(clients, taken(), { ...few, onlyIfMatch: 'another' }), {}],
    ['a file that is in the way', (clients) => put(clients, object('taken/below'), few), {}],
    ['a name that is too long', (clients) => put(clients, object('n'.repeat(1_100)), few), {}],
    ['a part of no upload', (clients) => putPart(clients, taken(), noPart()), {}],
    ['a key that is refused', (clients) => put(clients, taken(), few), { secretKey: 'wrong-secret' }],
    ['an account that is not there', (clients) => put(clients, taken(), few), { accessKey: 'nobody' }],
  ])('are refused in the same way for %s', async (_, write, keys) => {
    const { plain, connect, seen } = world()
    await put(plain, taken(), { length: 3 })
    const own = connect(keys)
    seen.length = 0
    const failed = await told(write(own))
    expect(seen.length).toBe(1)
    expect(failed).toEqual(await told(write({ ...own, puts: null })))
  })
})

// versitygw keeps half a body, whoever sends it, and resets the connection of a body that it refuses.
describe.each<[string, () => Promise<Opened>]>([
  ['MinIO', useServers],
  ['MinIO over TLS', openSecure],
])('bytes that do not reach %s', (_, open) => {
  const world = useWorld(open)

  it.each([1, MIB, 10 * MIB])('leave nothing where they break off after %d', async (sent) => {
    const { plain, s3, bucket } = world()
    const object = { bucket, key: 'half' }
    await put(plain, object, { length: 3 })
    const body = new Readable({ read() {} })
    body.push(bytes.subarray(0, sent))
    const split = splitStream(body, 20 * MIB)
    const part = await split.next(20 * MIB, {})
    const writing = split.sending((signal) => put(plain, object, { length: 20 * MIB, body: part, signal }))
    setTimeout(() => body.destroy(new Error('the line is dead')), 200)
    await expect(writing).rejects.toMatchObject({ code: 'badRequest' })
    expect(isWhole(await s3.get(bucket, 'half'), 3)).toBe(true)
    await put(plain, object, { length: 4 })
    expect(isWhole(await s3.get(bucket, 'half'), 4)).toBe(true)
  })

  it('since they are refused before their end say why', async () => {
    const { plain, bucket } = world()
    const object = { bucket, key: 'taken' }
    await put(plain, object, { length: 3 })
    const refused = await told(put(plain, object, { length: 20 * MIB, onlyIfAbsent: true }))
    expect(refused).toMatchObject({ name: 'PreconditionFailed', status: 412 })
  })
})
