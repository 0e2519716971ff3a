// A storage whose disk copies slowly: a move arrives, and is not started again and again.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { bucketOf, filesOf } from '../api/files-client.ts'
import { MIB } from '../helpers/memory.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { type S3Proxy, startS3Proxy } from '../helpers/s3-proxy.ts'
import { useServers } from '../helpers/servers.ts'
import { happens } from '../helpers/until.ts'

const BYTES_A_SECOND = 12 * MIB
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let nido: Nido
let proxy: S3Proxy
let s3: PlainS3
beforeAll(async () => {
  const servers = await useServers()
  s3 = openS3(servers)
  proxy = await startS3Proxy(servers.s3Endpoint)
  nido = await startNido({ servers, settings: { S3_ENDPOINT: proxy.endpoint } })
})
afterAll(async () => {
  s3.close()
  await nido.stop()
  await proxy.stop()
})

/** One copy after another, as a disk works. */
function slowDisk(): Parameters<S3Proxy['delay']>[0] {
  let isFreeAt = 0
  return ({ headers }) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(String(headers['x-amz-copy-source-range'])) ?? []
    if (last === undefined) return 0
    isFreeAt = Math.max(isFreeAt, performance.now()) + ((Number(last) + 1 - Number(first)) / BYTES_A_SECOND) * 1000
    return isFreeAt - performance.now()
  }
}

describe('a slow disk', () => {
  it('moves a large file in the time that it takes, with its content', async () => {
    const files = filesOf(await nido.makePerson())
    const bucket = bucketOf(nido.bucketPrefix, files)
    const film = randomBytes(136 * MIB)
    ;(await files.upload('/films/film.mkv', film)).expect(200)
    proxy.delay(slowDisk())
    const began = performance.now()
    ;(await files.rename('/films/film.mkv', '/films/moved.mkv')).expect(200)
    const isWhole = async () => sha((await files.raw('/films/moved.mkv')).expect(200).body) === sha(film)
    expect([await files.names('/films'), await isWhole()]).toEqual([['moved.mkv'], true])
    await happens(async () => (await s3.list(bucket, 'films/film.mkv')).length === 0, 'the end of the move')
    expect((performance.now() - began) / 1000).toBeGreaterThan(film.length / BYTES_A_SECOND - 1)
    expect([await files.names('/films'), await isWhole()]).toEqual([['moved.mkv'], true])
  })

  it('A9: keeps no parts of a copy whose process was killed', async () => {
    const files = filesOf(await nido.makePerson())
    const bucket = bucketOf(nido.bucketPrefix, files)
    const film = randomBytes(136 * MIB)
    ;(await files.upload('/film.mkv', film)).expect(200)
    // The first part is copied at once, the second one not during this test.
    proxy.delay(({ headers }) =>
      String(headers['x-amz-copy-source-range'] ?? 'bytes=0-').startsWith('bytes=0-') ? 0 : 60_000,
    )
    const copying = files.copy('/film.mkv', '/copied.mkv', {}, { replica: 0 }).catch(() => undefined)
    await happens(async () => (await s3.unfinished(bucket)).join() === 'copied.mkv', 'the copy')
    const [left] = await s3.uploadIds(bucket)
    await nido.replicas[0]?.kill()
    await copying
    proxy.delay(() => 0)
    await happens(
      async () => (await files.names('/')).includes('copied.mkv') && (await s3.unfinished(bucket)).length === 0,
      'the end of the copy',
    )
    expect(await s3.uploadIds(bucket)).not.toContain(left)
    expect(sha((await files.raw('/copied.mkv')).expect(200).body)).toBe(sha(film))
  })
})
