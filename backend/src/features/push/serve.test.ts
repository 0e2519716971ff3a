import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import Koa from 'koa'
import { basePath } from '../../http/base-path.ts'
import { errorDoor } from '../../http/errors.ts'
import { createLog } from '../../lib/log.ts'
import { createMetrics } from '../../lib/metrics.ts'
import { serveServiceWorker } from './serve.ts'

let dir: string
let server: Server
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'nido-worker-'))
  await writeFile(path.join(dir, 'sw.js'), 'self.addEventListener("push", show)')
  const app = new Koa()
  app.use(errorDoor({ log: createLog('silent'), metrics: createMetrics(), translators: [] }))
  app.use(basePath('/cloud'))
  app.use(serveServiceWorker(dir))
  server = createServer(app.callback())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => void server.close(resolve))
  await rm(dir, { recursive: true, force: true })
})

const ask = (address: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`, { method })

describe('the service worker', () => {
  it('lies below the base path, is asked for anew each time, and may ask this host alone', async () => {
    const answer = await ask('/cloud/sw.js')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('push')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    // Its scope is where it lies, and no more.
    expect(answer.headers.get('service-worker-allowed')).toBeNull()
    expect((await ask('/cloud/sw.js', 'HEAD')).status).toBe(200)
  })

  it('is nowhere else', async () => {
    for (const address of ['/sw.js', '/cloud/a/sw.js', '/cloud/sw.js/']) expect((await ask(address)).status).toBe(404)
    expect((await ask('/cloud/sw.js', 'POST')).status).toBe(404)
  })

  it('is not there before the page is built', async () => {
    await rm(path.join(dir, 'sw.js'))
    expect((await ask('/cloud/sw.js')).status).toBe(404)
  })
})
