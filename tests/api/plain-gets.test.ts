// The storage's own way to read ranges tells the same as the client of AWS, whatever the server answers.
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { beginObject, getRange, type ObjectName } from '../../backend/src/storage/objects.ts'
import { createS3Connections, type S3Connections } from '../../backend/src/storage/s3-clients.ts'
import { openS3 } from '../helpers/s3.ts'
import { type Servers, useOtherS3, useServers } from '../helpers/servers.ts'

const BUCKET = `plain-gets-${Date.now().toString(36)}`
const KEY = "an odd/näme (1)/+&=?#%41'!*~ $;,@:.txt"
const content = Buffer.from('0123456789')

describe.each<[string, () => Promise<Servers & { stop(): Promise<void> }>]>([
  ['MinIO', useServers],
  ['versitygw', () => useOtherS3({ hasVersions: true })],
])('a range read from %s', (_, open) => {
  let servers: Awaited<ReturnType<typeof open>>
  let connections: S3Connections[] = []
  let version: string | undefined
  let etag = ''
  const seen: string[] = []
  const connect = (keys: Partial<Servers['keys']> = {}) => {
    const made = createS3Connections(
      { endpoint: servers.s3Endpoint, region: 'us-east-1', ...servers.keys, ...keys },
      pino({ level: 'silent' }),
      { observe: (call, status) => seen.push(`${call} ${status}`) },
    )
    connections.push(made)
    return made
  }
  beforeAll(async () => {
    servers = await open()
    const s3 = openS3(servers)
    await s3.makeBucket(BUCKET)
    const put = await s3.client.send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: KEY,
        Body: content,
        ContentType: 'text/plain; charset=utf-8',
        CacheControl: 'no-cache',
        ContentDisposition: 'attachment; filename="a  b"',
        Metadata: { mtime: '1700000000.250', 'nido-write': 'an-id', spaced: 'a  b', percent: '%C3%A9' },
      }),
    )
    version = put.VersionId
    etag = String(put.ETag).replaceAll('"', '')
    s3.close()
  })
  afterAll(async () => {
    for (const one of connections) one.close()
    connections = []
    await servers.stop()
  })

  const plainAndUsual = (keys?: Partial<Servers['keys']>) => {
    const plain = connect(keys)
    return [plain, { ...plain, ranges: null }] as const
  }
  const told = (work: Promise<unknown>) =>
    work.then(
      (value) => ({ value }),
      ({ name, message, $metadata, Code }) => ({ name, message, Code, status: $metadata?.httpStatusCode }),
    )

  it('tells the same of the object, in one request', async () => {
    const [plain, usual] = plainAndUsual()
    const begin = async (clients: Pick<S3Connections, 'data' | 'ranges'>) => {
      const { body, ...rest } = await beginObject(clients, { bucket: BUCKET, key: KEY }, { start: 2, end: 99 })
      return { ...rest, text: Buffer.concat(await body.toArray()).toString() }
    }
    seen.length = 0
    const found = await begin(plain)
    expect(seen).toEqual(['get 206'])
    expect(found).toEqual(await begin(usual))
    expect(found).toMatchObject({ text: '23456789', head: { size: 10, etag }, range: { start: 2, end: 9 } })
  })

  const name = (more: Partial<ObjectName & { etag: string }> = {}) => ({ bucket: BUCKET, key: KEY, ...more })
  it.each<[string, () => Parameters<typeof getRange>[1]]>([
    ['the present version', () => name()],
    ['a version', () => name(version ? { version } : {})],
    ['a content', () => name({ etag })],
  ])('gives bytes of %s', async (_, object) => {
    for (const clients of plainAndUsual()) {
      const body = await getRange(clients, object(), { start: 3, end: 5 })
      expect(Buffer.concat(await body.toArray()).toString()).toBe('345')
    }
  })

  it.each<[string, Parameters<typeof getRange>[1], Partial<Servers['keys']>]>([
    ['no object', name({ key: 'none' }), {}],
    ['no bucket', name({ bucket: `${BUCKET}-none` }), {}],
    ['no such version', name({ version: '3f7e1d2c-5e7b-4b6a-8a63-0d9a3b1c2d4e' }), {}],
    ['another content', name({ etag: 'another' }), {}],
    ['a key that is refused', name(), { secretKey: 'wrong-secret' }],
    ['an account that is not there', name(), { accessKey: 'nobody' }],
  ])('fails in the same way for %s', async (_, object, keys) => {
    const [plain, usual] = plainAndUsual(keys)
    const read = (clients: Pick<S3Connections, 'data' | 'ranges'>) =>
      told(getRange(clients, object, { start: 0, end: 1 }))
    seen.length = 0
    const failed = await read(plain)
    expect(seen.length).toBe(1)
    expect(failed).toEqual(await read(usual))
    expect(failed).toMatchObject({ status: expect.any(Number) })
  })

  it('fails in the same way beyond the end', async () => {
    const [plain, usual] = plainAndUsual()
    const read = (clients: Pick<S3Connections, 'data' | 'ranges'>) =>
      told(getRange(clients, name(), { start: 50, end: 60 }))
    expect(await read(plain)).toEqual(await read(usual))
  })
})
