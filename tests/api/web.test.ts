// What web's nginx serves itself, and what it passes to two API processes: the page, uploads, downloads and sockets,
// with and without a base path.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { NODE, ROOT } from '../../scripts/lib/places.ts'
import { Client } from '../helpers/client.ts'
import { LivePage } from '../helpers/live.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { until } from '../helpers/until.ts'
import { startWeb, type Web } from '../helpers/web.ts'

const STATIC = path.join(ROOT, 'dist', 'page', 'static')
/** More than any buffer on the way. */
const FILE = randomBytes(24 << 20)

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
/** Headers in which the two may differ. */
const OWN = ['date', 'etag', 'server', 'connection', 'keep-alive', 'accept-ranges', 'x-request-id']

/** The headers that web has to set as the API does. */
const shared = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name)))

describe.each(['', '/cloud/home'])('web with the base path "%s"', (base) => {
  let nido: Nido
  let web: Web
  let direct: Client
  let person: Client
  beforeAll(async () => {
    nido = await startNido({ settings: { BASE_URL: base, TRUSTED_PROXIES: '127.0.0.1' } })
    web = await startWeb({ apis: nido.urls, base })
    direct = nido.client()
    const made = await (await nido.adminClient()).makePerson()
    person = await new Client([{ url: web.url, isRunning: () => true }]).signIn(made.username, made.password)
  })
  afterAll(async () => {
    await web.stop()
    await nido.stop()
  })

  it('brings the page with its policy from the API, and a path of the page as well', async () => {
    for (const at of ['/', '/files/a/static/b']) {
      const page = await person.get(at)
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-/)
      expect(page.text).toContain(`${base}/static/assets/`)
    }
    expect((await fetch(web.healthUrl)).status).toBe(200)
  })

  it('serves a file of each kind compressed, with the headers of the API', async () => {
    const files = oneOfEachKind()
    expect(files.length).toBeGreaterThan(6)
    for (const name of files)
      for (const accepted of ['br, gzip', 'gzip', 'identity']) {
        const headers = { 'Accept-Encoding': accepted }
        const at = `/static/${name}`
        const [own, theirs] = [await person.get(at, { headers }), await direct.get(at, { headers })]
        expect([at, shared(own.headers)]).toEqual([at, shared(theirs.headers)])
        expect([own.status, own.body.equals(theirs.body)]).toEqual([200, true])
        const known = { ...headers, 'If-None-Match': String(own.headers['etag']) }
        expect((await person.get(at, { headers: known })).status).toBe(304)
      }
  })

  it('has the API answer for files that it does not have, and hides what is packed', async () => {
    const [name = ''] = readdirSync(path.join(STATIC, 'assets')).filter((found) => found.endsWith('.br'))
    for (const at of ['/static/assets/other.js', `/static/assets/${name}`, '/static/%2e%2e/index.html'])
      expect([at, (await person.get(at)).status]).toEqual([at, 404])
  })

  it('passes a file on as it comes, in both directions', async () => {
    const at = '/api/resources/film.bin'
    // Of no known length.
    ;(await person.post(at, Readable.from(chunksOf(FILE)))).expect(200)
    expect(readdirSync(path.join(web.folder, 'body'))).toEqual([])
    const whole = await person.get('/api/raw/film.bin')
    expect([whole.status, hash(whole.body)]).toEqual([200, hash(FILE)])
    const part = await person.get('/api/raw/film.bin', { headers: { Range: 'bytes=1000-1999' } })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${FILE.length}`])
    expect(part.body.equals(FILE.subarray(1000, 2000))).toBe(true)
    expect(readdirSync(path.join(web.folder, 'proxy'))).toEqual([])
  })

  it('passes names on as they are written', async () => {
    const at = '/api/resources/a%20b%2523%23%C3%BC%3F%2B+;=&.txt'
    ;(await person.post(at, 'named')).expect(200)
    expect((await direct.signedOut().get(at)).status).toBe(401)
    const { name } = (await person.get(at)).expect(200).json<{ name: string }>()
    expect(name).toBe('a b%23#ü?++;=&.txt')
  })

  it('passes a resumable upload on', async () => {
    const at = '/api/tus/by-parts.bin'
    const headers = { 'Tus-Resumable': '1.0.0' }
    const made = await person.post(at, '', { headers: { ...headers, 'Upload-Length': String(FILE.length) } })
    expect([made.status, made.headers.location]).toEqual([201, expect.stringContaining(`${base}${at}`)])
    for (let offset = 0; offset < FILE.length; offset += 10 << 20) {
      const chunk = FILE.subarray(offset, offset + (10 << 20))
      const sent = await person.patch(at, chunk, {
        headers: { ...headers, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      })
      expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(offset + chunk.length)])
    }
    expect(hash((await person.get('/api/raw/by-parts.bin')).body)).toBe(hash(FILE))
  })

  it('lets `helm test` do its work, and fail with a wrong password', async () => {
    const { username, password } = nido.admin
    const use = (given: string) =>
      promisify(execFile)(NODE, [path.join(ROOT, 'charts', 'nido', 'files', 'use.mjs')], {
        env: { NIDO_URL: web.url, NIDO_USERNAME: username, NIDO_PASSWORD: given },
      })
    expect((await use(password)).stdout).toMatch(/compared 12582912 bytes\nNido works\n$/)
    await expect(use('not-the-password')).rejects.toThrow(/POST \/api\/login: 403/)
  })

  it('passes sockets on, and who asks', async () => {
    const page = await LivePage.open(web.url, person.token)
    ;(await person.post('/api/resources/heard.txt', 'heard')).expect(200)
    await page.hearsOf('/heard.txt')
    await page.close()
    await person.get('/api/users/1', { headers: { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' } })
    const isLogged = () => nido.replicas.some(({ log }) => log.some((line) => line.includes('198.51.100.7')))
    expect(await until(isLogged)).toBe(true)
    expect(web.log.filter((line) => /\[(warn|error|crit|alert|emerg)\]/.test(line))).toEqual([])
  })
})

/** The largest file of the page with each ending. */
function oneOfEachKind(): string[] {
  const sizeOf = (name: string) => statSync(path.join(STATIC, name)).size
  const names = readdirSync(STATIC, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.[a-z\d]*[a-z]\d?$/.test(name),
  )
  const kinds = Map.groupBy(names, (name) => path.extname(name))
  for (const packed of ['.br', '.gz']) kinds.delete(packed)
  return [...kinds.values()].flatMap((same) => same.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 1))
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 << 10) yield bytes.subarray(at, at + (64 << 10))
}
