// Against a server that does what it likes. Real S3 servers are asked in tests/api/plain-puts.test.ts.
import { randomBytes } from 'node:crypto'
import type net from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { useOddServer } from '../../../../tests/helpers/odd-server.ts'
import { putPart } from '../object-parts.ts'
import { putBody, type PutFacts } from '../objects.ts'

const LIMITS = { connectMs: 3_000, controlMs: 1_500, idleMs: 1_500 }
const MIB = 1024 * 1024
const LARGE = 20 * MIB

const server = useOddServer(LIMITS)
beforeEach(() => {
  server.atEnd = (socket) => socket.write(DONE)
})

const DONE = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nETag: "an-etag"\r\nx-amz-version-id: v1\r\n\r\n'
const ERROR = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>later</Message></Error>'
const refusal = (status: number, more = '') =>
  `HTTP/1.1 ${status} No\r\nContent-Length: ${ERROR.length}\r\n${more}\r\n${ERROR}`
const FACTS = { metadata: {}, contentType: 'text/plain' }
const object = { bucket: 'b', key: 'a key' }
const put = (body: Readable | Buffer, length: number, more: Partial<PutFacts> = {}) =>
  putBody(server.s3, object, { ...FACTS, body, length, ...more })
const small = () => put(Buffer.from('abc'), 3)
const content = randomBytes(MIB)
/** A body of so many bytes. Its chunks are of odd sizes. */
const stream = (length: number) =>
  Readable.from(
    (function* chunks() {
      for (let left = length; left > 0;) {
        const chunk = content.subarray(0, Math.min(left, 64 * 1024 + (left % 7)))
        left -= chunk.length
        yield chunk
      }
    })(),
    { objectMode: false },
  )
/** A body that comes to a stop. */
const stalled = (first: Buffer) => {
  const body = new Readable({ read() {} })
  body.push(first)
  return body
}

describe('writing over a plain connection', () => {
  it('sends small bodies and large ones, and uses the connection again', async () => {
    for (const length of [0, 1, 3, MIB, LARGE])
      expect(await put(stream(length), length)).toEqual({ etag: 'an-etag', version: 'v1' })
    expect(await small()).toEqual({ etag: 'an-etag', version: 'v1' })
    expect(server.requests.map(({ bytes }) => bytes)).toEqual([0, 1, 3, MIB, LARGE, 3])
    expect(server.connections).toBe(1)
    expect(server.observed).toEqual(server.requests.map(() => ['put', 200]))
    expect(server.requests[0]?.head.split('\r\n')[0]).toBe('PUT /b/a%20key HTTP/1.1')
  })

  it('sends a part, with nothing of it in the signature', async () => {
    const part = { uploadId: 'an id/+', number: 7, length: 3, body: Buffer.from('abc') }
    expect(await putPart(server.s3, object, part)).toEqual({ number: 7, etag: 'an-etag', size: 3 })
    expect(server.requests[0]?.head.split('\r\n')[0]).toBe(
      'PUT /b/a%20key?partNumber=7&uploadId=an%20id%2F%2B HTTP/1.1',
    )
    expect(server.requests[0]?.head).toContain('x-amz-content-sha256: UNSIGNED-PAYLOAD')
    expect(server.observed).toEqual([['put part', 200]])
  })

  it('sends conditions and metadata, encoded where they are more than ASCII', async () => {
    const metadata = { mtime: '1.5', 'nido-by': 'Zoë\r\nX-Evil: 1', Upper: '' }
    await put(Buffer.from('abc'), 3, { metadata, onlyIfAbsent: true, onlyIfMatch: 'e', contentType: 'image/png' })
    const lines = server.requests[0]?.head.split('\r\n') ?? []
    expect(lines).toEqual(
      expect.arrayContaining([
        'content-type: image/png',
        'x-amz-meta-mtime: 1.5',
        'x-amz-meta-nido-by: Zo%C3%AB%0D%0AX-Evil%3A%201',
        'if-none-match: *',
        'if-match: "e"',
        // The SHA-256 of "abc" (FIPS 180-2, appendix B.1).
        'x-amz-content-sha256: ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      ]),
    )
    expect(lines.filter((line) => /^x-evil/i.test(line))).toEqual([])
    expect(lines.find((line) => line.startsWith('authorization'))).toMatch(/SignedHeaders=[^,]*x-amz-meta-mtime/)
  })

  it.each<[string, Partial<PutFacts>]>([
    ['a type with a line end', { contentType: 'text/plain\r\nX-Evil: 1' }],
    ['a type beyond ASCII', { contentType: 'text/plain; name=Zoë' }],
    ['a name of metadata with a colon', { metadata: { 'a: b': 'c' } }],
    ['a name of metadata with a line end', { metadata: { 'a\r\nb': 'c' } }],
  ])('leaves %s to the usual client, which refuses or encodes it', async (_, more) => {
    await put(Buffer.from('abc'), 3, more).catch(() => undefined)
    for (const { head } of server.requests) {
      expect(head).toContain('x-id=PutObject')
      expect(head.split('\r\n').filter((line) => /^(x-evil|b: c)/i.test(line))).toEqual([])
    }
  })

  it('takes an answer in pieces, and one whose body is of any kind', async () => {
    server.atEnd = async (socket, count) => {
      if (count === 1) {
        for (const piece of DONE.match(/.{1,9}/gs) ?? []) {
          socket.write(piece)
          await wait(1)
        }
      } else if (count === 2)
        socket.write('HTTP/1.1 200 OK\r\nETag: "e"\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')
      else if (count === 3) socket.write('HTTP/1.1 200 OK\r\nETag: "e"\r\n\r\n')
      else socket.write('HTTP/1.1 204 No Content\r\nETag: "e"\r\n\r\n')
    }
    for (const etag of ['an-etag', 'e', 'e', 'e', 'e']) expect((await small()).etag).toBe(etag)
    expect(server.connections).toBe(3)
  })
})

describe('a write that is refused', () => {
  it.each<[string, string]>([
    ['with a length', refusal(503)],
    [
      'in chunks',
      `HTTP/1.1 503 No\r\nTransfer-Encoding: chunked\r\n\r\n${ERROR.length.toString(16)}\r\n${ERROR}\r\n0\r\n\r\n`,
    ],
  ])('before its body is sent ends at once, %s', async (_, answer) => {
    server.atHead = (socket) => socket.write(answer)
    server.atEnd = () => undefined
    for (const body of [stream(LARGE), stalled(content)])
      await expect(put(body, LARGE)).rejects.toMatchObject({ name: 'SlowDown', $metadata: { httpStatusCode: 503 } })
    expect(server.requests.every(({ bytes }) => bytes < LARGE)).toBe(true)
    await server.allClosed()
    expect(server.observed).toEqual([
      ['put', 503],
      ['put', 503],
    ])
  })

  it('ends also where the server hangs up right after it', async () => {
    server.atEnd = (socket) => socket.end(`HTTP/1.1 403 No\r\n\r\n${ERROR}`)
    await expect(small()).rejects.toMatchObject({ name: 'SlowDown', $metadata: { httpStatusCode: 403 } })
    server.atEnd = (socket) => socket.end('HTTP/1.1 412 No\r\nContent-Length: 99\r\n\r\n<Err')
    await expect(small()).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } })
  })

  it('leaves the connection for the next one where all was read', async () => {
    server.atEnd = (socket, count) => socket.write(count === 1 ? refusal(412) : DONE)
    await expect(small()).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } })
    await small()
    expect(server.connections).toBe(1)
  })
})

describe('a write that breaks off', () => {
  it('has its head sent also where the first byte is late', async () => {
    const body = new Readable({ read() {} })
    const sent = put(body, 3)
    await wait(1_250)
    expect(server.requests.map(({ bytes }) => bytes)).toEqual([0])
    body.push('abc')
    body.push(null)
    await sent
    expect(server.requests.map(({ bytes }) => bytes)).toEqual([3])
  })

  it('is never sent twice, on a kept connection or a new one', async () => {
    await small()
    server.atEnd = (socket) => socket.destroy()
    await expect(small()).rejects.toMatchObject({ code: 'ECONNRESET' })
    await expect(small()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(server.requests.length).toBe(3)
  })

  it('takes no connection that was closed meanwhile', async () => {
    await small()
    for (const socket of server.sockets) socket.end()
    await wait(50)
    await small()
    expect(server.connections).toBe(2)
  })

  it.each<[string, () => Readable]>([
    [
      'fails',
      () => {
        const body = stalled(content)
        setTimeout(() => body.destroy(new Error('the line is dead')), 50)
        return body
      },
    ],
    ['ends early', () => stream(MIB)],
    ['is too long', () => stream(LARGE + 1)],
  ])('ends with a body that %s, and the server never has all of it', async (_, body) => {
    await expect(put(body(), LARGE)).rejects.toThrow(/dead|fewer|more/)
    await server.allClosed()
    expect(server.requests.every(({ bytes, length }) => bytes < length)).toBe(true)
  })

  it('ends with its signal', async () => {
    const control = new AbortController()
    setTimeout(() => control.abort(), 50)
    await expect(put(stalled(content), LARGE, { signal: control.signal })).rejects.toMatchObject({ name: 'AbortError' })
    await server.allClosed()
    await expect(put(stream(3), 3, { signal: control.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.requests.length).toBe(1)
  })

  it.each<[string, (socket: net.Socket) => unknown, () => Readable]>([
    ['no byte is read', (socket) => socket.pause(), () => stream(LARGE)],
    ['no byte comes from the client', () => undefined, () => stalled(content)],
    ['no answer comes', () => undefined, () => stream(LARGE)],
  ])('ends where %s for too long', async (_, stall, body) => {
    server.atHead = stall
    server.atEnd = () => undefined
    await expect(put(body(), LARGE)).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('ends for success before the last byte, and leaves ten minutes of writes to the usual client', async () => {
    server.atHead = (socket, count) => (count === 1 ? socket.write(DONE) : undefined)
    await expect(put(stalled(content), LARGE)).rejects.toThrow('odd')
    for (const later of [0, 599_999, 600_000]) {
      server.later = later
      await small()
    }
    expect(server.requests.slice(1).map(({ head }) => head.includes('x-id=PutObject'))).toEqual([true, true, false])
  })

  it.each<[string, string]>([
    ['a head without an end', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(20_000)}`],
    ['another protocol', 'SSH-2.0-server\r\n\r\n'],
    ['a long refusal', `HTTP/1.1 400 No\r\nContent-Length: 99999999\r\n\r\n${'a'.repeat(70_000)}`],
  ])('ends for %s', async (_, odd) => {
    server.atEnd = (socket) => socket.write(odd)
    await expect(small()).rejects.toThrow('odd')
  })

  it('reads no further in its body than the server does', async () => {
    let made = 0
    const body = Readable.from(
      (function* chunks() {
        for (; made < 200; made += 1) yield content
      })(),
      { objectMode: false },
    )
    server.atHead = (socket) => {
      socket.pause()
      setTimeout(() => socket.resume(), 300)
    }
    const sent = put(body, 200 * MIB)
    await wait(200)
    expect(made).toBeLessThan(100)
    await sent
    expect(server.requests[0]?.bytes).toBe(200 * MIB)
  })
})
