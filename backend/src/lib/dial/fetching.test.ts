import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from '@jest/globals'
import { SELF_SIGNED } from '../../../../tests/helpers/self-signed.ts'
import { startNameServer } from '../../../../tests/helpers/name-server.ts'
import { dial } from './fetching.ts'
import { Guard } from './guard.ts'

// 127.0.0.2 stands for the internet, 127.0.0.1 for the house.
const PUBLIC = '127.0.0.2'
const guard = new Guard({ ports: 'web', privateAddresses: [`${PUBLIC}/32`] })
const running: Server[] = []
const threads: Worker[] = []
const MAX = { maxBytes: 1000 }

/** A server, and the requests that it got. */
async function serve(answer: RequestListener, host = PUBLIC) {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  running.push(server)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}`, port, heard, connections: () => connections }
}

/** A server that goes on while this thread stands still: it answers `a`, and `b` once it may go on. */
async function serveInThread() {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
    const server = require('node:http').createServer((_, response) => {
      response.write('a')
      parentPort.once('message', () => response.end('b'))
    })
    server.listen(0, '${PUBLIC}', () => parentPort.postMessage(server.address().port))`,
    { eval: true },
  )
  threads.push(worker)
  const [port] = (await once(worker, 'message')) as [number]
  return { url: `http://${PUBLIC}:${port}`, goOn: () => worker.postMessage('go on') }
}

const redirectTo = (location: string, status = 302) => serve((_, res) => res.writeHead(status, { location }).end())

afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.terminate()
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

describe('what is at a link', () => {
  it('comes with its status and headers', async () => {
    const { url } = await serve((_, res) => res.setHeader('etag', '"a"').end('hello'))
    const { body, ...answer } = await dial(guard, `${url}/file?x#y`, MAX)
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"a"', 'content-length': '5' } })
    expect(answer.url.href).toBe(`${url}/file?x`)
    expect(String(await buffer(body))).toBe('hello')
  })

  it('has moved for good if each redirect says so', async () => {
    const target = await serve((_, res) => res.end('here'))
    const moved = await redirectTo(`${target.url}/`, 308)
    const isMoved = async (link: string) => {
      const answer = await dial(guard, link, MAX)
      answer.body.destroy()
      return answer.isMoved
    }
    expect(await isMoved(target.url)).toBe(false)
    expect(await isMoved(moved.url)).toBe(true)
    expect(await isMoved((await redirectTo(moved.url, 301)).url)).toBe(true)
    expect(await isMoved((await redirectTo(moved.url, 302)).url)).toBe(false)
  })

  it('may be asked for in part and on conditions, which go along with redirects', async () => {
    let got: unknown
    const target = await serve((req, res) => {
      got = [req.headers.range, req.headers['if-range'], req.headers.host]
      res.writeHead(206, { 'content-range': 'bytes 2-4/5' }).end('llo')
    })
    const { url } = await redirectTo(`${target.url}/there`)
    const { status, body } = await dial(guard, url, { ...MAX, headers: { range: 'bytes=2-', 'if-range': '"a"' } })
    expect([status, String(await buffer(body))]).toEqual([206, 'llo'])
    expect(got).toEqual(['bytes=2-', '"a"', `${PUBLIC}:${target.port}`])
  })

  it.each([404, 304, 500])('is an answer with any status: %i', async (status) => {
    const { url } = await serve((_, res) => res.writeHead(status).end())
    const answer = await dial(guard, url, MAX)
    answer.body.resume()
    expect(answer.status).toBe(status)
  })

  it('is found by a name, which is looked up once for each request', async () => {
    const names = await startNameServer()
    try {
      const { port, heard } = await serve((_, res) => res.end('hello'))
      names.say('turning.example', [PUBLIC], ['127.0.0.1'])
      const ours = new Guard({ ports: 'web', privateAddresses: [`${PUBLIC}/32`], nameServers: [names.address] })
      const { body } = await dial(ours, `http://turning.example:${port}/`, MAX)
      expect(String(await buffer(body))).toBe('hello')
      await expect(dial(ours, `http://turning.example:${port}/`, MAX)).rejects.toMatchObject({ code: 'EPRIVATE' })
      expect([names.asked.length, heard.length]).toEqual([2, 1])
      await expect(dial(ours, 'http://unknown.example/', MAX)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    } finally {
      await names.stop()
    }
  })

  it('is not read if its certificate is not trusted', async () => {
    const server = https.createServer(SELF_SIGNED, (_, res) => res.end())
    running.push(server)
    await new Promise<void>((resolve) => {
      server.listen(0, PUBLIC, resolve)
    })
    const { port } = server.address() as AddressInfo
    await expect(dial(guard, `https://${PUBLIC}:${port}/`, MAX)).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('is followed, with status %i', async (status) => {
    const target = await serve((_, res) => res.end('hello'))
    const { url } = await redirectTo(`${target.url}/there`, status)
    const answer = await dial(guard, url, MAX)
    expect([answer.url.href, String(await buffer(answer.body))]).toEqual([`${target.url}/there`, 'hello'])
  })

  it('may have letters of all kinds', async () => {
    const target = await serve((_, res) => res.end())
    const { url } = await serve((_, res) =>
      res.writeHead(302, { location: Buffer.from(`${target.url}/año`).toString('latin1') }).end(),
    )
    const answer = await dial(guard, url, MAX)
    answer.body.resume()
    expect(answer.url.href).toBe(`${target.url}/a%C3%B1o`)
  })

  it.each(['127.0.0.1', '127.1', '[::ffff:127.0.0.1]', '0', 'localhost', '2130706433'])(
    'to the house is refused, as %s (Y02)',
    async (host) => {
      const house = await serve((_, res) => res.end('secret'), '127.0.0.1')
      const { url } = await redirectTo(`http://${host}:${house.port}/`)
      await expect(dial(guard, url, MAX)).rejects.toMatchObject({ code: 'EPRIVATE' })
      expect(house.connections()).toBe(0)
    },
  )

  it.each(['file:///etc/passwd', 'ftp://127.0.0.2/', 'http://a:b@127.0.0.2/', 'http://', 'gopher://127.0.0.2/'])(
    'to what is no link is refused: %s',
    async (location) => {
      const { url } = await redirectTo(location)
      await expect(dial(guard, url, MAX)).rejects.toMatchObject({ code: 'EBADLINK' })
    },
  )

  it('to a redirect to a redirect comes to an end', async () => {
    const { url, heard } = await redirectTo('/again')
    await expect(dial(guard, url, MAX)).rejects.toMatchObject({ code: 'EREDIRECTS' })
    expect(heard.length).toBe(11)
  })
})

describe('a link into the house', () => {
  it.each(['127.0.0.1', '127.1', '0.0.0.0', '[::ffff:127.0.0.1]', '[::]', 'localhost', '0x7f000001'])(
    'is refused before anything is dialled: %s (Y01)',
    async (host) => {
      const house = await serve((_, res) => res.end('secret'), '127.0.0.1')
      await expect(dial(guard, `http://${host}:${house.port}/`, MAX)).rejects.toMatchObject({ code: 'EPRIVATE' })
      expect(house.connections()).toBe(0)
    },
  )
})

describe('the bounds', () => {
  it('of size hold where the size is told', async () => {
    const { url } = await serve((_, res) => res.end('x'.repeat(1001)))
    await expect(dial(guard, url, MAX)).rejects.toMatchObject({ code: 'ETOOLARGE' })
  })
  it('of size hold where it is not', async () => {
    const { url } = await serve((_, res) => {
      res.on('error', () => undefined)
      const write = () => void (res.destroyed || res.write('x'.repeat(500), () => setImmediate(write)))
      write()
    })
    const { body } = await dial(guard, url, MAX)
    await expect(buffer(body)).rejects.toMatchObject({ code: 'ETOOLARGE' })
  })
  it('of time hold for the header', async () => {
    const { url } = await serve(() => undefined)
    await expect(dial(guard, url, { ...MAX, withinMs: 50 })).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  })
  it('of time hold for the body', async () => {
    const { url } = await serve((_, res) => void res.write('x'))
    const { body } = await dial(guard, url, { ...MAX, withinMs: 500 })
    await expect(buffer(body)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  })
  it('of silence hold for both', async () => {
    const { url } = await serve((req, res) => void (req.url === '/body' && res.write('x')))
    await expect(dial(guard, url, { ...MAX, idleMs: 50 })).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    const { body } = await dial(guard, `${url}/body`, { ...MAX, idleMs: 500 })
    await expect(buffer(body)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  })
  it('of silence do not count while we do not read on', async () => {
    const bytes = Buffer.alloc(8 * 1024 * 1024)
    const { url } = await serve((_, res) => res.end(bytes))
    const { body } = await dial(guard, url, { maxBytes: bytes.length, idleMs: 200 })
    // That it is given time is what is tried here.
    await new Promise((resolve) => {
      setTimeout(resolve, 700)
    })
    expect((await buffer(body)).length).toBe(bytes.length)
  })
  it('of silence do not end what came while this process stood still', async () => {
    const { url, goOn } = await serveInThread()
    const { body } = await dial(guard, url, { ...MAX, idleMs: 200 })
    const whole = buffer(body)
    await once(body, 'data')
    goOn()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    expect(String(await whole)).toBe('ab')
  })
  it('of headers hold', async () => {
    const { url } = await serve((_, res) => res.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end())
    await expect(dial(guard, url, MAX)).rejects.toMatchObject({ code: 'HPE_HEADER_OVERFLOW' })
  })
  it('are as narrow as the caller says', async () => {
    const { url } = await serve((_, res) => void res.write('x'))
    const before = AbortSignal.abort(new Error('no more'))
    await expect(dial(guard, url, { ...MAX, signal: before })).rejects.toThrow('no more')
    const late = new AbortController()
    const { body } = await dial(guard, url, { ...MAX, signal: late.signal })
    late.abort('cancel')
    await expect(buffer(body)).rejects.toMatchObject({ message: 'aborted', cause: 'cancel' })
  })
})

it('a body that breaks off is an error', async () => {
  const { url } = await serve((_, res) => {
    res.writeHead(200, { 'content-length': 100 }).write('hello', () => res.destroy())
  })
  const { body } = await dial(guard, url, MAX)
  await expect(buffer(body)).rejects.toMatchObject({ code: 'ECONNRESET' })
})
