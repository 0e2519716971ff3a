// The household's own logo, icon and style sheet, and what the page makes of them (X07).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { BRAND_MAX_BYTES, BRAND_PARTS, BRAND_SIDE_MAX, type BrandingRecord } from '../../backend/contract/branding.ts'
import type { PublicSettings } from '../../backend/contract/settings.ts'
import type { Client } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { openS3 } from '../helpers/s3.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><defs><circle id="c" r="4"/></defs><use href="#c"/></svg>'
const CSS = ':root { --brand-h: 285 }'
const NONE = { logo: null, icon: null, css: null }

let site: Site & { stop(): Promise<void> }
let admin: Client
let person: Client
let png: Buffer
beforeAll(async () => {
  site = await useSite()
  admin = await site.adminClient()
  person = await site.makePerson()
  png = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  for (const part of BRAND_PARTS) await admin.delete(`/api/branding/${part}`)
  await site.stop()
})

const put = async (part: string, body: string | Buffer) => admin.put(`/api/branding/${part}`, body)
const read = async () => (await admin.get('/api/branding')).expect(200).json<BrandingRecord>()
/** Fetches a path below the base path, as it stands in the addresses of the branding. */
const open = (address: string, headers: Record<string, string> = {}) => site.client().get(address, { headers })
/** The settings that a new page gets; nothing if the page is not built. */
const page = async () => {
  const { status, text } = await site.client().get('/login')
  return {
    isBuilt: status === 200,
    html: text,
    told: JSON.parse(/window\.Nido = (.*?)<\/script>/s.exec(text)?.[1] ?? '{}') as Partial<PublicSettings>,
  }
}

describe('the branding', () => {
  it.each(['GET /api/branding', 'PUT /api/branding/css', 'DELETE /api/branding/css'])(
    'is for administrators: %s',
    async (call) => {
      const [method = '', path = ''] = call.split(' ')
      expect((await site.client().send(method, path)).status).toBe(401)
      expect((await person.send(method, path, { body: method === 'PUT' ? CSS : undefined })).status).toBe(403)
    },
  )

  it('is uploaded, served at a separate address for each file, given to the page, and removed', async () => {
    const first = (await put('logo', SVG)).expect(200).json<BrandingRecord>()
    expect(first.logo).toEqual({
      type: 'image/svg+xml',
      size: SVG.length,
      address: expect.stringMatching(/^\/static\/img\/logo\?v=[0-9a-f]+$/),
    })
    ;(await put('icon', png)).expect(200)
    ;(await put('css', CSS)).expect(200)
    const told = await read()
    expect([told.icon?.type, told.css?.type]).toEqual(['image/png', 'text/css'])
    for (const [part, body, type] of [
      ['logo', SVG, 'image/svg+xml'],
      ['icon', png.toString('latin1'), 'image/png'],
      ['css', CSS, 'text/css; charset=utf-8'],
    ] as const) {
      const answer = (await open(told[part]?.address ?? '')).expect(200)
      expect(answer.body.toString('latin1')).toBe(body)
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
      })
    }
    const again = (await put('logo', SVG.replace('r="4"', 'r="3"'))).expect(200).json<BrandingRecord>()
    expect(again.logo?.address).not.toBe(first.logo?.address)
    // An old address leads to the current file, and says that this may change.
    const old = (await open(first.logo?.address ?? '')).expect(200)
    expect([old.text.includes('r="3"'), old.headers['cache-control']]).toEqual([true, 'no-cache'])
    const etag = old.headers.etag ?? ''
    const conditions: Record<string, string>[] = [
      { 'If-None-Match': etag },
      { 'If-None-Match': etag, 'Cache-Control': 'no-cache' },
      { 'If-None-Match': '"other"' },
      { 'If-Match': etag },
      { 'If-Match': '"other"' },
    ]
    expect(
      await Promise.all(conditions.map(async (headers) => (await open('/static/img/logo', headers)).status)),
    ).toEqual([304, 304, 200, 200, 412])

    const shown = await page()
    const wanted = shown.isBuilt
      ? { CSS: true, LogoURL: again.logo?.address, IconURL: told.icon?.address, StyleURL: told.css?.address }
      : {}
    expect(shown.told).toMatchObject(wanted)
    const links = shown.isBuilt
      ? [
          `<link rel="icon" href="${told.icon?.address}" />`,
          `<link rel="stylesheet" href="${told.css?.address}" /></head>`,
        ]
      : []
    for (const link of links) expect(shown.html).toContain(link)

    for (const part of BRAND_PARTS) (await admin.delete(`/api/branding/${part}`)).expect(204)
    expect(await read()).toEqual(NONE)
    for (const { address } of [again.logo, told.icon, told.css].flatMap((file) => file ?? []))
      expect((await open(address)).status).toBe(404)
    expect((await admin.delete('/api/branding/logo')).status).toBe(204)
  })

  it('is the same on both replicas at once, and replaced files leave nothing behind', async () => {
    for (const size of [1, 2, 3]) {
      ;(await admin.put('/api/branding/css', `a { left: ${size}px }`, { replica: 0 })).expect(200)
      for (const replica of [0, 1])
        expect((await site.client().get('/static/custom.css', { replica })).text).toBe(`a { left: ${size}px }`)
    }
    await Promise.all(['red', 'blue', 'green'].map((colour) => put('css', `a { color: ${colour} }`)))
    const s3 = openS3(site.servers)
    const kept = await s3.list(`${site.bucketPrefix}system`, 'branding/css-')
    s3.close()
    expect(kept).toHaveLength(1)
    ;(await admin.delete('/api/branding/css')).expect(204)
  })

  it.each<[string, string, string | Buffer, RegExp]>([
    ['logo', 'HTML', '<!doctype html><html><script>alert(1)</script></html>', /no picture/],
    ['logo', 'text', 'hello', /no picture/],
    ['logo', 'bytes', Buffer.from([0xff, 0xfe, 0, 1, 2, 3]), /UTF-8/],
    ['logo', 'a broken SVG', SVG.slice(0, -8), /no picture/],
    ['logo', 'an SVG with a script', SVG.replace('<use', '<script>alert(1)</script><use'), /element script/],
    [
      'logo',
      'an SVG with a script by another prefix',
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg"><s:script href="#x"/></svg>',
      /element script/,
    ],
    ['logo', 'an SVG with a handler', SVG.replace('<use', '<use onload="alert(1)"'), /attribute onload/],
    ['logo', 'an SVG with HTML in it', SVG.replace('<use', '<foreignObject/><use'), /foreignObject/],
    ['logo', 'an SVG that leads elsewhere', SVG.replace('#c', 'https://evil.example/x.svg#c'), /elsewhere/],
    ['logo', 'an SVG with entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`, /entities/],
    [
      'logo',
      'an icon',
      Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]),
      /no image\/x-icon/,
    ],
    ['icon', 'the beginning of a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /broken/],
    ['icon', 'a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), /no image\/gif/],
    ['css', 'a page', '<script>alert(1)</script>', /no style sheet/],
    ['css', 'bytes', Buffer.from([0xc3, 0x28]), /UTF-8/],
    ['css', 'nothing', '', /empty/],
  ])('refuses as %s %s, and nothing changes', async (part, _, body, why) => {
    const answer = await put(part, body)
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(why)])
    expect(await read()).toEqual(NONE)
  })

  it('refuses files that are too large or compressed, and unknown parts', async () => {
    expect((await put('css', ' '.repeat(BRAND_MAX_BYTES.css + 1))).status).toBe(413)
    expect(
      (
        await put(
          'logo',
          await sharp({ create: { width: BRAND_SIDE_MAX + 1, height: 1, channels: 3, background: 'red' } })
            .png()
            .toBuffer(),
        )
      ).status,
    ).toBe(400)
    expect((await admin.put('/api/branding/css', CSS, { headers: { 'Content-Encoding': 'gzip' } })).status).toBe(415)
    for (const part of ['', 'js', '__proto__', '..%2fx']) expect((await put(part, CSS)).status).toBe(404)
    expect(await read()).toEqual(NONE)
  })
})
