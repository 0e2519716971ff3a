// Checksums (api-contract 3.1), and what Nido remembers about a file that is copied or moved, on two replicas.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { FileResource } from '../../backend/contract/resources.ts'
import { useSite } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { until } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const MIB = 1024 * 1024
const ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha512'] as const
let site: Awaited<ReturnType<typeof useSite>>
let me: PersonsFiles
let s3: PlainS3
let bucket: string
let system: string
beforeAll(async () => {
  site = await useSite()
  me = filesOf(await site.makePerson())
  s3 = openS3(site.servers)
  bucket = bucketOf(site.bucketPrefix, me)
  system = `${site.bucketPrefix}system`
})
afterAll(async () => {
  s3.close()
  await site.stop()
})

const sumOf = (algorithm: string, body: Buffer) => createHash(algorithm).update(body).digest('hex')
const ask = async (path: string, algorithm: string, replica: number) =>
  (await me.info(path, { checksum: algorithm }, { replica })).expect(200).json<FileResource>().checksums?.[
    algorithm as 'md5'
  ]
/** The keys of what is remembered about a file's current version in its bucket, below `previews/` or `checksums/`. */
async function remembered(kind: 'previews' | 'checksums', key: string, inBucket = bucket): Promise<string[]> {
  const { ETag = '', ContentLength = 0, Metadata = {} } = await s3.head(inBucket, key)
  const content =
    `/${inBucket}/${ETag.replaceAll('"', '')}-${ContentLength}` +
    `-${Metadata['nido-content'] ?? Metadata['nido-write'] ?? ''}/`
  return (await s3.list(system, `${kind}/`)).flatMap((object) => (object.key.includes(content) ? [object.key] : []))
}
const namesOf = (keys: string[]) => keys.map((key) => key.slice(key.lastIndexOf('/') + 1)).sort()

describe('a checksum', () => {
  it('is that of the bytes, with each algorithm, on each replica, for small and large files', async () => {
    for (const body of [Buffer.alloc(0), randomBytes(1_000), randomBytes(3 * MIB + 17)]) {
      const path = `/sum-${body.length}`
      await me.given({ [path.slice(1)]: body })
      for (const [index, algorithm] of ALGORITHMS.entries())
        expect(await ask(path, algorithm, index % 2)).toBe(sumOf(algorithm, body))
    }
  })

  it('is computed once for both replicas, and again for a file that is replaced', async () => {
    const [first, second] = [randomBytes(2 * MIB), randomBytes(2 * MIB)]
    await me.given({ 'once.bin': first })
    expect(await ask('/once.bin', 'md5', 0)).toBe(sumOf('md5', first))
    expect(await until(async () => namesOf(await remembered('checksums', 'once.bin')).includes('md5'))).toBe(true)
    // A replica that finds the remembered checksum does not read the file.
    const kept = (await remembered('checksums', 'once.bin')).find((key) => key.endsWith('/md5')) ?? ''
    await s3.put(system, kept, '0'.repeat(32))
    expect(await ask('/once.bin', 'md5', 1)).toBe('0'.repeat(32))
    ;(await me.save('/once.bin', second)).expect(200)
    for (const replica of [0, 1]) expect(await ask('/once.bin', 'md5', replica)).toBe(sumOf('md5', second))
  })

  it('D08: that twenty clients ask for at once is computed for all, even if one of them leaves', async () => {
    const body = randomBytes(9 * MIB)
    await me.given({ 'asked.bin': body })
    const gone = new AbortController()
    const leaving = me
      .info('/asked.bin', { checksum: 'sha512' }, { replica: 0, signal: gone.signal })
      .catch(() => 'gone')
    const asked = Array.from({ length: 20 }, (_, index) => ask('/asked.bin', 'sha512', index % 2))
    gone.abort()
    expect(new Set(await Promise.all(asked))).toEqual(new Set([sumOf('sha512', body)]))
    await leaving
  })
})

describe('the SHA-256 of a file that is uploaded', () => {
  const body = randomBytes(13 * MIB + 5)
  const isKept = (key: string) => until(async () => namesOf(await remembered('checksums', key)).includes('sha256'))

  it('is computed while it arrives in one request', async () => {
    ;(await me.upload('/whole.bin', body)).expect(200)
    expect(await isKept('whole.bin')).toBe(true)
    for (const replica of [0, 1]) expect(await ask('/whole.bin', 'sha256', replica)).toBe(sumOf('sha256', body))
    ;(await me.save('/whole.bin', body.subarray(1))).expect(200)
    expect(await isKept('whole.bin')).toBe(true)
    expect(await ask('/whole.bin', 'sha256', 1)).toBe(sumOf('sha256', body.subarray(1)))
  })

  /** Sends chunks to the replicas in turn; one chunk in between is refused. */
  async function send(path: string, replicas: readonly number[]): Promise<void> {
    ;(await me.tusBegin(path, body.length)).expect(201)
    for (let at = 0, turn = 0; at < body.length; turn += 1) {
      const replica = replicas[turn % replicas.length] ?? 0
      const chunk = body.subarray(at, at + 6 * MIB)
      ;(await me.tusPatch(path, at + 1, chunk.subarray(0, 100), { replica })).expect(409)
      ;(await me.tusPatch(path, at, chunk, { replica })).expect(204)
      at += chunk.length
    }
  }

  it('is computed while it arrives in chunks', async () => {
    await send('/chunks.bin', [0])
    expect(await isKept('chunks.bin')).toBe(true)
    expect(await ask('/chunks.bin', 'sha256', 1)).toBe(sumOf('sha256', body))
  })

  it('is also right when the chunks arrive at different replicas', async () => {
    await send('/by-turns.bin', [0, 1])
    expect(await ask('/by-turns.bin', 'sha256', 1)).toBe(sumOf('sha256', body))
  })
})

describe('what is remembered about a file that was uploaded in parts', () => {
  it('is available for its copies and at its new place before anybody asks', async () => {
    const [width, height] = [1_700, 1_300]
    const picture = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    ;(await me.tusBegin('/photo.png', picture.length)).expect(201)
    const half = Math.ceil(picture.length / 2)
    ;(await me.tusPatch('/photo.png', 0, picture.subarray(0, half), { replica: 0 })).expect(204)
    ;(await me.tusPatch('/photo.png', half, picture.subarray(half), { replica: 0 })).expect(204)
    const before = await s3.head(bucket, 'photo.png')
    expect(before.ETag).toMatch(/-\d+"$/)
    ;(await me.client.get('/api/preview/thumb/photo.png?render=true')).expect(200)
    ;(await me.client.get('/api/preview/big/photo.png?render=true')).expect(200)
    const expected = { previews: ['big-inside', 'thumb-cover'], checksums: ['sha256'] }
    const rememberedOf = async (key: string, inBucket?: string) => ({
      previews: namesOf(await remembered('previews', key, inBucket)),
      checksums: namesOf(await remembered('checksums', key, inBucket)),
    })
    expect(await until(async () => JSON.stringify(await rememberedOf('photo.png')) === JSON.stringify(expected))).toBe(
      true,
    )

    ;(await me.copy('/photo.png', '/copy.png')).expect(200)
    expect((await s3.head(bucket, 'copy.png')).ETag).not.toBe(before.ETag)
    expect(await rememberedOf('copy.png')).toEqual(expected)

    const name = randomBytes(4).toString('hex')
    ;(await me.mkdir(`/Shared/${name}`)).expect(200)
    ;(await me.rename('/photo.png', `/Shared/${name}/photo.png`)).expect(200)
    expect(await rememberedOf(`${name}/photo.png`, `${site.bucketPrefix}shared`)).toEqual(expected)
    expect(await ask(`/Shared/${name}/photo.png`, 'sha256', 1)).toBe(sumOf('sha256', picture))
    ;(await me.remove(`/Shared/${name}`)).expect(204)
  })
})
