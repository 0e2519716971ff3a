import { describe, expect, it } from '@jest/globals'
import { checkStatus, factsOf, isRest } from './answer.ts'

const url = new URL('https://example.com/file.bin')

describe('the answer of a link', () => {
  it('tells how it can be gone on with', () => {
    const facts = { name: 'file.bin', size: 5, isTorrent: false }
    const at = (headers: Record<string, string>) => factsOf({ url, headers: { 'content-length': '5', ...headers } })
    expect(at({ etag: '"a"', 'last-modified': 'x' })).toEqual({ ...facts, validator: '"a"' })
    expect(at({ etag: 'W/"a"', 'last-modified': 'x' })).toEqual({ ...facts, validator: 'x' })
    expect(at({})).toEqual({ ...facts, validator: null })
    expect(at({ 'content-encoding': 'gzip' })).toMatchObject({ size: null })
  })

  it('is the rest of a file only from where it was left', () => {
    const rest = (range: string, status = 206) => isRest({ status, headers: { 'content-range': range } }, 10)
    expect(rest('bytes 10-19/20')).toBe(true)
    expect(rest('bytes 10-19/*')).toBe(true)
    expect([rest('bytes 0-19/20'), rest('bytes 10-19/20', 200), rest('10-19/20'), rest('')]).not.toContain(true)
  })

  it('is worth another try, or not', () => {
    expect(() => checkStatus({ status: 503 })).toThrow('HTTP 503')
    expect(() => checkStatus({ status: 503 })).not.toThrow(expect.objectContaining({ name: 'JobFailed' }))
    expect(() => checkStatus({ status: 404 })).toThrow(expect.objectContaining({ code: 'gone' }))
    expect(() => checkStatus({ status: 206 })).not.toThrow()
  })

  it('may be a page or a torrent', () => {
    const page = { 'content-type': 'text/html' }
    expect(() => factsOf({ url, headers: page })).toThrow(expect.objectContaining({ code: 'badLink' }))
    const saved = { ...page, 'content-disposition': 'attachment; filename=x' }
    expect(factsOf({ url, headers: saved })).toMatchObject({ name: 'x' })
    expect(factsOf({ url, headers: { 'content-type': 'application/x-bittorrent' } }).isTorrent).toBe(true)
  })
})
