// Previews: thumb and big of every kind of file, from the real storage, on two replicas.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { StatusRecord } from '../../backend/contract/status.ts'
import { encodeBitmap } from '../../backend/src/features/previews/bitmap.ts'
import { houseBucket } from '../../backend/src/storage/paths.ts'
import type { Answer } from '../helpers/answer.ts'
import { encodePath, type RequestOptions } from '../helpers/client.ts'
import { HEIC } from '../helpers/heic.ts'
import { film, hasFfmpeg, song } from '../helpers/media.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'
import { me, s3, site } from './own-folder.ts'

const canMakeMedia = await hasFfmpeg()

type Query = Record<string, string>
const preview = (
  size: string,
  path: string,
  query: Query = {},
  options?: RequestOptions,
  files = me,
): Promise<Answer> => files.client.get(`/api/preview/${size}${encodePath(path)}?${new URLSearchParams(query)}`, options)
const RENDER = { render: 'true' }

/** A picture whose left half is red and right half blue. */
function picture(width: number, height: number, { alpha = 255 } = {}) {
  const row = Buffer.concat(
    Array.from({ length: width }, (_, x) => Buffer.from(x * 2 < width ? [255, 0, 0, alpha] : [0, 0, 255, alpha])),
  )
  const whole = sharp(Buffer.concat(Array.from({ length: height }, () => row)), { raw: { width, height, channels: 4 } })
  return {
    to: (format: 'jpeg' | 'png' | 'tiff' | 'gif' | 'webp' | 'avif', orientation = 1) =>
      (alpha === 255 ? whole.clone().removeAlpha() : whole.clone())
        .withMetadata({ orientation })
        .toFormat(format)
        .toBuffer(),
  }
}

async function bitmap(width: number, height: number): Promise<Buffer> {
  const { data } = await sharp(await picture(width, height).to('png'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return encodeBitmap({ data, width, height, channels: 3 })
}

async function look(answer: Answer) {
  const bytes = answer.expect(200).body
  if (answer.headers['content-type'] === 'image/bmp')
    return { format: 'bmp', width: bytes.readInt32LE(18), height: bytes.readInt32LE(22) }
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height }
}

/** Red, green and blue at a position given as fractions of the whole. */
async function colourAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
  return [...data.subarray(at, at + 3)]
}
const isRed = ([red = 0, , blue = 0]: number[]) => red > 200 && blue < 60
const isBlue = ([red = 0, , blue = 0]: number[]) => blue > 200 && red < 60

describe('pictures of the usual formats', () => {
  beforeAll(async () => {
    await me.given({
      'wide.jpg': await picture(2400, 1200).to('jpeg'),
      'wide.png': await picture(2400, 1200).to('png'),
      'wide.tiff': await picture(2400, 1200).to('tiff'),
      'wide.bmp': await bitmap(1300, 650),
      'small.jpg': await picture(40, 30).to('jpeg'),
      'glass.png': await picture(2400, 1200, { alpha: 128 }).to('png'),
      'turned.jpg': await picture(400, 200).to('jpeg', 6),
    })
  })

  it.each(['wide.jpg', 'wide.png', 'wide.tiff', 'wide.bmp', 'small.jpg', 'glass.png'])(
    'have a thumb of 256 by 256: %s',
    async (name) => {
      const answer = await preview('thumb', `/${name}`)
      expect(await look(answer)).toMatchObject({ width: 256, height: 256 })
      expect(answer.headers['content-type']).toMatch(/^image\/(jpeg|webp)$/)
      expect(answer.headers['cache-control']).toBe('private, no-cache')
      expect(isRed(await colourAt(answer.body, 0.1, 0.5))).toBe(true)
    },
  )

  it.each([
    ['wide.jpg', 'jpeg', 1080, 540],
    ['wide.png', 'png', 1080, 540],
    ['wide.tiff', 'tiff', 1080, 540],
    ['wide.bmp', 'bmp', 1080, 540],
    ['small.jpg', 'jpeg', 40, 30],
  ])('have a big preview in their own format: %s', async (name, format, width, height) => {
    expect(await look(await preview('big', `/${name}`))).toEqual({ format, width, height })
  })

  it('come in a format that browsers show when a page asks for rendering', async () => {
    expect(await look(await preview('big', '/wide.tiff', RENDER))).toMatchObject({ format: 'jpeg', width: 1080 })
    expect(await look(await preview('big', '/wide.bmp', RENDER))).toMatchObject({ format: 'jpeg', width: 1080 })
    expect(await look(await preview('big', '/glass.png', RENDER))).toMatchObject({ format: 'webp', width: 1080 })
  })

  it('keep their aspect ratio in a thumb on request', async () => {
    expect(await look(await preview('thumb', '/wide.jpg', { fit: 'inside' }))).toMatchObject({
      width: 256,
      height: 128,
    })
  })

  it('come in the width that a page asks for, and never wider than the original', async () => {
    const ofWidth = async (size: string, width: string, query: Query = RENDER) =>
      look(await preview(size, '/wide.jpg', { ...query, width }))
    expect(await ofWidth('big', '512')).toMatchObject({ width: 512, height: 256 })
    expect(await ofWidth('big', '1600')).toMatchObject({ width: 1600, height: 800 })
    expect(await ofWidth('big', '3840')).toMatchObject({ width: 2400, height: 1200 })
    expect(await ofWidth('thumb', '512')).toMatchObject({ width: 512, height: 512 })
    expect(await ofWidth('thumb', '512', { ...RENDER, fit: 'inside' })).toMatchObject({ width: 512, height: 256 })
    // Clients of the reference server know no width.
    expect(await ofWidth('big', '512', {})).toMatchObject({ width: 1080, height: 540 })
  })

  it('are cached by width', async () => {
    const one = await preview('big', '/wide.png', { ...RENDER, width: '512' })
    const other = await preview('big', '/wide.png', { ...RENDER, width: '1600' })
    expect(one.headers['etag']).not.toBe(other.headers['etag'])
    const again = await preview('big', '/wide.png', { ...RENDER, width: '512' })
    expect(again.body.equals(one.body)).toBe(true)
    const unseen = { headers: { 'If-None-Match': String(one.headers['etag']) } }
    expect((await preview('big', '/wide.png', { ...RENDER, width: '512' }, unseen)).status).toBe(304)
    expect((await preview('big', '/wide.png', { ...RENDER, width: '1600' }, unseen)).status).toBe(200)
  })

  it.each([
    ['big', '300'],
    ['big', ''],
    ['big', '1e3'],
    ['thumb', '1080'],
  ])('have no other width: %s %s', async (size, width) => {
    expect((await preview(size, '/wide.jpg', { ...RENDER, width })).status).toBe(400)
  })

  it('are turned as EXIF says', async () => {
    const { body } = await preview('big', '/turned.jpg')
    expect(await sharp(body).metadata()).toMatchObject({ width: 200, height: 400 })
    expect([isRed(await colourAt(body, 0.5, 0.1)), isBlue(await colourAt(body, 0.5, 0.9))]).toEqual([true, true])
    expect((await sharp(body).metadata()).orientation ?? 1).toBe(1)
  })

  it('have headers for showing and caching, and are not sent twice', async () => {
    const { headers } = await preview('thumb', '/wide.jpg', { inline: 'true', key: 'x', ...RENDER })
    expect(headers['content-disposition']).toBe("inline; filename*=utf-8''wide.jpg")
    expect(headers['content-security-policy']).toContain("script-src 'none'")
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(Date.parse(headers['last-modified'] ?? '')).toBeGreaterThan(0)
    // As fetch sends it: the second header is for caches on the way.
    ;(
      await preview('thumb', '/wide.jpg', RENDER, {
        headers: { 'If-None-Match': headers['etag'] ?? '', 'Cache-Control': 'no-cache' },
      })
    ).expect(304)
    expect((await preview('thumb', '/wide.jpg')).headers['content-disposition']).toBe(
      "attachment; filename*=utf-8''wide.jpg",
    )
    const head = (await me.client.head('/api/preview/thumb/wide.jpg')).expect(200)
    expect([head.body.length, Number(head.headers['content-length']) > 0]).toEqual([0, true])
  })

  it('are new after the file is replaced', async () => {
    await me.given({ 'again.png': await picture(300, 300).to('png') })
    await look(await preview('thumb', '/again.png'))
    ;(
      await me.save(
        '/again.png',
        await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0f0' } })
          .png()
          .toBuffer(),
      )
    ).expect(200)
    expect(await colourAt((await preview('thumb', '/again.png')).body, 0.1, 0.5)).toEqual([
      0,
      expect.any(Number),
      expect.any(Number),
    ])
  })
})

describe('other formats', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="10" height="10" ' +
    'fill="red"/><rect x="10" width="10" height="10" fill="blue"/></svg>'
  beforeAll(async () => {
    await me.given({
      'a.gif': await picture(600, 300).to('gif'),
      'a.webp': await picture(600, 300).to('webp'),
      'a.avif': await picture(600, 300).to('avif'),
      'a.svg': svg,
    })
  })

  it.each(['a.gif', 'a.webp', 'a.avif', 'a.svg'])(
    'come as the original file, and are rendered for a page: %s',
    async (name) => {
      const plain = (await preview('thumb', `/${name}`, { inline: 'true' })).expect(200)
      const raw = await me.raw(`/${name}`, { inline: 'true' })
      expect(plain.body.equals(raw.body)).toBe(true)
      for (const header of ['content-type', 'content-security-policy', 'content-disposition', 'etag', 'accept-ranges'])
        expect(plain.headers[header]).toBe(raw.headers[header])
      const rendered = await preview('thumb', `/${name}`, RENDER)
      expect(await look(rendered)).toMatchObject({ width: 256, height: 256 })
      expect(isRed(await colourAt(rendered.body, 0.2, 0.5)) && isBlue(await colourAt(rendered.body, 0.8, 0.5))).toBe(
        true,
      )
    },
  )

  it('an SVG is drawn without network access and without files of the machine', async () => {
    let asked = 0
    const server = http.createServer((_request, response) => {
      asked += 1
      response.end()
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.png`
    const file = new URL('../../frontend/src/assets/mark.svg', import.meta.url).href
    const images = [address, file]
      .map((href) => `<image href="${href}" xlink:href="${href}" width="10" height="10"/>`)
      .join('')
    const svgText =
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ' +
      `10 10"><style>@import url(${address});</style><rect width="10" height="10" fill="red"/>${images}` +
      '</svg>'
    const entity =
      `<?xml-stylesheet href="${address}"?><!DOCTYPE svg [<!ENTITY e SYSTEM "${file}` +
      `">]>${svgText.replace('</svg>', '<text>&e;</text></svg>')}`
    await me.given({ 'reaching.svg': svgText, 'entity.svg': entity })
    try {
      expect(isRed(await colourAt((await preview('thumb', '/reaching.svg', RENDER)).expect(200).body, 0.5, 0.5))).toBe(
        true,
      )
      ;(await preview('thumb', '/entity.svg', RENDER)).expect(200, 415)
      expect(asked).toBe(0)
    } finally {
      await new Promise((resolve) => {
        server.close(resolve)
      })
    }
  })

  it("a phone's photo in HEIC becomes a JPEG that every browser shows", async () => {
    await me.given({ 'phone.heic': HEIC, 'broken.heic': HEIC.subarray(0, 300) })
    const answer = await preview('big', '/phone.heic', RENDER)
    expect(await look(answer)).toEqual({ format: 'jpeg', width: 64, height: 48 })
    expect(isRed(await colourAt(answer.body, 0.1, 0.5))).toBe(true)
    expect(isBlue(await colourAt(answer.body, 0.9, 0.5))).toBe(true)
    expect(await look(await preview('thumb', '/phone.heic', RENDER))).toEqual({
      format: 'jpeg',
      width: 256,
      height: 256,
    })
    // Other clients get the file.
    expect((await preview('big', '/phone.heic')).expect(200).body.equals(HEIC)).toBe(true)
    expect((await preview('big', '/broken.heic', RENDER)).status).toBe(415)
  })

  it('what no renderer supports is 501, also for a page', async () => {
    await me.given({ 'a.txt': 'words', 'a.zip': 'PK' })
    ;(await preview('thumb', '/a.txt', RENDER)).expect(501)
    ;(await preview('big', '/a.zip')).expect(501)
    ;(await preview('thumb', '/')).expect(501)
  })
})

describe('what goes wrong', () => {
  it('D06: is reported by its status', async () => {
    await me.given({ 'ok.png': await picture(20, 20).to('png') })
    for (const size of ['huge', '0', '99999', '__proto__', 'thumb%2f..', 'Thumb'])
      (await me.client.get(`/api/preview/${size}/ok.png`)).expect(400, 404)
    ;(await preview('thumb', '/none.png')).expect(404)
    ;(await me.client.signedOut().get('/api/preview/thumb/ok.png')).expect(401)
    ;(await me.client.signedOut().get(`/api/preview/thumb/ok.png?auth=${me.client.token}`)).expect(200)
  })

  it('a broken picture is 415, however often it is asked for, and disturbs no other', async () => {
    const whole = await picture(600, 600).to('jpeg')
    await me.given({
      'words.png': 'no picture',
      'empty.png': '',
      'cut.jpg': whole.subarray(0, 700),
      'words.bmp': 'BM, words',
      'bad.svg': '<svg',
      'fine.png': await picture(20, 20).to('png'),
    })
    for (const name of ['words.png', 'empty.png', 'cut.jpg', 'words.bmp', 'words.png'])
      (await preview('thumb', `/${name}`)).expect(415)
    ;(await preview('thumb', '/bad.svg', RENDER)).expect(415)
    expect((await preview('thumb', '/fine.png')).expect(200).headers['content-type']).toMatch(/^image/)
  })

  it('D04: more than 10,000 pixels a side are 413, and nothing is drawn', async () => {
    // A small file in one colour, 50,000 pixels square according to its header (PNG, W3C, section 11.2.2).
    const huge = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#333' } })
      .png()
      .toBuffer()
    huge.writeUInt32BE(50_000, 16)
    huge.writeUInt32BE(50_000, 20)
    await me.given({
      'huge.png': huge,
      'long.jpg': await sharp({ create: { width: 10_001, height: 8, channels: 3, background: '#333' } })
        .jpeg()
        .toBuffer(),
    })
    await me.given({ 'huge.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>' })
    for (const name of ['huge.png', 'long.jpg', 'huge.svg']) (await preview('big', `/${name}`, RENDER)).expect(413)
  })

  it('D04: so are very many pixels in total, where the picture cannot be read in pieces', async () => {
    const wide = sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#333' } })
    await me.given({
      'interlaced.png': await wide.clone().png({ progressive: true, compressionLevel: 1 }).toBuffer(),
      'plain.jpg': await wide.clone().jpeg().toBuffer(),
    })
    ;(await preview('thumb', '/interlaced.png')).expect(413)
    expect(await look(await preview('thumb', '/plain.jpg'))).toMatchObject({ width: 256 })
  })

  it('a person who may not download sees nothing', async () => {
    const other = filesOf(await site.makePerson({ perm: { download: false, share: false } }))
    await other.given({ 'a.png': await picture(20, 20).to('png') })
    expect((await preview('thumb', '/a.png', {}, undefined, other)).expect(202).body).toHaveLength(0)
  })
})

describe('a cached preview', () => {
  const kept = async () =>
    (await s3.list(houseBucket(site.bucketPrefix, 'system'), 'previews/'))
      .map(({ key }) => key)
      .filter((key) => key.includes(`${site.bucketPrefix}${me.client.scope.slice(1)}/`))

  it('is found by the other replica, after a copy and after a move', async () => {
    await me.given({ 'kept/once.png': await picture(500, 400).to('png') })
    await look(await preview('thumb', '/kept/once.png', {}, { replica: 0 }))
    const before = await kept()
    ;(await me.copy('/kept/once.png', '/kept/copy.png')).expect(200)
    ;(await me.rename('/kept/once.png', '/kept/moved.png')).expect(200)
    for (const name of ['copy', 'moved'])
      for (const replica of [0, 1]) await look(await preview('thumb', `/kept/${name}.png`, {}, { replica }))
    expect(await kept()).toEqual(before)
  })

  it('is rendered once for many who ask at once, and serving the newest first harms nobody', async () => {
    const names = Array.from({ length: 24 }, (_, number) => `many/${number}.jpg`)
    await me.given(
      Object.fromEntries(
        await Promise.all(
          names.map(async (name, number) => [name, await picture(700 + number, 500).to('jpeg')] as const),
        ),
      ),
    )
    const answers = await Promise.all([...names, ...names, ...names].map((name) => preview('thumb', `/${name}`)))
    for (const answer of answers) expect(await look(answer)).toMatchObject({ width: 256, height: 256 })
  })

  it('leaves nothing waiting when clients disconnect', async () => {
    await me.given({ 'slow.png': await picture(4000, 3000).to('png') })
    await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const control = new AbortController()
        const asked = me.client
          .open('GET', `/api/preview/thumb/slow.png?render=true&${number}`, { signal: control.signal })
          .catch(() => undefined)
        setTimeout(() => control.abort(), 5 * number)
        await asked
      }),
    )
    expect(await look(await preview('thumb', '/slow.png', RENDER))).toMatchObject({ width: 256 })
  })
})

const withMedia = canMakeMedia ? describe : describe.skip
withMedia('films and songs', () => {
  beforeAll(async () => {
    const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n/etc/hostname\n#EXT-X-ENDLIST\n'
    await me.given({
      'long.mp4': await film('red', 8),
      'short.webm': await film('blue', 1, 'film.webm'),
      'cover.mp3': await song(await picture(300, 300).to('jpeg')),
      'bare.mp3': await song(null),
      'list.mp4': playlist,
      'concat.mp4': "ffconcat version 1.0\nfile '/etc/hostname'\n",
    })
  })

  it('have a still for a page, and none for other clients', async () => {
    const poster = await preview('thumb', '/long.mp4', RENDER)
    expect(await look(poster)).toMatchObject({ width: 256, height: 256 })
    expect(isRed(await colourAt(poster.body, 0.5, 0.5))).toBe(true)
    const short = await preview('big', '/short.webm', RENDER)
    expect(await look(short)).toMatchObject({ width: 320, height: 180 })
    expect(isBlue(await colourAt(short.body, 0.5, 0.5))).toBe(true)
    ;(await preview('thumb', '/long.mp4')).expect(501)
  })

  it('a song shows its cover, if it has one', async () => {
    const cover = await preview('thumb', '/cover.mp3', RENDER)
    expect(isRed(await colourAt(cover.body, 0.1, 0.5)) && isBlue(await colourAt(cover.body, 0.9, 0.5))).toBe(true)
    ;(await preview('thumb', '/bare.mp3', RENDER)).expect(501)
  })

  it('a file that only claims to be a film leads nowhere', async () => {
    for (const name of ['list.mp4', 'concat.mp4']) (await preview('thumb', `/${name}`, RENDER)).expect(415)
  })
})

describe('an installation without previews', () => {
  let nido: Nido
  let files: PersonsFiles
  beforeAll(async () => {
    nido = await startNido({
      servers: site.servers,
      replicas: 1,
      settings: { ENABLE_THUMBS: 'false', RESIZE_PREVIEW: 'false', FFMPEG: '' },
    })
    files = filesOf(await nido.makePerson())
    await files.given({ 'a.png': await picture(300, 200).to('png'), 'a.mp4': 'a film' })
  })
  afterAll(() => nido.stop())

  it('sends pictures as they are, and says that it has none for films', async () => {
    for (const size of ['thumb', 'big'])
      expect(
        (await preview(size, '/a.png', {}, undefined, files)).expect(200).body.equals((await files.raw('/a.png')).body),
      ).toBe(true)
    ;(await preview('thumb', '/a.mp4', RENDER, undefined, files)).expect(501)
    const { parts } = (await files.client.get('/api/status')).expect(200).json<StatusRecord>()
    expect(parts).toEqual(
      expect.arrayContaining([
        { part: 'thumbs', state: 'off' },
        { part: 'videoThumbs', state: 'off' },
      ]),
    )
    const page = (await nido.client().get('/')).expect(200).text
    expect(page).toMatch(/"EnableThumbs":false,"ResizePreview":false,"VideoThumbs":false/)
  })
})
