// Downloads of single files: GET and HEAD /api/raw (api-contract 4.1).
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { useSite } from '../helpers/nido.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'

let site: Awaited<ReturnType<typeof useSite>>
let me: PersonsFiles
const ten = '0123456789'
beforeAll(async () => {
  site = await useSite()
  me = filesOf(await site.makePerson())
  await me.given({
    'ten.txt': ten,
    'page.html': '<script>alert(1)</script>',
    'paper.pdf': '%PDF-1.4',
    'folder/': null,
    empty: '',
  })
})
afterAll(() => site.stop())
const asked = (headers: Record<string, string>, path = '/ten.txt') => me.raw(path, {}, { headers })

describe('downloading a file', () => {
  it('X03: sends it as an attachment with its headers', async () => {
    const answer = (await me.raw('/ten.txt')).expect(200)
    expect(answer.text).toBe(ten)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-disposition': "attachment; filename*=utf-8''ten.txt",
      etag: expect.stringMatching(/^"[^"]+"$/),
      'last-modified': expect.stringMatching(/GMT$/),
    })
    expect(answer.headers['content-security-policy']).toContain("script-src 'none'")
  })

  it('X01: inline has its type, and a page cannot run anything', async () => {
    const page = (await me.raw('/page.html', { inline: 'true' })).expect(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': "inline; filename*=utf-8''page.html",
    })
    expect(page.headers['content-security-policy']).toMatch(
      /^sandbox; default-src 'none'.*script-src 'none'.*frame-ancestors 'self'/,
    )
    const paper = (await me.raw('/paper.pdf', { inline: 'true' })).expect(200)
    expect(paper.headers['content-security-policy']).toBe(
      "script-src 'none'; object-src 'none'; frame-ancestors 'self'",
    )
    expect((await me.raw('/page.html', { inline: '1' })).headers['content-disposition']).toMatch(/^attachment/)
  })

  it('of many megabytes is byte for byte the same, also from any offset', async () => {
    const body = randomBytes(40 * 1024 * 1024)
    ;(await me.upload('/big.bin', body)).expect(200)
    expect((await me.raw('/big.bin')).expect(200).body.equals(body)).toBe(true)
    const at = 33_554_000
    const part = (await asked({ Range: `bytes=${at}-${at + 999}` }, '/big.bin')).expect(206)
    expect(part.body.equals(body.subarray(at, at + 1000))).toBe(true)
  })

  it('without a token is 401; a token in the query works', async () => {
    const nobody = me.client.signedOut()
    ;(await nobody.get('/api/raw/ten.txt')).expect(401)
    expect((await nobody.get(`/api/raw/ten.txt?auth=${me.client.token}`)).expect(200).text).toBe(ten)
  })

  it('without the permission is 202 with no content', async () => {
    const one = filesOf(await site.makePerson({ perm: { download: false, share: false } }))
    await one.given({ 'a.txt': 'kept' })
    expect((await one.raw('/a.txt')).expect(202).text).toBe('')
  })

  it('that is not there is 404', async () => void (await me.raw('/none')).expect(404))

  it('that is empty is an empty answer', async () =>
    expect((await me.raw('/empty')).expect(200).headers['content-length']).toBe('0'))
})

describe('HEAD', () => {
  it('answers the same without the bytes, and ignores ranges', async () => {
    const head = (await me.client.head('/api/raw/ten.txt', { headers: { Range: 'bytes=0-1' } })).expect(200)
    const got = await me.raw('/ten.txt')
    expect(head.body.length).toBe(0)
    for (const name of ['content-length', 'etag', 'last-modified', 'content-disposition', 'accept-ranges'])
      expect(head.headers[name]).toBe(got.headers[name])
  })
})

describe('ranges', () => {
  it.each([
    ['bytes=0-3', '0123', '0-3'],
    ['bytes=-4', '6789', '6-9'],
    ['bytes=6-', '6789', '6-9'],
    ['bytes=5-100', '56789', '5-9'],
    ['bytes=-100', ten, '0-9'],
    ['bytes=0-3,2-5', '012345', '0-5'],
  ])('%s', async (range, body, where) => {
    const answer = (await asked({ Range: range })).expect(206)
    expect([answer.text, answer.headers['content-range'], answer.headers['content-length']]).toEqual([
      body,
      `bytes ${where}/10`,
      String(body.length),
    ])
  })

  it('several come as multipart/byteranges', async () => {
    const answer = (await asked({ Range: 'bytes=0-1,-2' })).expect(206)
    const boundary = /^multipart\/byteranges; boundary=(\w+)$/.exec(answer.headers['content-type'] ?? '')?.[1] ?? '-'
    const head = (where: string) =>
      `\r\n--${boundary}\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes ${where}/10\r\n\r\n`
    expect(answer.text).toBe(`${head('0-1')}01${head('8-9')}89\r\n--${boundary}--\r\n`)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
  })

  it('X11: past the end is 416 with the size; malformed ranges are ignored', async () => {
    expect((await asked({ Range: 'bytes=10-20' })).expect(416).headers['content-range']).toBe('bytes */10')
    ;(await asked({ Range: 'bytes=junk' })).expect(200)
    ;(await asked({ Range: 'lines=1-2' })).expect(200)
  })
})

describe('conditional requests', () => {
  it('are obeyed', async () => {
    const {
      headers: { etag = '', 'last-modified': time = '' },
    } = await me.raw('/ten.txt')
    const [past, future] = ['Mon, 01 Jan 2001 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT']
    ;(await asked({ 'If-None-Match': etag })).expect(304)
    ;(await asked({ 'If-None-Match': '*' })).expect(304)
    ;(await asked({ 'If-Modified-Since': time })).expect(304)
    ;(await asked({ 'If-Modified-Since': past })).expect(200)
    ;(await asked({ 'If-Match': '"another"' })).expect(412)
    ;(await asked({ 'If-Unmodified-Since': past })).expect(412)
    ;(await asked({ 'If-Unmodified-Since': future })).expect(200)
    ;(await asked({ Range: 'bytes=0-1', 'If-Range': etag })).expect(206)
    ;(await asked({ Range: 'bytes=0-1', 'If-Range': '"another"' })).expect(200)
    ;(await asked({ Range: 'bytes=0-1', 'If-Range': time })).expect(206)
  })
})
