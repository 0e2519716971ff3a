import { describe, expect, it } from '@jest/globals'
import { OddAnswer, parseAnswerHead } from './answer-head.ts'

const head = (...lines: string[]) => lines.join('\r\n')

describe('the head of an answer', () => {
  it('is read', () => {
    expect(
      parseAnswerHead(
        head('HTTP/1.1 206 Partial Content', 'Content-Length: 5', 'ETag:"a"', 'Vary: Origin ', 'vary: Accept-Encoding'),
      ),
    ).toEqual({
      status: 206,
      reason: 'Partial Content',
      headers: { 'content-length': '5', etag: '"a"', vary: 'Origin, Accept-Encoding' },
      length: 5,
      isKept: true,
    })
  })

  it('says whether the connection may be used again', () => {
    const isKept = (value: string) =>
      parseAnswerHead(head('HTTP/1.1 200 OK', 'Content-Length: 0', `Connection: ${value}`)).isKept
    expect([isKept('Keep-Alive'), isKept('close'), isKept('keep-alive, close')]).toEqual([true, false, false])
  })

  it.each([
    ['another version', head('HTTP/1.0 200 OK', 'Content-Length: 1')],
    ['another protocol', head('SSH-2.0-server', 'Content-Length: 1')],
    ['no status', head('HTTP/1.1 OK', 'Content-Length: 1')],
    ['an answer before the answer', head('HTTP/1.1 100 Continue', 'Content-Length: 1')],
    ['a status without a body', head('HTTP/1.1 304 Not Modified', 'Content-Length: 1')],
    ['no length', head('HTTP/1.1 200 OK')],
    ['a length that is none', head('HTTP/1.1 200 OK', 'Content-Length: 1e3')],
    ['a negative length', head('HTTP/1.1 200 OK', 'Content-Length: -1')],
    ['a length beyond all numbers', head('HTTP/1.1 200 OK', 'Content-Length: 99999999999999999999')],
    ['two lengths', head('HTTP/1.1 200 OK', 'Content-Length: 1', 'content-length: 1')],
    ['chunks', head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked')],
    ['chunks and a length', head('HTTP/1.1 200 OK', 'Content-Length: 1', 'Transfer-Encoding: chunked')],
    ['a folded line', head('HTTP/1.1 200 OK', 'Content-Length: 1', ' folded')],
    ['a space before the colon', head('HTTP/1.1 200 OK', 'Content-Length : 1')],
    ['a bare line feed', head('HTTP/1.1 200 OK', 'A: b\nContent-Length: 1')],
    ['a zero byte', head('HTTP/1.1 200 OK', 'Content-Length: 1', 'A: \0')],
  ])('is odd with %s', (_, text) => {
    expect(() => parseAnswerHead(text)).toThrow(OddAnswer)
  })

  it('has no names but those it was sent with', () => {
    const { headers } = parseAnswerHead(head('HTTP/1.1 200 OK', 'Content-Length: 1', '__proto__: x'))
    expect(headers['constructor']).toBeUndefined()
  })
})
