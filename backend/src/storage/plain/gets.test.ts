// Against a server that does what it likes. Real S3 servers are asked in tests/api/plain-gets.test.ts.
import { randomBytes } from 'node:crypto'
import type net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { useOddServer } from '../../../../tests/helpers/odd-server.ts'
import { happens } from '../../../../tests/helpers/until.ts'
import { getRange } from '../objects.ts'

const LIMITS = { connectMs: 3_000, controlMs: 2_000, idleMs: 2_000 }
const SIZE = 1024 * 1024

const server = useOddServer(LIMITS)

const content = randomBytes(SIZE)
const headOf = (length: number, more = '') =>
  `HTTP/1.1 206 OK\r\nContent-Length: ${length}\r\nContent-Range: bytes 0-${length - 1}/${SIZE}\r\n${more}\r\n`
const ask = (length: number, signal?: AbortSignal) =>
  getRange(server.s3, { bucket: 'b', key: 'a key' }, { start: 0, end: length - 1, ...(signal && { signal }) })
const read = async (length: number) => Buffer.concat(await (await ask(length)).toArray())
const plainly = (socket: net.Socket, length: number) =>
  socket.write(Buffer.concat([Buffer.from(headOf(length)), content.subarray(0, length)]))
const isContent = (bytes: Buffer, length: number) => bytes.equals(content.subarray(0, length))

describe('reading a range over a plain connection', () => {
  it('gives its bytes, and uses the connection again', async () => {
    server.atEnd = (socket) => plainly(socket, SIZE)
    for (let count = 0; count < 3; count += 1) expect(isContent(await read(SIZE), SIZE)).toBe(true)
    expect([server.requests.length, server.connections]).toEqual([3, 1])
    expect(server.requests[0]?.head.split('\r\n')[0]).toBe('GET /b/a%20key HTTP/1.1')
    expect(server.observed).toEqual([206, 206, 206].map((status) => ['get', status]))
  })

  it('takes a head in pieces', async () => {
    server.atEnd = async (socket) => {
      for (const piece of headOf(3).match(/.{1,9}/gs) ?? []) {
        socket.write(piece)
        await wait(1)
      }
      socket.write(content.subarray(0, 3))
    }
    expect(isContent(await read(3), 3)).toBe(true)
  })

  it('takes bytes that come one by one', async () => {
    server.atEnd = async (socket) => {
      socket.write(headOf(20))
      for (const byte of content.subarray(0, 20)) {
        socket.write(Buffer.of(byte))
        await wait(1)
      }
    }
    expect(isContent(await read(20), 20)).toBe(true)
  })

  it.each<[string, string]>([
    ['chunks', 'HTTP/1.1 206 Partial Content\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
    ['no range', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc'],
    ['a longer range', `HTTP/1.1 206 OK\r\nContent-Length: 4\r\nContent-Range: bytes 0-3/9\r\n\r\nabcd`],
    ['another range', `HTTP/1.1 206 OK\r\nContent-Length: 3\r\nContent-Range: bytes 1-3/9\r\n\r\nabc`],
    ['a range of another length', `HTTP/1.1 206 OK\r\nContent-Length: 3\r\nContent-Range: bytes 0-1/9\r\n\r\nabc`],
    ['a head without an end', `HTTP/1.1 206 OK\r\nA: ${'a'.repeat(20_000)}`],
  ])('leaves %s to the usual client, and what follows for a minute', async (_, odd) => {
    server.atEnd = (socket, count) => (count === 1 ? socket.write(odd) : plainly(socket, 3))
    for (const later of [0, 59_999, 60_000]) {
      server.later = later
      expect(isContent(await read(3), 3)).toBe(true)
    }
    const isUsual = server.requests.map(({ head }) => head.includes('x-id=GetObject'))
    expect(isUsual).toEqual([false, true, true, false])
  })

  it('fails where the connection ends too early, also if nobody reads yet', async () => {
    server.atEnd = (socket) => socket.end(`${headOf(5)}abc`)
    await expect(read(5)).rejects.toMatchObject({ code: 'ECONNRESET' })
    const body = await ask(5)
    await happens(() => body.destroyed, 'the body has ended')
    await expect(body.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(server.requests.length).toBe(2)
  })

  it('gives no byte beyond the declared length to anybody', async () => {
    server.atEnd = (socket, count) => (count === 1 ? socket.write(`${headOf(3)}abcEVIL`) : plainly(socket, 3))
    await expect(read(3)).rejects.toThrow('more bytes')
    expect(isContent(await read(3), 3)).toBe(true)
    expect(server.connections).toBe(2)
  })

  it('takes no bytes that nobody has asked for as an answer', async () => {
    server.atEnd = (socket, count) => {
      plainly(socket, 3)
      if (count === 1) setTimeout(() => socket.write(`${headOf(3)}BAD`), 20)
    }
    expect(isContent(await read(3), 3)).toBe(true)
    await server.allClosed()
    expect(isContent(await read(3), 3)).toBe(true)
    expect(server.connections).toBe(2)
  })

  it('asks again where a kept connection ends before the answer, but once', async () => {
    server.atEnd = (socket, count) => (count === 2 ? socket.destroy() : plainly(socket, 3))
    await read(3)
    expect(isContent(await read(3), 3)).toBe(true)
    expect([server.requests.length, server.connections]).toEqual([3, 2])
    server.atEnd = (socket) => socket.destroy()
    await expect(read(3)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(server.requests.length).toBe(5)
  })

  it('does not ask again on a new connection, or after the first byte', async () => {
    server.atEnd = (socket) => socket.destroy()
    await expect(read(3)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(server.requests.length).toBe(1)
    server.atEnd = (socket, count) => (count === 3 ? socket.end('HTTP/1.1 2') : plainly(socket, 3))
    await read(3)
    await expect(read(3)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(server.requests.length).toBe(3)
  })

  it('closes a connection where the server says so', async () => {
    server.atEnd = (socket) => socket.write(`${headOf(3, 'Connection: close\r\n')}abc`)
    await read(3)
    await read(3)
    expect(server.connections).toBe(2)
  })

  it.each<[string, (socket: net.Socket) => unknown]>([
    ['before its answer', () => undefined],
    ['in the head', (socket) => socket.write(headOf(5).slice(0, 30))],
    ['in the bytes', (socket) => socket.write(`${headOf(5)}abc`)],
  ])('ends where the server stalls %s', async (_, stall) => {
    server.atEnd = stall
    await expect(read(5)).rejects.toMatchObject({ name: 'TimeoutError' })
    await server.allClosed()
  })

  it('ends the request with its reader', async () => {
    server.atEnd = (socket) => socket.write(headOf(SIZE))
    const body = await ask(SIZE)
    body.destroy()
    const control = new AbortController()
    server.atEnd = () => control.abort()
    await expect(ask(SIZE, control.signal)).rejects.toMatchObject({ name: 'AbortError' })
    await server.allClosed()
    await expect(ask(SIZE, control.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('reads no further than its reader', async () => {
    let taken = 0
    const whole = 64 * SIZE
    server.atEnd = (socket) => {
      socket.write(
        `HTTP/1.1 206 OK\r\nContent-Length: ${whole}\r\nContent-Range: bytes 0-${whole - 1}/${whole}\r\n\r\n`,
      )
      const more = () => {
        while (taken < whole && !socket.destroyed) {
          taken += SIZE
          if (!socket.write(content)) return void socket.once('drain', more)
        }
      }
      more()
    }
    const body = await ask(whole)
    await wait(150)
    expect(taken).toBeLessThan(whole / 2)
    let length = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      expect(
        chunk.equals(content.subarray(length % SIZE, (length % SIZE) + chunk.length)) ||
          chunk.length > SIZE - (length % SIZE),
      ).toBe(true)
      length += chunk.length
    }
    expect(length).toBe(whole)
  })

  it('closes its connections with the storage', async () => {
    server.atEnd = (socket, count) => (count === 1 ? plainly(socket, 3) : socket.write(headOf(5)))
    await read(3)
    const body = await ask(5)
    server.s3.close()
    await expect(body.toArray()).rejects.toThrow('closed')
    await server.allClosed()
  })
})
