// A storage whose disk copies slowly: what is moved arrives, and is not begun again and again.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { filesOf } from '../api/files-client.ts'
import { MIB } from '../helpers/memory.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { type S3Proxy, startS3Proxy } from '../helpers/s3-proxy.ts'
import { useServers } from '../helpers/servers.ts'
import { happens } from '../helpers/until.ts'

const BYTES_A_SECOND = 12 * MIB
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let nido: Nido
let proxy: S3Proxy
beforeAll(async () => {
  const servers = await useServers()
  proxy = await startS3Proxy(servers.s3Endpoint)
  nido = await startNido({ servers, settings: { S3_ENDPOINT: proxy.endpoint } })
})
afterAll(async () => {
  await nido.stop()
  await proxy.stop()
})

/** One copy after the other, as a disk does it. */
function slowDisk(): Parameters<S3Proxy['delay']>[0] {
  let isFreeAt = 0
  return ({ headers }) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(String(headers['x-amz-copy-source-range'])) ?? []
    if (last === undefined) return 0
    isFreeAt = Math.max(isFreeAt, performance.now()) + (Number(last) + 1 - Number(first)) / BYTES_A_SECOND * 1000
    return isFreeAt - performance.now()
  }
}

describe('a slow disk', () => {
  it('moves a large file in the time that it takes, with its content', async () => {
    const files = filesOf(await nido.makePerson())
    const film = randomBytes(136 * MIB);
    (await files.upload('/films/film.mkv', film)).expect(200)
    proxy.delay(slowDisk())
    const began = performance.now()
    ;(await files.rename('/films/film.mkv', '/films/moved.mkv')).expect(200, 202)
    await happens(async () => (await files.names('/films')).join() === 'moved.mkv', 'the move')
    expect((performance.now() - began) / 1000).toBeGreaterThan(film.length / BYTES_A_SECOND - 1)
    expect(sha((await files.raw('/films/moved.mkv')).expect(200).body)).toBe(sha(film))
  })
})
