// Against a server that does what it likes. Real S3 servers are asked by the tests of operations.
import { describe, expect, it } from '@jest/globals'
import { useOddServer } from '../../../../tests/helpers/odd-server.ts'
import { copyObject } from '../object-copies.ts'

const LIMITS = { connectMs: 3_000, controlMs: 1_000, idleMs: 3_000 }

const server = useOddServer(LIMITS)

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'
const RESULT = `${XML}<CopyObjectResult xmlns="${NAMESPACE}"><ETag>&#34;e7&#34;</ETag></CopyObjectResult>`
const ERROR = `${XML}<Error><Code>SlowDown</Code><Message>later</Message></Error>`
const told = (text: string, status = 200) =>
  `HTTP/1.1 ${status} X\r\nContent-Length: ${text.length}\r\nx-amz-version-id: v1\r\n\r\n${text}`
const inChunks = (...pieces: string[]) =>
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nx-amz-version-id: v1\r\n\r\n' +
  [...pieces, ''].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')
const copy = (remainingMs = 10_000) =>
  copyObject(
    server.s3.expiring(() => remainingMs),
    { from: { bucket: 'b', key: 'a/old é', version: 'v0', size: 3 }, to: { bucket: 'c', key: 'a new' } },
    { metadata: { Upper: 'Zoë' }, contentType: 'text/plain', headers: { ContentLanguage: 'de' } },
  )
const MADE = { etag: 'e7', version: 'v1' }

describe('copying over a plain connection', () => {
  it('pins the source, is signed to end with the lease, and uses the connection again', async () => {
    server.atEnd = (socket) => socket.write(told(RESULT))
    expect([await copy(), await copy()]).toEqual([MADE, MADE])
    expect(server.connections).toBe(1)
    expect(server.observed).toEqual([200, 200].map((status) => ['copy', status]))
    expect(server.requests[0]?.head).toMatch(/^PUT \/c\/a%20new\?\S*X-Amz-Expires=10&\S*X-Amz-Signature=/)
    for (const line of [
      'x-amz-copy-source: b/a/old%20%C3%A9?versionId=v0',
      'x-amz-metadata-directive: REPLACE',
      'x-amz-tagging-directive: COPY',
      'x-amz-meta-upper: Zo%C3%AB',
      'content-type: text/plain',
      'content-language: de',
      'content-length: 0',
    ])
      expect(server.requests[0]?.head.split('\r\n')).toContain(line)
    expect(decodeURIComponent(server.requests[0]?.head ?? '')).toContain('x-amz-copy-source;x-amz-meta-upper')
  })

  it('sends nothing once the lease has ended', async () => {
    await expect(copy(999)).rejects.toMatchObject({ name: 'Fenced' })
    expect(server.connections).toBe(0)
  })

  it.each<[string, string]>([
    ['in chunks', inChunks(RESULT)],
    ['after white space', inChunks(' ', '\n ', RESULT)],
    ['in other words', told('<CopyObjectResult><ETag>"e7"</ETag><More><Of>it</Of></More></CopyObjectResult>')],
  ])('reads success that comes %s', async (_, text) => {
    server.atEnd = (socket) => socket.write(text)
    expect([await copy(), await copy()]).toEqual([MADE, MADE])
    expect(server.requests[1]?.head).not.toContain('x-id=CopyObject')
  })

  it.each<[string, string]>([
    ['with a length', told(ERROR, 503)],
    ['as success', told(ERROR)],
    ['as success, late', inChunks(' ', ERROR)],
  ])('tells a refusal that comes %s, and goes on with the next', async (_, text) => {
    server.atEnd = (socket, count) => socket.write(count === 1 ? text : told(RESULT))
    await expect(copy()).rejects.toMatchObject({ name: 'SlowDown', message: 'later' })
    expect(await copy()).toEqual(MADE)
    expect(server.requests[1]?.head).not.toContain('x-id=CopyObject')
  })

  it('says that a source is gone', async () => {
    server.atEnd = (socket) => socket.write(told(ERROR.replace('SlowDown', 'NoSuchVersion'), 404))
    expect(await copy()).toBeNull()
  })

  it('is never sent twice, on a kept connection or a new one', async () => {
    server.atEnd = (socket, count) => (count === 1 ? socket.write(told(RESULT)) : socket.destroy())
    await copy()
    await expect(copy()).rejects.toMatchObject({ code: 'ECONNRESET' })
    await expect(copy()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(server.requests.length).toBe(3)
  })

  it.each<[string, string]>([
    ['before the answer', ''],
    ['within it', told(RESULT).slice(0, -5)],
    ['between chunks', inChunks(RESULT).slice(0, -5)],
  ])('counts as unknown where the connection ends %s', async (_, text) => {
    server.atEnd = (socket) => socket.end(text)
    await expect(copy()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(server.requests.length).toBe(1)
  })

  it.each<[string, string]>([
    ['a head without an end', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(20_000)}`],
    ['success without a framing', `HTTP/1.1 200 OK\r\n\r\n${RESULT}`],
    ['a long text', `HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n${' '.repeat(70_000)}`],
    ['success that says nothing', told('<CopyObjectResult></CopyObjectResult>')],
  ])('ends for %s, and leaves the next to the usual client for ten minutes', async (_, odd) => {
    server.atEnd = (socket, count) => socket.write(count === 1 ? odd : told(RESULT))
    await expect(copy()).rejects.toThrow('odd')
    for (const later of [0, 599_999, 600_000]) {
      server.later = later
      expect(await copy()).toEqual(MADE)
    }
    expect(server.requests.slice(1).map(({ head }) => head.includes('x-id=CopyObject'))).toEqual([true, true, false])
  })

  it('ends by the limit of small requests where no answer comes', async () => {
    server.atEnd = () => undefined
    const begun = performance.now()
    await expect(copy()).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(performance.now() - begun).toBeLessThan(2_500)
  })
})
