import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import Koa from 'koa'
import sharp from 'sharp'
import { basePath } from '../../http/base-path.ts'
import { errorDoor } from '../../http/errors.ts'
import { createLog } from '../../lib/log.ts'
import { createMetrics } from '../../lib/metrics.ts'
import { serveManifest } from './manifest.ts'

const WORDS = {
  en: ['My files', 'Recent', 'Calendar', 'Search'],
  es: ['Mis archivos', 'Recientes', 'Calendario', 'Buscar'],
  no: ['Mine filer', 'Nylige', 'Kalender', 'Søk'],
}

let dir: string
let server: Server
let name = 'Casa'
let icon: { type: string; body: Buffer } | null = null

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'nido-manifest-'))
  const app = new Koa()
  app.use(errorDoor({ log: createLog('silent'), metrics: createMetrics(), translators: [] }))
  app.use(basePath('/cloud'))
  const address = '/cloud/static/img/icon?v=1'
  app.use(
    serveManifest({
      dir,
      base: '/cloud',
      settings: async () => ({ Name: name }),
      branding: {
        get: async () => ({
          logo: null,
          css: null,
          icon: icon && { type: icon.type, size: icon.body.length, address },
        }),
        open: async () => icon && { id: '1', ...icon },
      },
    }),
  )
  server = createServer(app.callback())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  await writeFile(path.join(dir, 'app-words.json'), JSON.stringify(WORDS))
  name = 'Casa'
  icon = null
})
afterAll(async () => {
  await new Promise((resolve) => void server.close(resolve))
  await rm(dir, { recursive: true, force: true })
})

const ask = (language = 'en', init: RequestInit = {}, at = '/cloud/manifest.webmanifest') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${at}`, {
    ...init,
    headers: { 'Accept-Language': language },
  })
const read = async (language?: string) => (await (await ask(language)).json()) as Record<string, unknown>
const picture = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'red' } }).png()

describe('the manifest', () => {
  it('has the name of the household, and everything below the base path', async () => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Language',
    })
    const manifest = await answer.json()
    expect(manifest).toMatchObject({
      name: 'Casa',
      short_name: 'Casa',
      id: '/cloud/',
      start_url: '/cloud/',
      scope: '/cloud/',
      display: 'standalone',
      icons: [
        { src: '/cloud/static/app/icon-192.png', sizes: '192x192', purpose: 'any' },
        { sizes: '512x512', purpose: 'any' },
        { sizes: '512x512', purpose: 'maskable' },
      ],
    })
    expect((manifest as { shortcuts: object[] }).shortcuts[2]).toEqual({ name: 'Calendar', url: '/cloud/calendario' })
    name = ''
    expect(await read()).toMatchObject({ name: 'Nido' })
  })

  it('lets other apps share, and the system open files with it, below the base path', async () => {
    const { share_target: share, file_handlers: handlers } = await read()
    expect(share).toMatchObject({
      action: '/cloud/receive',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files' }] },
    })
    expect(handlers).toMatchObject([{ action: '/cloud/files/', accept: { 'application/x-bittorrent': ['.torrent'] } }])
  })

  it('speaks the language of the browser, and English to the others', async () => {
    const named = async (language: string) => {
      const { lang, shortcuts } = await read(language)
      return [lang, (shortcuts as { name: string }[])[0]?.name]
    }
    expect(await named('es-AR,es;q=0.9,en;q=0.8')).toEqual(['es', 'Mis archivos'])
    expect(await named('nb-NO,nb;q=0.9,en;q=0.8')).toEqual(['no', 'Mine filer'])
    expect(await named('fi')).toEqual(['en', 'My files'])
    expect(await named('')).toEqual(['en', 'My files'])
  })

  it('has the icon of the household where a device can show it, and else that of Nido', async () => {
    const first = async () => ((await read())['icons'] as object[])[0]
    icon = { type: 'image/svg+xml', body: Buffer.from('<svg/>') }
    expect(await first()).toMatchObject({ src: '/cloud/static/img/icon?v=1', sizes: 'any', type: 'image/svg+xml' })
    icon = { type: 'image/png', body: await picture(256).toBuffer() }
    expect(await first()).toMatchObject({ src: '/cloud/static/img/icon?v=1', sizes: '256x256', type: 'image/png' })
    icon = { type: 'image/png', body: await picture(32).toBuffer() }
    expect(await first()).toMatchObject({ src: '/cloud/static/app/icon-192.png' })
    icon = { type: 'image/x-icon', body: Buffer.alloc(4) }
    expect(await first()).toMatchObject({ src: '/cloud/static/app/icon-192.png' })
  })

  it('is read only, lies nowhere else, and is not there before the page is built', async () => {
    expect((await ask('en', { method: 'HEAD' })).status).toBe(200)
    expect((await ask('en', { method: 'POST' })).status).toBe(404)
    expect((await ask('en', {}, '/manifest.webmanifest')).status).toBe(404)
    await rm(path.join(dir, 'app-words.json'))
    expect((await ask()).status).toBe(404)
  })
})
