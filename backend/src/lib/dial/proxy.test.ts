import { once } from 'node:events'
import http, { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import https from 'node:https'
import net, { type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import { afterEach, describe, expect, it } from '@jest/globals'
import { startNameServer } from '../../../../tests/helpers/name-server.ts'
import { SELF_SIGNED } from '../../../../tests/helpers/self-signed.ts'
import { happens } from '../../../../tests/helpers/until.ts'
import { Guard } from './guard.ts'
import { openProxy, type Proxy, type ProxyLimits } from './proxy.ts'

// 127.0.0.2 stands for the internet, 127.0.0.1 for the house.
const PUBLIC = '127.0.0.2'
const HOUSE = '127.0.0.1'
const privateAddresses = [`${PUBLIC}/32`]
const ending: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

async function open(limits: Partial<ProxyLimits> = {}, nameServers: string[] = []): Promise<Proxy> {
  const proxy = await openProxy(new Guard({ ports: 'web', privateAddresses, nameServers }), {
    maxBytes: 1_000_000,
    ...limits,
  })
  ending.push(() => proxy.close())
  return proxy
}

/** A web server, and the requests that it got. */
async function serve(answer: RequestListener, host = PUBLIC) {
  const heard: IncomingMessage[] = []
  const server = createServer((request, response) => {
    heard.push(request)
    answer(request, response)
  })
  return { ...(await listen(server, host)), heard }
}

/** A server that repeats what it hears. */
const serveEcho = (host = PUBLIC) =>
  listen(
    net.createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)),
    host,
  )

async function listen(server: Server | net.Server, host: string) {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket.on('error', () => undefined))
  })
  server.listen(0, host)
  await once(server, 'listening')
  ending.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { at: `${host}:${port}`, port, sockets, connections: () => connections }
}

const authorizationOf = ({ url }: Proxy): string => {
  const { username, password } = new URL(url)
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** Asks for a URL through the proxy. */
async function ask(proxy: Proxy, url: string, { method = 'GET', headers = {}, body = '' } = {}) {
  const { hostname, port } = new URL(proxy.url)
  const request = http.request({
    host: hostname,
    port,
    method,
    path: url,
    headers: { 'Proxy-Authorization': authorizationOf(proxy), ...headers },
    agent: false,
  })
  request.end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}
const statusOf = async (proxy: Proxy, url: string) => {
  const answer = await ask(proxy, url)
  answer.resume()
  return answer.statusCode
}

/** A plain connection to the proxy. */
async function connect(proxy: Pick<Proxy, 'url'>): Promise<Socket> {
  const { hostname, port } = new URL(proxy.url)
  const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  ending.push(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** All that comes until the end of a connection, however it ends. */
const allOf = async (socket: Socket): Promise<string> => {
  let came = ''
  socket.on('data', (chunk) => {
    came += String(chunk)
  })
  await new Promise<void>((resolve) => {
    socket.once('end', resolve).once('error', () => resolve())
  })
  return came
}

/** All that the proxy answers to some bytes until it ends the connection. */
async function say(proxy: Proxy, bytes: string): Promise<string> {
  const socket = await connect(proxy)
  socket.end(bytes)
  return allOf(socket)
}
const statusIn = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

async function tunnel(proxy: Proxy, to: string) {
  const socket = await connect(proxy)
  socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\nProxy-Authorization: ${authorizationOf(proxy)}\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  return { socket, status: statusIn(String(head)) }
}

describe('a request', () => {
  it('is sent on and answered, as it comes', async () => {
    const { at, heard } = await serve((_, res) => {
      res.writeHead(203, 'Somehow', { 'Set-Cookie': ['a=1', 'b=2'] }).write('hel')
      setImmediate(() => res.end('lo'))
    })
    const proxy = await open()
    const answer = await ask(proxy, `http://${at}/path?query`, { headers: { Accept: 'text/x' } })
    expect([answer.statusCode, answer.headers['set-cookie'], await text(answer)]).toEqual([
      203,
      ['a=1', 'b=2'],
      'hello',
    ])
    expect(heard[0]).toMatchObject({
      method: 'GET',
      url: '/path?query',
      headers: { accept: 'text/x', via: '1.1 nido' },
    })
    expect([proxy.bytes, proxy.refusal, proxy.isSpent]).toEqual([5, null, false])
  })

  it('may have a body', async () => {
    const { at } = await serve((req, res) => void req.pipe(res))
    const proxy = await open()
    for (const headers of [{ 'Content-Length': '5' }, { 'Transfer-Encoding': 'chunked' }])
      expect(await text(await ask(proxy, `http://${at}/`, { method: 'POST', headers, body: 'hello' }))).toBe('hello')
    const answer = await ask(proxy, `http://${at}/`, { method: 'HEAD' })
    expect([answer.statusCode, await text(answer)]).toEqual([200, ''])
  })

  it('loses what is meant for the proxy, and so does its answer', async () => {
    const { at, heard } = await serve((_, res) =>
      res.writeHead(200, { Connection: 'X-Between', 'X-Between': '1', 'Proxy-Authenticate': 'x', 'X-End': '1' }).end(),
    )
    const answer = await ask(await open(), `http://${at}/`, {
      headers: {
        Connection: 'close, x-hop',
        'X-Hop': '1',
        'Proxy-Connection': 'x',
        TE: 'x',
        Upgrade: 'x',
        'X-Far': '1',
      },
    })
    answer.resume()
    expect(Object.keys(heard[0]?.headers ?? {}).toSorted()).toEqual(['connection', 'host', 'via', 'x-far'])
    expect(heard[0]?.headers.connection).toBe('close')
    expect(answer.headers).toMatchObject({ 'x-end': '1' })
    expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(['x-between']))
    expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(['proxy-authenticate']))
  })

  it('goes to the host in its URL, whatever its header says', async () => {
    const { at, heard } = await serve((_, res) => res.end())
    const answer = await ask(await open(), `http://${at}/`, { headers: { Host: 'other.example' } })
    answer.resume()
    expect(heard[0]?.headers.host).toBe(at)
  })

  it('whose answer breaks off breaks off, too', async () => {
    const { at } = await serve((_, res) => {
      res.writeHead(200, { 'Content-Length': 100 }).write('hello', () => res.destroy())
    })
    await expect(text(await ask(await open(), `http://${at}/`))).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('whose answer is none is answered with 502', async () => {
    const { at } = await listen(
      net.createServer((socket) => socket.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n')),
      PUBLIC,
    )
    expect(await statusOf(await open(), `http://${at}/`)).toBe(502)
  })

  it('to nobody is answered with 502', async () => {
    const { at, sockets } = await serve((_, res) => void res.socket?.destroy())
    expect(await statusOf(await open(), `http://${at}/`)).toBe(502)
    expect(sockets.size).toBe(1)
  })
})

describe('a tunnel', () => {
  it('carries bytes both ways, until both ends have ended', async () => {
    const { at } = await serveEcho()
    const proxy = await open()
    const { socket, status } = await tunnel(proxy, at)
    socket.end('hello')
    expect([status, await text(socket), proxy.bytes]).toEqual([200, 'hello', 10])
  })

  it('carries what is sent along with the request', async () => {
    const { at } = await serveEcho()
    const proxy = await open()
    const answer = await say(
      proxy,
      `CONNECT ${at} HTTP/1.1\r\nHost: ${at}\r\nProxy-Authorization: ${authorizationOf(proxy)}\r\n\r\nhello`,
    )
    expect(answer).toBe('HTTP/1.1 200 Connection Established\r\n\r\nhello')
  })

  it('carries TLS, which it does not end', async () => {
    const { at, port } = await listen(
      https.createServer(SELF_SIGNED, (_, res) => res.end('hello')),
      PUBLIC,
    )
    const { socket, status } = await tunnel(await open(), at)
    const secure = tls.connect({ socket, ca: SELF_SIGNED.cert, servername: 'localhost' })
    await once(secure, 'secureConnect')
    secure.write(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`)
    expect([status, await allOf(secure)]).toEqual([200, expect.stringMatching(/hello/)])
  })

  it.each(['example.com', 'example.com:', 'example.com:x', 'http://example.com:443', 'a:b@example.com:443', ':443'])(
    'to what is no host and port is refused: %s',
    async (to) => expect((await tunnel(await open(), to)).status).toBe(400),
  )
  it.each([22, 25, 53, 6881, 0])('to port %i is refused', async (port) => {
    const proxy = await open()
    expect([(await tunnel(proxy, `8.8.8.8:${port}`)).status, proxy.refusal]).toEqual([403, 'port'])
  })
})

describe('the house', () => {
  const HOSTS = [
    '127.0.0.1',
    '127.1',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '[::1]',
    'localhost',
    '2130706433',
    '0177.0.0.1',
  ]

  it.each([...HOSTS, '169.254.169.254'])('cannot be reached by %s (Y01)', async (host) => {
    const house = await serve((_, res) => res.end('secret'), HOUSE)
    const proxy = await open()
    expect(await statusOf(proxy, `http://${host}:${house.port}/`)).toBe(403)
    expect((await tunnel(proxy, `${host}:${house.port}`)).status).toBe(403)
    expect([house.connections(), proxy.refusal]).toEqual([0, 'address'])
  })

  it('cannot be reached through the proxy itself', async () => {
    const proxy = await open()
    expect(await statusOf(proxy, `http://${new URL(proxy.url).host}/`)).toBe(403)
  })

  it('cannot be reached by a name that leads there, now or later (Y02)', async () => {
    const names = await startNameServer()
    ending.push(() => names.stop())
    names.say('minio', [HOUSE])
    names.say('both.example', [PUBLIC, HOUSE])
    names.say('turning.example', [PUBLIC], [HOUSE])
    const house = await serve((_, res) => res.end('secret'), HOUSE)
    const outside = await serve((_, res) => res.end('hello'))
    const proxy = await open({}, [names.address])
    for (const host of ['minio', 'both.example']) {
      expect(await statusOf(proxy, `http://${host}:${house.port}/`)).toBe(403)
      expect((await tunnel(proxy, `${host}:${house.port}`)).status).toBe(403)
    }
    expect(await statusOf(proxy, `http://turning.example:${outside.port}/`)).toBe(200)
    expect(await statusOf(proxy, `http://turning.example:${outside.port}/`)).toBe(403)
    expect(names.asked.filter((name) => name === 'turning.example').length).toBe(2)
    expect(await statusOf(proxy, 'http://unknown.example/')).toBe(502)
    expect(house.connections()).toBe(0)
  })

  it.each([
    'https://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    '/path',
    '*',
    'http://a:b@example.com/',
  ])('and others are not asked for by %s', async (url) => expect(await statusOf(await open(), url)).toBe(400))
})

describe('a stranger on the machine', () => {
  it.each([{}, { 'Proxy-Authorization': 'Basic bmlkbzo=' }, { 'Proxy-Authorization': '' }])(
    'is asked for the password: %j',
    async (headers) => {
      const { at, connections } = await serve((_, res) => res.end())
      const proxy = await open()
      const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      for (const line of [`GET http://${at}/`, `CONNECT ${at}`]) {
        const answer = await say(proxy, `${line} HTTP/1.1\r\nHost: ${at}\r\n${given.join('')}\r\n`)
        expect(answer).toMatch(/^HTTP\/1\.1 407 [^]*\r\nProxy-Authenticate: Basic realm="nido"\r\n/)
      }
      expect(connections()).toBe(0)
    },
  )
})

describe('a request that could be read in two ways', () => {
  it.each([
    ['two lengths', 'POST', 'Content-Length: 5\r\nContent-Length: 6\r\n', 'hello'],
    ['a length and pieces', 'POST', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['an unknown coding', 'POST', 'Transfer-Encoding: chunked, x\r\n', '0\r\n\r\n'],
    ['a body that it should not have', 'GET', 'Content-Length: 5\r\n', 'hello'],
    ['pieces that it should not have', 'GET', 'Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['a header without an end', 'GET', 'X: 1\nY: 2\r\n', ''],
    ['a space before the colon', 'GET', 'X : 1\r\n', ''],
    ['another method', 'DELETE', '', ''],
    ['a promise of a body', 'POST', 'Expect: 100-continue\r\nContent-Length: 5\r\n', ''],
  ])('is refused: %s', async (_, method, headers, body) => {
    const { at, connections } = await serve((_req, res) => res.end())
    const proxy = await open()
    const head = `${method} http://${at}/ HTTP/1.1\r\nHost: ${at}\r\nProxy-Authorization: ${authorizationOf(proxy)}\r\n`
    expect(statusIn(await say(proxy, `${head}${headers}\r\n${body}`))).toBeGreaterThanOrEqual(400)
    expect(connections()).toBe(0)
  })
})

describe('the bounds', () => {
  it('of headers hold, also against slow ones', async () => {
    const proxy = await open({ headerMs: 100 })
    expect(statusIn(await say(proxy, `GET http://a.example/ HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`))).toBe(431)
    const slow = await connect(proxy)
    slow.write('GET http://a.example/ HTTP/1.1\r\nX-Slow:')
    expect(statusIn(await text(slow))).toBe(408)
  })

  it('of headers hold for answers', async () => {
    const { at } = await serve((_, res) => res.writeHead(200, { 'X-Long': 'x'.repeat(20_000) }).end())
    expect(await statusOf(await open(), `http://${at}/`)).toBe(502)
  })

  it('of bytes hold for all that passes', async () => {
    const { at } = await serve((_, res) => res.end('x'.repeat(6_000)))
    const echo = await serveEcho()
    const proxy = await open({ maxBytes: 10_000 })
    expect((await text(await ask(proxy, `http://${at}/`))).length).toBe(6_000)
    expect(proxy.isSpent).toBe(false)
    await expect(ask(proxy, `http://${at}/`).then(text)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(proxy.isSpent).toBe(true)
    const { socket } = await tunnel(proxy, echo.at)
    socket.write('x')
    expect(await allOf(socket)).toBe('')
  })

  it('of silence hold for tunnels and requests', async () => {
    const echo = await serveEcho()
    const { at } = await serve(() => undefined)
    const proxy = await open({ idleMs: 300 })
    const { socket } = await tunnel(proxy, echo.at)
    expect(await allOf(socket)).toBe('')
    // Whichever side is ended first.
    expect([502, 'ECONNRESET']).toContain(
      await statusOf(proxy, `http://${at}/`).catch((error: NodeJS.ErrnoException) => error.code),
    )
  })

  it('of connections hold', async () => {
    const { at } = await serve((_, res) => res.end())
    const proxy = await open({ maxConnections: 1 })
    const first = await connect(proxy)
    await expect(ask(proxy, `http://${at}/`)).rejects.toMatchObject({ code: 'ECONNRESET' })
    first.destroy()
    await happens(
      () =>
        statusOf(proxy, `http://${at}/`).then(
          (status) => status === 200,
          () => false,
        ),
      'a free connection',
    )
  })

  it('end everything with the job', async () => {
    const echo = await serveEcho()
    const { at, heard } = await serve(() => undefined)
    const proxy = await open()
    const { url } = proxy
    const { socket } = await tunnel(proxy, echo.at)
    const pending = ask(proxy, `http://${at}/`).catch((error: NodeJS.ErrnoException) => error.code)
    await happens(() => heard.length === 1, 'the request')
    const closed = allOf(socket)
    await proxy.close()
    await closed
    expect(await pending).toBe('ECONNRESET')
    await happens(() => [...echo.sockets].every(({ destroyed }) => destroyed), 'the end of the other side')
    await expect(connect({ url })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
