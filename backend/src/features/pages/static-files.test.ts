import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import Koa from 'koa'
import { errorDoor } from '../../http/errors.ts'
import { createLog } from '../../lib/log.ts'
import { createMetrics } from '../../lib/metrics.ts'
import { serveStatic } from './static-files.ts'

const BUILT = 'Sat, 21 Nov 2026 10:00:00 GMT'
const EARLIER = 'Sat, 21 Nov 2026 09:00:00 GMT'
const FILES = { 'a.js': 'plain', 'a.js.br': 'packed', 'a-C8pDS1-H.js': 'named by its content' }

let dir: string
let server: Server
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'nido-static-'))
  await mkdir(path.join(dir, 'assets'))
  for (const [name, text] of Object.entries(FILES)) {
    const file = path.join(dir, 'assets', name)
    await writeFile(file, text)
    await utimes(file, new Date(BUILT), new Date(BUILT))
  }
  const app = new Koa()
  app.use(errorDoor({ log: createLog('silent'), metrics: createMetrics(), translators: [] }))
  app.use(serveStatic('/static/', dir))
  server = createServer(app.callback())
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve)
  })
  await rm(dir, { recursive: true })
})

/** Plain HTTP: `fetch` unpacks what comes, and adds conditions of its own. */
function ask(
  headers: Record<string, string> = {},
  method = 'GET',
  name = 'a.js',
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path: `/static/assets/${name}`, headers, agent: false },
      (answer) => {
        let text = ''
        answer
          .on('data', (chunk) => {
            text += String(chunk)
          })
          .on('error', reject)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
    sent.on('error', reject).end()
  })
}

describe('a static file', () => {
  it('comes as it is, or packed where the client takes that, each with an ETag of its own', async () => {
    const [plain, packed, head] = [await ask(), await ask({ 'Accept-Encoding': 'br' }), await ask({}, 'HEAD')]
    expect([plain.text, packed.text, head.text]).toEqual(['plain', 'packed', ''])
    expect([plain.headers['last-modified'], packed.headers['content-encoding'], packed.headers.vary]).toEqual([
      BUILT,
      'br',
      'Accept-Encoding',
    ])
    expect(head.headers).toMatchObject({ etag: plain.headers.etag, 'content-length': '5' })
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
  })

  it('is not sent again to who has it, and refused to who wants another one', async () => {
    const etag = (await ask()).headers.etag ?? ''
    const statusOf = async (headers: Record<string, string>, method?: string) => (await ask(headers, method)).status
    expect([
      await statusOf({ 'If-None-Match': etag }),
      await statusOf({ 'If-None-Match': etag }, 'HEAD'),
      await statusOf({ 'If-None-Match': etag, 'Cache-Control': 'no-cache' }),
    ]).toEqual([304, 304, 304])
    expect([
      await statusOf({ 'If-None-Match': '"other"' }),
      await statusOf({ 'If-None-Match': etag, 'Accept-Encoding': 'br' }),
    ]).toEqual([200, 200])
    expect([await statusOf({ 'If-Modified-Since': BUILT }), await statusOf({ 'If-Modified-Since': EARLIER })]).toEqual([
      304, 200,
    ])
    expect([
      await statusOf({ 'If-Match': etag }),
      await statusOf({ 'If-Match': '"other"' }),
      await statusOf({ 'If-Unmodified-Since': EARLIER }),
    ]).toEqual([200, 412, 412])
  })

  it('is asked for again after a day, but for one that is named by its content', async () => {
    const [plain, hashed] = [await ask(), await ask({}, 'GET', 'a-C8pDS1-H.js')]
    expect([plain.headers['cache-control'], hashed.headers['cache-control']]).toEqual([
      'public, max-age=86400',
      'public, max-age=86400, immutable',
    ])
  })

  it('that was not sent again has no body, and one that was refused is kept by nobody', async () => {
    const etag = (await ask()).headers.etag ?? ''
    const [same, refused] = [await ask({ 'If-None-Match': etag }), await ask({ 'If-Match': '"other"' })]
    expect([same.text, same.headers.etag, same.headers['content-length']]).toEqual(['', etag, undefined])
    expect([refused.headers.etag, refused.headers['cache-control']]).toEqual([
      undefined,
      expect.stringContaining('no-'),
    ])
  })
})
