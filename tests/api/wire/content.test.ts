// api-contract 4 and 5: downloads, archives, previews, subtitles, usage, search.
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { pngPicture } from '../../helpers/real-files.ts'
import { unpackWithTools, type Unpacked } from '../../helpers/unpack.ts'
import { until } from '../../helpers/until.ts'
import { dir, me, world } from './own-world.ts'
import { JSON_TYPE, type Told } from './wire.ts'

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')
const given = async (files: Record<string, string | Buffer | null>) => {
  for (const [name, body] of Object.entries(files))
    expect(await me.status(`POST /api/resources/${dir}/${encoded(name)}`, body === null ? {} : { body })).toBe(200)
}
const get = (call: string, path: string, headers?: Record<string, string>): Promise<Told> =>
  me.call(`GET /api/${call}/${dir}${path}`, { headers })
const header = (answer: Told, ...names: string[]) => names.map((name) => answer.headers.get(name))

describe('4.1 one file', () => {
  const name = 'ü (1)*.txt'
  it('is saved as bytes under its name, or shown by its type', async () => {
    await given({ [name]: 'hello' })
    const saved = await get('raw', `/${encoded(name)}`)
    expect(
      header(saved, 'content-type', 'content-length', 'cache-control', 'x-content-type-options', 'accept-ranges'),
    ).toEqual(['application/octet-stream', '5', 'private, no-cache', 'nosniff', 'bytes'])
    expect(header(saved, 'content-disposition', 'content-security-policy')).toEqual([
      "attachment; filename*=utf-8''%C3%BC%20%281%29%2A.txt",
      expect.stringContaining("script-src 'none'"),
    ])
    expect(Date.parse(saved.headers.get('last-modified') ?? '')).toBeGreaterThan(0)
    const shown = await get('raw', `/${encoded(name)}?inline=true`)
    expect(header(shown, 'content-type', 'content-disposition')).toEqual([
      expect.stringMatching(/^text\/plain/),
      "inline; filename*=utf-8''%C3%BC%20%281%29%2A.txt",
    ])
    expect(header(await get('raw', `/${encoded(name)}?inline=1`), 'content-disposition')[0]).toMatch(/^attachment/)
    const head = await me.call(`HEAD /api/raw/${dir}/${encoded(name)}`)
    expect([head.status, ...header(head, 'content-length'), head.bytes.length]).toEqual([200, '5', 0])
    expect((await get('raw', '/none')).status).toBe(404)
  })

  it('is harmless where it is shown', async () => {
    await given({
      'page.html': '<script>x</script>',
      'pic.svg': '<svg/>',
      'doc.xml': '<x/>',
      'odd.thing': Buffer.from([1, 2, 3]),
      'paper.pdf': '%PDF-1.4',
      'p.png': pngPicture(1),
    })
    for (const file of ['page.html', 'pic.svg', 'doc.xml', 'odd.thing']) {
      expect([file, header(await get('raw', `/${file}?inline=true`), 'content-security-policy')[0]]).toEqual([
        file,
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; script-src " +
          "'none'; frame-ancestors 'self'",
      ])
    }
    for (const file of ['paper.pdf', 'p.png']) {
      expect([file, header(await get('raw', `/${file}?inline=true`), 'content-security-policy')[0]]).toEqual([
        file,
        "script-src 'none'; object-src 'none'; frame-ancestors 'self'",
      ])
    }
  })

  it('supports ranges and conditions as RFC 9110 describes them', async () => {
    await given({ 'a.txt': '0123456789' })
    const whole = await get('raw', '/a.txt')
    const [etag = '', modified = ''] = header(whole, 'etag', 'last-modified').map(String)
    const ranged = async (range: string, more: Record<string, string> = {}) => {
      const answer = await get('raw', '/a.txt', { Range: range, ...more })
      return [answer.status, answer.headers.get('content-range'), answer.text]
    }
    expect(await ranged('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await ranged('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await ranged('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89'])
    expect(await ranged('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '89'])
    expect((await ranged('bytes=10-')).slice(0, 2)).toEqual([416, 'bytes */10'])
    const several = await get('raw', '/a.txt', { Range: 'bytes=0-1,8-9' })
    expect([several.status, several.headers.get('content-type')]).toEqual([
      206,
      expect.stringMatching(/^multipart\/byteranges; boundary=/),
    ])
    expect(several.text).toMatch(/bytes 0-1\/10\r\n\r\n01\r\n[\s\S]*bytes 8-9\/10\r\n\r\n89\r\n/)
    expect(await ranged('bytes=2-4', { 'If-Range': etag })).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await ranged('bytes=2-4', { 'If-Range': '"another"' })).toEqual([200, null, '0123456789'])
    const conditional = async (headers: Record<string, string>) => (await get('raw', '/a.txt', headers)).status
    expect(await conditional({ 'If-None-Match': etag })).toBe(304)
    expect(await conditional({ 'If-None-Match': '*' })).toBe(304)
    expect(await conditional({ 'If-None-Match': '"another"' })).toBe(200)
    expect(await conditional({ 'If-Modified-Since': modified })).toBe(304)
    expect(await conditional({ 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:01 GMT' })).toBe(412)
    expect(await conditional({ 'If-Unmodified-Since': modified })).toBe(200)
  })
})

describe('4.2 folders and selections', () => {
  const archive = async (query: string, folder = '') => {
    const answer = await get('raw', `${folder}${query}`)
    expect(answer.status).toBe(200)
    return answer
  }
  const unpack = (bytes: Buffer, kind: 'zip' | 'tar' = 'zip'): Unpacked =>
    Object.values(unpackWithTools(bytes, kind))[0] ?? {}
  const nameOf = (answer: Told) => decodeURIComponent(answer.headers.get('content-disposition')?.split("''")[1] ?? '')

  it.each([
    ['', '.zip', 'application/zip'],
    ['?algo=zip', '.zip', 'application/zip'],
    ['?algo=true', '.zip', 'application/zip'],
    ['?algo=', '.zip', 'application/zip'],
    ['?algo=tar', '.tar', 'application/octet-stream'],
    ['?algo=targz', '.tar.gz', 'application/x-gzip'],
    ['?algo=tarbz2', '.tar.bz2', 'application/octet-stream'],
    ['?algo=tarxz', '.tar.xz', 'application/octet-stream'],
    ['?algo=tarlz4', '.tar.lz4', 'application/octet-stream'],
    ['?algo=tarsz', '.tar.sz', 'application/octet-stream'],
    ['?algo=tarbr', '.tar.br', 'application/octet-stream'],
    ['?algo=tarzst', '.tar.zst', 'application/octet-stream'],
  ])('with %s are a %s', async (query, ending, type) => {
    await given({ 'box/a.txt': 'a' })
    const answer = await archive(query, '/box')
    expect([nameOf(answer), answer.headers.get('content-type')]).toEqual([`box${ending}`, type])
  })

  it('contain what is in the folder, including empty folders', async () => {
    await given({ 'box/a.txt': 'a', 'box/sub/b.txt': 'b', 'box/empty/': null })
    expect(unpack((await archive('', '/box')).bytes)).toEqual({
      'a.txt': 'a',
      'sub/': null,
      'sub/b.txt': 'b',
      'empty/': null,
    })
    expect(unpack((await archive('?algo=tar', '/box')).bytes, 'tar')).toEqual({
      'a.txt': 'a',
      'sub/': null,
      'sub/b.txt': 'b',
      'empty/': null,
    })
  })

  it('are named after and filled with what was selected', async () => {
    await given({ 'box/a,b+ü.txt': 'a', 'box/sub/b.txt': 'b', 'box/sub/deep/c.txt': 'c' })
    const files = (...paths: string[]) =>
      `?files=${encodeURIComponent(paths.map((path) => encodeURIComponent(path)).join(','))}`
    const one = await archive(files('/sub'), '/box')
    expect([nameOf(one), Object.keys(unpack(one.bytes)).sort()]).toEqual(['sub.zip', ['b.txt', 'deep/', 'deep/c.txt']])
    const two = await archive(files('/a,b+ü.txt', '/sub'), '/box')
    expect([nameOf(two), Object.keys(unpack(two.bytes)).sort()]).toEqual([
      '_box.zip',
      ['a,b+ü.txt', 'sub/', 'sub/b.txt', 'sub/deep/', 'sub/deep/c.txt'],
    ])
    const single = await archive(files('/a,b+ü.txt'), '/box')
    expect(unpack(single.bytes)).toEqual({ 'a,b+ü.txt': 'a' })
    const absent = await archive(files('/sub', '/none'), '/box')
    expect(Object.keys(unpack(absent.bytes)).length).toBeGreaterThan(0)
    const fromRoot = await me.call(`GET /api/raw/${files(`/${dir}/box/sub/b.txt`, `/${dir}/box/sub/deep`)}`)
    expect([nameOf(fromRoot), Object.keys(unpack(fromRoot.bytes)).sort()]).toEqual([
      '_sub.zip',
      ['b.txt', 'deep/', 'deep/c.txt'],
    ])
    expect((await get('raw', '/box?algo=rar')).status).toBe(400)
    expect((await get('raw', '/none/')).status).toBe(404)
  })
})

describe('4.3 previews', () => {
  it('fill a square or fit in one, rotated and in their format; what is not resized comes unchanged', async () => {
    const jpeg = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#963' } })
      .jpeg()
      .toBuffer()
    const webp = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#369' } })
      .webp()
      .toBuffer()
    await given({
      'p.jpg': jpeg,
      'small.png': pngPicture(1, 48),
      'w.webp': webp,
      'a.txt': 'x',
      'broken.jpg': 'no picture',
    })
    const of = async (kind: string, file: string) => {
      const answer = await me.call(`GET /api/preview/${kind}/${dir}/${file}`)
      expect([kind, file, answer.status]).toEqual([kind, file, 200])
      const { width, height, format } = await sharp(answer.bytes).metadata()
      return [width, height, format]
    }
    expect((await of('thumb', 'p.jpg')).slice(0, 2)).toEqual([256, 256])
    expect((await of('thumb', 'small.png')).slice(0, 2)).toEqual([256, 256])
    expect(await of('big', 'p.jpg')).toEqual([1080, 540, 'jpeg'])
    expect(await of('big', 'small.png')).toEqual([48, 48, 'png'])
    expect((await me.call(`GET /api/preview/thumb/${dir}/w.webp`)).bytes.equals(webp)).toBe(true)
    expect((await of('thumb', 'w.webp?render=true')).slice(0, 2)).toEqual([256, 256])
    expect((await of('thumb', 'w.webp?render=true&fit=inside')).slice(0, 2)).toEqual([256, 85])
    const inline = await me.call(`GET /api/preview/thumb/${dir}/p.jpg?inline=true&key=1`)
    expect(header(inline, 'cache-control', 'content-disposition')).toEqual([
      'private, no-cache',
      "inline; filename*=utf-8''p.jpg",
    ])
    expect(inline.headers.get('last-modified')).toBe((await get('raw', '/p.jpg')).headers.get('last-modified'))
    expect(await me.status(`GET /api/preview/huge/${dir}/p.jpg`)).toBe(400)
    expect(await me.status(`GET /api/preview/thumb/${dir}/none.jpg`)).toBe(404)
    expect([
      await me.status(`GET /api/preview/thumb/${dir}/a.txt`),
      await me.status(`GET /api/preview/thumb/${dir}`),
    ]).toEqual([501, 501])
    expect(await me.status(`GET /api/preview/thumb/${dir}/broken.jpg`)).toBeGreaterThanOrEqual(400)
  })

  it('are new after the file is replaced', async () => {
    await given({ 'p.png': pngPicture(1, 48) })
    const before = await me.call(`GET /api/preview/thumb/${dir}/p.png`)
    expect(await me.status(`POST /api/resources/${dir}/p.png?override=true`, { body: pngPicture(4, 48) })).toBe(200)
    expect((await me.call(`GET /api/preview/thumb/${dir}/p.png`)).bytes.equals(before.bytes)).toBe(false)
  })
})

describe('4.4 subtitles', () => {
  it('are WebVTT, whatever they were before', async () => {
    await given({
      's.srt': '1\n00:00:01,000 --> 00:00:02,500\none<br>two\n',
      's.vtt': 'WEBVTT\n\nas it is\n',
      's.ass': '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,said\n',
      's.txt': 'x',
    })
    const converted = await get('subtitle', '/s.srt?inline=true')
    expect(header(converted, 'content-type', 'cache-control', 'content-disposition')).toEqual([
      expect.stringMatching(/^text\/vtt/),
      'private, no-cache',
      "inline; filename*=utf-8''s.srt",
    ])
    expect(converted.text).toMatch(/^WEBVTT[\s\S]*00:00:01\.000 --> 00:00:02\.500\none\ntwo/)
    expect((await get('subtitle', '/s.vtt')).text).toBe('WEBVTT\n\nas it is\n')
    expect((await get('subtitle', '/s.ass')).text).toMatch(/00:00:01\.000 --> 00:00:02\.000\nsaid/)
    expect([
      (await get('subtitle', '/s.txt')).status,
      (await get('subtitle', '')).status,
      (await get('subtitle', '/none.srt')).status,
    ]).toEqual([400, 400, 404])
  })
})

describe('4.5 usage', () => {
  it('counts the scope, for a folder only itself', async () => {
    const other = await world.person({ quota: 5000 } as object)
    expect(await other.status('POST /api/resources/a', { body: 'x'.repeat(100) })).toBe(200)
    const { status, headers, json } = await other.call('GET /api/usage/')
    expect([status, headers.get('content-type'), json['total']]).toEqual([200, JSON_TYPE, 5000])
    await until(async () => (await other.call('GET /api/usage/')).json['used'] === 100, 30_000)
    expect((await other.call('GET /api/usage/')).json).toMatchObject({ used: 100, total: 5000 })
    expect((await other.call('GET /api/usage/a')).json).toMatchObject({ used: 0, total: 0 })
    expect(await other.status('GET /api/usage/none')).toBe(404)
  })
})

describe('5 search', () => {
  const found = async (query: string, folder = '/') =>
    (
      (await me.call(`GET /api/search/${dir}${folder}?query=${encodeURIComponent(query)}`)).json as unknown as {
        dir: boolean
        path: string
      }[]
    )
      .map(({ path }) => path)
      .toSorted()
  it('finds by name, type and case, below a folder', async () => {
    await given({
      'Photo One.jpg': 'x',
      'sub/photo two.png': 'x',
      'sub/song.mp3': 'x',
      'sub/film.mkv': 'x',
      'sub/paper.pdf': 'x',
      'photos/plain.txt': 'x',
    })
    const answer = await me.call(`GET /api/search/${dir}?query=photo`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, JSON_TYPE])
    expect(
      (answer.json as unknown as { path: string; dir: boolean }[]).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    ).toEqual([
      { dir: false, path: 'Photo One.jpg' },
      { dir: true, path: 'photos' },
      { dir: false, path: 'sub/photo two.png' },
    ])
    expect(await found('case:sensitive photo')).toEqual(['photos', 'sub/photo two.png'])
    expect(await found('"photo two"', '/sub')).toEqual(['photo two.png'])
    expect(await found('song paper')).toEqual(['sub/paper.pdf', 'sub/song.mp3'])
    expect(await found('type:image')).toEqual(['Photo One.jpg', 'sub/photo two.png'])
    expect([
      await found('type:music'),
      await found('type:audio'),
      await found('type:video'),
      await found('type:pdf'),
    ]).toEqual([['sub/song.mp3'], ['sub/song.mp3'], ['sub/film.mkv'], ['sub/paper.pdf']])
    expect(await found('type:image type:pdf p')).toEqual(['Photo One.jpg', 'sub/paper.pdf', 'sub/photo two.png'])
    expect(await found('photo', '/none')).toEqual([])
    const lines = await me.call(`GET /api/search/${dir}?query=song`, { headers: { Accept: 'application/x-ndjson' } })
    expect([lines.headers.get('content-type'), lines.text.trim()]).toEqual([
      expect.stringMatching(/^application\/x-ndjson/),
      '{"path":"sub/song.mp3","dir":false}',
    ])
  })
})
