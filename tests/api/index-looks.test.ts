// Reading S3 to check the index: finds what no event reported, and does not override newer knowledge.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, describe, it } from '@jest/globals'
import { pino } from 'pino'
import { Catalogue } from '../../backend/src/storage/catalogue/catalogue.ts'
import { type Cause, Rescans } from '../../backend/src/storage/live/rescans.ts'
import { createS3Connections } from '../../backend/src/storage/s3-clients.ts'
import { tryCapabilities } from '../../backend/src/storage/capabilities.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { type S3Proxy, startS3Proxy } from '../helpers/s3-proxy.ts'
import { useServers, type Servers } from '../helpers/servers.ts'

const prefix = `l${randomBytes(5).toString('hex')}-`
const bucket = `${prefix}home`
let servers: Servers & { stop?: () => Promise<void> }
let s3: PlainS3
let proxy: S3Proxy
let catalogue: Catalogue
let rescans: Rescans
let close: () => void
const causes: Cause[] = []
const changes: string[] = []

const namesIn = (path: string) =>
  [...(catalogue.list(bucket, path) ?? [])]
    .flat()
    .map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name))
    .sort()

beforeAll(async () => {
  servers = await useServers()
  s3 = openS3(servers)
  const log = pino({ level: 'silent' })
  proxy = await startS3Proxy(servers.s3Endpoint)
  const connections = createS3Connections({ endpoint: proxy.endpoint, region: 'us-east-1', ...servers.keys }, log)
  const capabilities = await tryCapabilities({
    clients: connections,
    systemBucket: `${prefix}system`,
    versionedBucket: bucket,
    log,
  })
  close = () => connections.close()
  catalogue = new Catalogue(({ path, how }) => changes.push(`${how} ${path}`))
  rescans = new Rescans({
    clients: { ...connections, capabilities },
    catalogue,
    onLook: () => undefined,
    by: (cause, work) => {
      causes.push(cause)
      return work()
    },
  })
  catalogue.open(bucket)
  for (const key of ['a/one.txt', 'a/two.txt', 'a/in/deep.txt', 'b/three.txt', 'empty/']) await s3.put(bucket, key, 'x')
  await rescans.tree(bucket, '', { cause: 'quiet' })
})
afterAll(async () => {
  close()
  s3.close()
  await proxy.stop()
  await servers.stop?.()
})

describe('a check', () => {
  it('of a bucket takes in all of it', () => {
    expect([namesIn(''), namesIn('a'), namesIn('a/in'), namesIn('empty')]).toEqual([
      ['a/', 'b/', 'empty/'],
      ['in/', 'one.txt', 'two.txt'],
      ['deep.txt'],
      [],
    ])
    expect(new Set(causes)).toEqual(new Set(['quiet']))
    expect(catalogue.totals(bucket, '')).toMatchObject({ bytes: 4, files: 4 })
  })

  it('of a folder finds what was added, removed and changed in it, including whole folders', async () => {
    changes.length = 0
    await s3.put(bucket, 'a/one.txt', 'longer')
    await s3.delete(bucket, 'a/two.txt')
    await s3.put(bucket, 'a/new.txt', 'x')
    await s3.put(bucket, 'a/came/x.txt', 'x')
    await s3.delete(bucket, 'a/in/deep.txt')
    await rescans.folder(bucket, 'a', 'look')
    expect(namesIn('a')).toEqual(['came/', 'new.txt', 'one.txt'])
    expect(namesIn('a/came')).toEqual(['x.txt'])
    expect(changes.sort()).toEqual([
      'came a/came',
      'came a/came/x.txt',
      'came a/new.txt',
      'changed a/one.txt',
      'went a/in',
      'went a/in/deep.txt',
      'went a/two.txt',
    ])
    changes.length = 0
    await rescans.folder(bucket, 'a', 'look')
    expect(changes).toEqual([])
  })

  it('of one key, a marker, or everything below a name finds what is there', async () => {
    await s3.delete(bucket, 'b/three.txt')
    await rescans.key(bucket, 'b/three.txt', 'look')
    await s3.delete(bucket, 'empty/')
    await rescans.key(bucket, 'empty/', 'look')
    expect(namesIn('')).toEqual(['a/'])
    await s3.put(bucket, 'b/four.txt', 'x')
    await rescans.place(bucket, 'b', 'look')
    expect(namesIn('b')).toEqual(['four.txt'])
    expect(catalogue.hasFile(bucket, 'b')).toBe(false)
  })

  it('of a tree keeps what a single listing left out', async () => {
    proxy.leaveOut(['b/four.txt'], 'once')
    await rescans.tree(bucket, '', { cause: 'look' })
    expect(proxy.leftOut).toBe(1)
    expect(namesIn('b')).toEqual(['four.txt'])
  })

  it('undoes nothing that became known while it was running', async () => {
    const looking = rescans.tree(bucket, '', { cause: 'look' })
    // The page being fetched does not have the new file yet, and still has the removed one.
    rescans.touch(bucket, 'a/told.txt')
    catalogue.putFile(bucket, 'a/told.txt', { size: 1, modified: 1, etag: 'e' })
    rescans.touch(bucket, 'a/new.txt')
    catalogue.remove(bucket, 'a/new.txt')
    await looking
    expect(namesIn('a')).toEqual(['came/', 'one.txt', 'told.txt'])
    await rescans.tree(bucket, '', { cause: 'look' })
    expect(namesIn('a')).toEqual(['came/', 'new.txt', 'one.txt'])
  })
})
