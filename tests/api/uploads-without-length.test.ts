// Uploads whose length nobody declares, as foreign clients send them: when they become a file, what stays of them, and
// what they cost.
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { FileResource, FolderResource } from '../../backend/contract/resources.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { startS3Proxy, type S3Proxy } from '../helpers/s3-proxy.ts'
import { useServers } from '../helpers/servers.ts'
import { happens } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const MIB = 1024 * 1024
let nido: Nido
let proxy: S3Proxy
let s3: PlainS3
let me: PersonsFiles
let bucket: string

beforeAll(async () => {
  const servers = await useServers()
  proxy = await startS3Proxy(servers.s3Endpoint)
  nido = await startNido({ servers, settings: { S3_ENDPOINT: proxy.endpoint } })
  s3 = openS3(servers)
}, 600_000)
beforeEach(async () => {
  me = filesOf(await nido.makePerson())
  bucket = bucketOf(nido.bucketPrefix, me)
})
afterAll(async () => {
  s3.close()
  await nido.stop()
  await proxy.stop()
})

const begin = async (path: string, query = {}) => void (await me.tusBegin(path, null, query)).expect(201)
const patch = async (path: string, offset: number, body: Buffer | string, replica?: number) =>
  void (await me.tusPatch(path, offset, body, replica === undefined ? {} : { replica })).expect(204)
const versions = () => s3.versions(bucket)
const notes = async () => (await me.client.get('/api/trash')).expect(200).json<{ items: unknown[] }>().items

describe('E1: what has arrived is the file', () => {
  it('at once after a short chunk, in a folder that nothing else creates', async () => {
    await begin('/uf/folder/a.txt')
    await patch('/uf/folder/a.txt', 0, 'hello', 0)
    const { items } = (await me.info('/uf/', {}, { replica: 1 })).expect(200).json<FolderResource>()
    expect(items.map(({ name }) => name)).toEqual(['folder'])
    expect((await me.raw('/uf/folder/a.txt', {}, { replica: 1 })).expect(200).text).toBe('hello')
    ;(await me.tusBegin('/uf/folder/a.txt', null)).expect(409)
  })

  const questions: [string, () => Promise<string>][] = [
    ['a folder above', async () => (await me.info('/', {}, { replica: 1 })).expect(200).text],
    ['search', async () => (await me.client.get('/api/search/?query=big', { replica: 1 })).expect(200).text],
    [
      'usage',
      async () => {
        const { used } = (await me.client.get('/api/usage/', { replica: 1 })).expect(200).json<{ used: number }>()
        return used >= 10 * MIB ? 'deep' : String(used)
      },
    ],
    [
      'an archive',
      async () => {
        const { body } = (await me.client.get('/api/raw/?algo=tar', { replica: 1 })).expect(200)
        return body.toString('latin1')
      },
    ],
  ]
  it.each(questions)('for whole chunks, as soon as somebody asks on another replica: %s', async (_, ask) => {
    await begin('/deep/er/big.bin')
    await patch('/deep/er/big.bin', 0, Buffer.alloc(10 * MIB), 0)
    expect(await versions()).toEqual([])
    expect(await ask()).toContain('deep')
    expect((await versions()).map(({ key }) => key)).toEqual(['deep/er/big.bin'])
  })

  it('but not while a chunk is on its way: then the earlier file shows, without a long wait', async () => {
    await begin('/a.bin')
    await patch('/a.bin', 0, Buffer.alloc(10 * MIB))
    expect((await me.file('/a.bin')).size).toBe(10 * MIB)
    await patch('/a.bin', 10 * MIB, Buffer.alloc(10 * MIB))
    const body = new Readable({ read() {} })
    body.push(Buffer.alloc(MIB))
    const headers = { 'Content-Length': String(2 * MIB) }
    const patching = me.tusPatch('/a.bin', 20 * MIB, body, { headers, replica: 0 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    const begun = performance.now()
    expect((await me.info('/a.bin', {}, { replica: 1 })).expect(200).json<{ size: number }>().size).toBe(10 * MIB)
    expect(performance.now() - begun).toBeLessThan(2_500)
    body.push(Buffer.alloc(MIB))
    body.push(null)
    ;(await patching).expect(204)
    expect((await me.file('/a.bin')).size).toBe(22 * MIB)
    expect((await versions()).length).toBe(1)
  })

  it('until its folder is deleted, and it stays gone', async () => {
    await begin('/gone/a.bin')
    await patch('/gone/a.bin', 0, Buffer.alloc(10 * MIB), 0)
    ;(await me.client.delete('/api/resources/gone', { replica: 1 })).expect(200, 204)
    ;(await me.tusPatch('/gone/a.bin', 10 * MIB, 'x')).expect(409)
    expect(await me.names('/')).not.toContain('gone')
  })
})

describe('E2: an upload that is given up', () => {
  it('removes the file that a request has made of it, and lays no delete marker', async () => {
    await begin('/f/a.bin')
    await patch('/f/a.bin', 0, Buffer.alloc(10 * MIB))
    expect(await me.names('/f')).toEqual(['a.bin'])
    ;(await me.tusDelete('/f/a.bin')).expect(204)
    expect(await versions()).toEqual([])
    expect(await me.names('/')).not.toContain('f')
    expect(await s3.unfinished(bucket)).toEqual([])
  })

  it('restores what it replaced to the top, and its note is gone', async () => {
    await me.given({ 'a.bin': 'the old bytes' })
    await begin('/a.bin', { override: 'true' })
    await patch('/a.bin', 0, Buffer.alloc(10 * MIB))
    expect((await me.file('/a.bin')).size).toBe(10 * MIB)
    await patch('/a.bin', 10 * MIB, 'the end')
    expect((await me.file('/a.bin')).size).toBe(10 * MIB + 7)
    expect((await notes()).length).toBe(1)
    ;(await me.tusDelete('/a.bin')).expect(204)
    expect(await me.read('/a.bin')).toBe('the old bytes')
    expect((await versions()).map(({ isMarker }) => isMarker)).toEqual([false])
    expect(await notes()).toEqual([])
    // The same upload again gets a note again.
    await begin('/a.bin', { override: 'true' })
    await patch('/a.bin', 0, 'new')
    expect(await me.read('/a.bin')).toBe('new')
    expect((await notes()).length).toBe(1)
  })

  it('touches nothing when somebody has written since', async () => {
    await begin('/a.txt')
    await patch('/a.txt', 0, 'mine')
    ;(await me.save('/a.txt', 'theirs')).expect(200)
    const before = await versions()
    ;(await me.tusDelete('/a.txt')).expect(204)
    expect(await me.read('/a.txt')).toBe('theirs')
    expect(await versions()).toEqual(before)
  })
})

describe('in many short chunks', () => {
  const chunks = environment()['NIDO_FULL'] ? 1_024 : 64
  it('sends hardly more than its bytes, and leaves no history or anything else', async () => {
    const body = randomBytes(chunks * MIB)
    await begin('/long.bin')
    const before = proxy.sent
    const looks = new Map<number, number>()
    for (let sent = 1; sent <= chunks; sent++) {
      await patch('/long.bin', (sent - 1) * MIB, body.subarray((sent - 1) * MIB, sent * MIB))
      if (sent % Math.ceil(chunks / 3) === 5) looks.set(sent * MIB, (await me.file('/long.bin')).size)
    }
    expect([...looks.values()]).toEqual([...looks.keys()])
    await happens(async () => (await s3.list(bucket))[0]?.size === body.length, 'the file is whole')
    expect((proxy.sent - before) / body.length).toBeLessThan(1.2)
    const { checksums } = (await me.info('/long.bin', { checksum: 'sha256' })).expect(200).json<FileResource>()
    expect(checksums).toEqual({ sha256: createHash('sha256').update(body).digest('hex') })
    await happens(async () => (await versions()).length === 1, 'what it was made of is gone')
    expect(await s3.unfinished(bucket)).toEqual([])
    expect(await s3.unfinished(`${nido.bucketPrefix}system`)).toEqual([])
    ;(await me.tusDelete('/long.bin')).expect(204)
    expect(await s3.list(`${nido.bucketPrefix}system`, 'uploads/')).toEqual([])
    expect(await versions()).toEqual([])
  }, 3_000_000)
})
