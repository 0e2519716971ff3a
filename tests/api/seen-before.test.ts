// What a browser keeps of files: nothing that it may show without asking first, and asking costs the storage nothing
// (C8).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { Nido } from '../helpers/nido.ts'
import type { S3Proxy } from '../helpers/s3-proxy.ts'
import { until } from '../helpers/until.ts'
import { startBehindProxy } from './counted.ts'
import { bucketOf, type PersonsFiles } from './files-client.ts'

let proxy: S3Proxy
let nido: Nido
let me: PersonsFiles
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ proxy, nido, me, stop } = await startBehindProxy())
})
afterAll(() => stop())

const CALLS = [
  '/api/preview/thumb/p/a.png?render=true&inline=true&key=1',
  '/api/preview/big/p/a.png?render=true&inline=true',
  '/api/raw/p/a.png?inline=true',
  '/api/raw/p/a.png',
]
const png = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
/** From now on S3 refuses requests for the person's pictures. */
const refusePictures = () =>
  proxy.refuse(
    ({ url }) => url.pathname.startsWith(`/${bucketOf(nido.bucketPrefix, me)}/`) && url.pathname.endsWith('.png'),
  )

describe('C8: content', () => {
  it('may be kept by the browser of the person who asked, which has to ask before showing it', async () => {
    await me.given({ 'p/a.png': await png('#08f'), 'p/a.srt': '1\n00:00:01,000 --> 00:00:02,000\na\n' })
    for (const call of [...CALLS, '/api/subtitle/p/a.srt']) {
      const first = (await me.client.get(call)).expect(200)
      expect([call, first.headers['cache-control'], first.headers['etag']]).toEqual([
        call,
        'private, no-cache',
        expect.stringMatching(/^"[\w-]{20,}"$/),
      ])
      const again = (await me.client.get(call, { headers: { 'If-None-Match': first.headers['etag'] ?? '' } })).expect(
        304,
      )
      expect([again.headers['cache-control'], again.headers['etag']]).toEqual([
        'private, no-cache',
        first.headers['etag'],
      ])
    }
  })

  it('that was seen before costs S3 no request', async () => {
    await me.given({ 'p/a.png': await png('#0f8') })
    for (const call of CALLS) {
      const tag = (await me.client.get(call)).expect(200).headers['etag'] ?? ''
      const isUnseen = async () => {
        refusePictures()
        const { status } = await me.client.get(call, { headers: { 'If-None-Match': tag } })
        const { refused } = proxy
        proxy.refuse(null)
        // Pictures whose state was in doubt are requested again, and are known then.
        if (status !== 304) await me.client.get(call)
        return status === 304 && refused === 0
      }
      expect([call, await until(isUnseen)]).toEqual([call, true])
    }
  })

  it('differs for a person who saw an earlier file there, and is refused to one who may not see it now', async () => {
    await me.given({ 'p/a.png': await png('#f08') })
    const tags = await Promise.all(
      CALLS.map(async (call) => (await me.client.get(call)).expect(200).headers['etag'] ?? ''),
    )
    const ask = (call: string, index: number, client = me.client) =>
      client.get(call, { headers: { 'If-None-Match': tags[index] ?? '' } })
    for (const [index, call] of CALLS.entries()) (await ask(call, index)).expect(304)
    for (const [index, call] of CALLS.entries())
      expect([
        call,
        (await ask(call, index, nido.client())).status,
        (await ask(call, index, await nido.makePerson())).status,
      ]).toEqual([call, 401, 404])
    ;(await me.save('/p/a.png', await png('#80f'))).expect(200)
    for (const [index, call] of CALLS.entries()) (await ask(call, index)).expect(200)
    ;(await me.rename('/p/a.png', '/p/b.png')).expect(200)
    for (const [index, call] of CALLS.entries()) (await ask(call, index)).expect(404)
  })

  it('is cleared from the browser by signing out', async () => {
    const leaving = await nido.makePerson()
    expect((await leaving.post('/api/logout')).expect(204).headers['clear-site-data']).toBe('"cache"')
  })
})
