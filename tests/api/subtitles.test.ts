// Subtitles as WebVTT, and what listings report about videos and pictures.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { Item } from '../../backend/contract/resources.ts'
import { encodePath } from '../helpers/client.ts'
import { soon, until } from '../helpers/until.ts'
import { bucket, me, s3, site } from './own-folder.ts'
import { bucketOf, filesOf } from './files-client.ts'

const subtitle = (path: string, query = '', files = me) => files.client.get(`/api/subtitle${encodePath(path)}${query}`)
const srt = (text: string) => `1\r\n00:00:01,000 --> 00:00:02,500\r\n${text}\r\n`
const spanish = 'El niño comió piña después de la reunión del año pasado; ¿verdad que sí, señor Muñoz?'

describe('subtitles', () => {
  it("come as WebVTT with the file's headers", async () => {
    await me.given({ 'a.srt': srt('Hola<br>mundo') })
    const answer = (await subtitle('/a.srt', '?inline=true')).expect(200)
    expect(answer.text).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHola\nmundo\n')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'cache-control': 'private, no-cache',
      'content-disposition': "inline; filename*=utf-8''a.srt",
      'x-content-type-options': 'nosniff',
    })
    // As fetch sends it: the second header is for caches on the way.
    ;(
      await me.client.get('/api/subtitle/a.srt', {
        headers: { 'If-None-Match': answer.headers['etag'] ?? '', 'Cache-Control': 'no-cache' },
      })
    ).expect(304)
    ;(await me.client.get('/api/subtitle/a.srt', { headers: { 'If-Match': '"another"' } })).expect(412)
    const head = (await me.client.head('/api/subtitle/a.srt')).expect(200)
    expect([head.body.length, head.headers['content-length']]).toEqual([0, String(answer.body.length)])
    expect((await subtitle('/a.srt')).headers['content-disposition']).toBe("attachment; filename*=utf-8''a.srt")
  })

  it('have the right letters, whatever their encoding was', async () => {
    await me.given({
      'utf8.srt': srt(spanish),
      'mark.srt': `\uFEFF${srt(spanish)}`,
      'wide.srt': Buffer.from(`\uFEFF${srt(spanish)}`, 'utf16le'),
      'old.srt': Buffer.from(srt(spanish), 'latin1'),
    })
    for (const name of ['utf8', 'mark', 'wide', 'old'])
      expect((await subtitle(`/${name}.srt`)).expect(200).text).toContain(`\n${spanish}\n`)
  })

  it('that are WebVTT already stay as they are', async () => {
    const vtt = 'WEBVTT - made by hand\r\n\r\nNOTE kept\r\n\r\n00:01.000 --> 00:02.000 align:start\r\nHey\r\n'
    await me.given({ 'a.VTT': vtt })
    expect((await subtitle('/a.VTT')).expect(200).text).toBe(vtt)
  })

  it('are refused where there are none', async () => {
    await me.given({
      'empty.srt': '',
      'words.ass': 'only words',
      'folder.srt/': null,
      'a.txt': srt('x'),
      'long.srt': Buffer.alloc(4 * 1024 * 1024 + 1, 'x'),
    })
    ;(await subtitle('/empty.srt')).expect(415)
    ;(await subtitle('/words.ass')).expect(415)
    ;(await subtitle('/folder.srt')).expect(400)
    ;(await subtitle('/a.txt')).expect(400)
    ;(await subtitle('/long.srt')).expect(413)
    ;(await subtitle('/none.srt')).expect(404)
    ;(await me.client.signedOut().get('/api/subtitle/a.srt')).expect(401)
    const other = filesOf(await site.makePerson({ perm: { download: false, share: false } }))
    await other.given({ 'a.srt': srt('hush') })
    expect((await subtitle('/a.srt', '', other)).expect(202).body).toHaveLength(0)
  })
})

describe('the subtitles of a video', () => {
  it('are named in listings and for the file, except denied ones', async () => {
    const rules = [{ regex: true, allow: false, path: '', regexp: { raw: 'secret' } }]
    const one = filesOf(await site.makePerson({ rules }))
    await one.given({
      'v/film.mp4': 'x',
      'v/film.es.srt': 'x',
      'v/film.txt': 'x',
      'v/other.srt': 'x',
      'v/SUBS/en.vtt': 'x',
      'v/SUBS/film extra/fr.ssa': 'x',
      'v/SUBS/more/de.srt': 'x',
    })
    await s3.put(bucketOf(site.bucketPrefix, one), 'v/film.secret.srt', 'x')
    await s3.put(bucketOf(site.bucketPrefix, one), 'v/SUBS/secret.srt', 'x')
    const expected = ['/v/film.es.srt', '/v/SUBS/en.vtt', '/v/SUBS/film extra/fr.ssa']
    expect(
      (await one.folder('/v')).items
        .filter(({ subtitles }) => subtitles)
        .map(({ name, subtitles }) => [name, subtitles]),
    ).toEqual([['film.mp4', expected]])
    expect((await one.file('/v/film.mp4')).subtitles).toEqual(expected)
  })
})

describe('the size of a picture in pixels', () => {
  const made = (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif', orientation = 1) =>
    sharp({ create: { width: 70, height: 40, channels: 3, background: '#369' } })
      .withMetadata({ orientation })
      .toFormat(format)
      .toBuffer()
  const pixels = (items: Item[]) =>
    Object.fromEntries(items.map(({ name, resolution }) => [name, resolution && [resolution.width, resolution.height]]))

  it('is in listings and for one file, as the picture is shown (rotated)', async () => {
    await me.given({
      'p/a.jpg': await made('jpeg'),
      'p/b.png': await made('png'),
      'p/c.webp': await made('webp'),
      'p/d.gif': await made('gif'),
      'p/e.tiff': await made('tiff'),
      'p/f.avif': await made('avif'),
      'p/g turned.jpg': await made('jpeg', 6),
      'p/h': await made('png'),
      'p/i.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 40"/>',
      'p/j.png': 'no picture',
      'p/k.txt': 'text',
    })
    const wide = [70, 40]
    const expected = {
      'a.jpg': wide,
      'b.png': wide,
      'c.webp': wide,
      'd.gif': wide,
      'e.tiff': wide,
      'f.avif': wide,
      'g turned.jpg': [40, 70],
      h: wide,
      'i.svg': wide,
      'j.png': undefined,
      'k.txt': undefined,
    }
    for (const replica of [0, 1]) {
      // A listing looks at files only for a short time. The next one reports the rest.
      const told = await soon(
        async () => pixels((await me.info('/p/', {}, { replica })).json<{ items: Item[] }>().items),
        (seen) => isDeepStrictEqual(seen, expected),
      )
      expect(told).toEqual(expected)
    }
    expect((await me.file('/p/g turned.jpg')).resolution).toEqual({ width: 40, height: 70 })
    expect(await me.file('/p/j.png')).not.toHaveProperty('resolution')
  })

  it('is that of the current file, whoever wrote it', async () => {
    const big = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#963' } })
      .jpeg()
      .toBuffer()
    await me.given({ 'now/a.jpg': await made('jpeg') })
    await s3.put(bucket, 'now/a.jpg', big)
    // What another tool puts is told by an event.
    const expected = { width: 900, height: 600 }
    const told = await soon(
      async () => (await me.file('/now/a.jpg')).resolution,
      (seen) => isDeepStrictEqual(seen, expected),
    )
    expect(told).toEqual(expected)
  })

  it('is looked up for 200 pictures per listing, and for the rest by the next one', async () => {
    const names = Array.from({ length: 260 }, (_, number) => `crowd/${String(number).padStart(3, '0')}.gif`)
    const gif = await made('gif')
    // Different sizes, so that Nido takes each for another file.
    for (let at = 0; at < names.length; at += 20)
      await Promise.all(
        names
          .slice(at, at + 20)
          .map((name, index) => s3.put(bucket, name, Buffer.concat([gif, Buffer.alloc(at + index)]))),
      )
    const count = async () => {
      const { items } = (await me.info('/crowd/', {}, { replica: 0 })).json<{ items: Item[] }>()
      return { known: items.filter(({ resolution }) => resolution).length, items: items.length }
    }
    // Nido hears of another tool's files by events. Waiting with a listing would look at more pictures each time.
    const heard = async () =>
      (await me.client.get('/api/search/crowd?query=.gif', { replica: 0 })).json<unknown[]>().length
    expect(await soon(heard, (found) => found === 260)).toBe(260)
    const first = await count()
    expect(first).toMatchObject({ items: 260 })
    expect(first.known).toBeLessThanOrEqual(200)
    expect(await until(async () => (await count()).known === 260)).toBe(true)
  })
})
