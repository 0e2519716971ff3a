// What the reference server's page sends, journey by journey, request by request (api-contract 14). It has to keep
// working unchanged, because nobody here can change that page.
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { PASSWORD } from '../helpers/client.ts'
import { admin, nido } from '../api/own-nido.ts'
import { freshName, twice } from '../api/wire/wire.ts'
import { pngPicture } from '../helpers/real-files.ts'
import { address, ForeignPage } from './foreign-page.ts'

const MIB = 1024 * 1024
let page: ForeignPage

/** Opens the page as a new person. */
async function openPage(): Promise<ForeignPage> {
  const { username } = await nido.makePerson()
  const opened = new ForeignPage(nido.urls)
  await opened.begin(username, PASSWORD)
  return opened
}

beforeAll(async () => {
  page = await openPage()
})

describe('a visit', () => {
  it('lists with and without a trailing slash, shows pictures by the cookie, and stops without it', async () => {
    const own = await openPage()
    const picture = pngPicture(3)
    expect(await own.upload('/pictures/a 1#.png', picture)).toEqual([201, 200, 204])
    for (const path of ['/pictures', '/pictures/']) expect(await own.names(path)).toEqual(['a 1#.png'])
    const told = await own.src('/api/raw/pictures/a%201%23.png?inline=true')
    expect([told.status, told.bytes.equals(picture)]).toEqual([200, true])
    expect((await own.src('/api/preview/thumb/pictures/a%201%23.png?inline=true&key=1')).status).toBe(200)
    expect((await own.src('/api/raw/?files=/pictures/a%25201%2523.png&algo=zip')).status).toBe(200)
    expect((await own.src('/api/resources/pictures', 'DELETE')).status).toBe(401)
    own.end()
    expect((await own.src('/api/raw/pictures/a%201%23.png')).status).toBe(401)
  })

  it('shows the time of an empty folder, usage and checksums, and finds by name', async () => {
    const before = Date.now()
    expect((await page.api('POST /api/resources/empty%20one/?override=false')).status).toBe(200)
    const { modified } = (await page.api('GET /api/resources/empty%20one/')).json
    expect(Math.abs(Date.parse(String(modified)) - before)).toBeLessThan(60_000)
    const used = async () => Number((await page.api('GET /api/usage/')).json['used'])
    const usedBefore = await used()
    await page.upload('/note.txt', Buffer.from('hello'))
    expect((await used()) - usedBefore).toBe(5)
    expect((await page.api('GET /api/resources/note.txt?checksum=md5')).json).toMatchObject({
      checksums: { md5: '5d41402abc4b2a76b9719d911017c592' },
    })
    expect(JSON.parse((await page.api('GET /api/search/?query=note')).text)).toEqual([{ path: 'note.txt', dir: false }])
  })
})

describe('uploading', () => {
  it('sends five files at once into new folders, which the listing shows at once', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.txt`)
    const done = await Promise.all(names.map((name) => page.upload(`/new/folder/${name}`, Buffer.from(name))))
    expect(done).toEqual(names.map(() => [201, 200, 204]))
    expect(await page.names('/new')).toEqual(['folder'])
    expect(await page.names('/new/folder')).toEqual(names)
    expect(await page.upload('/new/folder/a.txt', Buffer.from('again'))).toEqual([409])
    expect(await page.upload('/new/folder/a.txt', Buffer.from('again'), { override: true })).toEqual([201, 200, 204])
    expect((await page.api('GET /api/resources/new/folder/a.txt')).json['content']).toBe('again')
  })

  it.each([true, false])('sends chunk by chunk, the length declared: %s', async (isDeclared) => {
    const bytes = randomBytes(12 * MIB)
    const statuses = await page.upload(`/film-${isDeclared}.bin`, bytes, { chunk: 5 * MIB, isDeclared })
    expect(statuses).toEqual([201, 200, 204, 204, 204])
    expect((await page.src(`/api/raw/film-${isDeclared}.bin`)).bytes.equals(bytes)).toBe(true)
  })

  it('is cancelled and leaves nothing behind, even if the listing was read meanwhile', async () => {
    const line = '/api/tus/cut/off.bin?override=false'
    expect((await page.api(`POST ${line}`)).status).toBe(201)
    expect((await page.patch(line, 0, Buffer.alloc(10 * MIB))).status).toBe(204)
    await page.names('/')
    expect((await page.api('DELETE /api/tus/cut/off.bin')).status).toBe(204)
    expect(await page.names('/')).not.toContain('cut')
  })

  it('uses a plain POST where tus is not used', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    expect((await page.api('POST /api/resources/plain.txt?override=false', { headers, body: 'one' })).status).toBe(200)
    expect((await page.api('POST /api/resources/plain.txt?override=false', { headers, body: 'two' })).status).toBe(409)
    expect((await page.api('POST /api/resources/plain.txt?override=true', { headers, body: 'two' })).status).toBe(200)
    expect((await page.api('PUT /api/resources/plain.txt', { headers, body: 'three' })).status).toBe(200)
    expect((await page.api('GET /api/resources/plain.txt')).json['content']).toBe('three')
  })
})

describe('changing', () => {
  const patch = (from: string, action: string, to: string, more = '&override=false&rename=false') =>
    page.api(`PATCH /api/resources${address(from)}?action=${action}&destination=${twice(to)}${more}`)

  it('renames, copies and moves, with names that need encoding, and asks if a name is taken', async () => {
    await page.upload('/a b.txt', Buffer.from('one'))
    expect((await patch('/a b.txt', 'rename', '/50% + ü.txt')).status).toBe(200)
    expect((await page.api('POST /api/resources/in/?override=false')).status).toBe(200)
    expect((await patch('/50% + ü.txt', 'copy', '/in/50% + ü.txt')).status).toBe(200)
    expect((await patch('/50% + ü.txt', 'copy', '/in/50% + ü.txt')).status).toBe(409)
    expect((await patch('/50% + ü.txt', 'copy', '/in/50% + ü.txt', '&override=false&rename=true')).status).toBe(200)
    expect((await patch('/50% + ü.txt', 'rename', '/in/50% + ü.txt', '&override=true&rename=false')).status).toBe(200)
    expect((await page.names('/')).filter((name) => name.includes('ü'))).toEqual([])
    expect(await page.names('/in')).toEqual(['50% + ü.txt', '50% + ü(1).txt'])
    expect((await page.api(`DELETE /api/resources${address('/in/50% + ü.txt')}`)).status).toBe(204)
    expect(await page.names('/in/')).toEqual(['50% + ü(1).txt'])
  })
})

describe('sharing', () => {
  const guest = () => new ForeignPage(nido.urls)
  const share = async (path: string, body: object) =>
    (await page.api(`POST /api/share${address(path)}`, { body })).json as { hash: string; token?: string }

  it('creates a link that a guest opens, and downloads by addresses whose slashes are encoded', async () => {
    await page.upload('/box/b #1.txt', Buffer.from('one'))
    const { hash } = await share('/box/', { password: '', expires: '', unit: 'hours' })
    expect((await page.api('GET /api/share/box/')).json).toMatchObject([{ hash, expire: 0 }])
    const seen = await guest().api(`GET /api/public/share/${hash}/`, { headers: { 'X-SHARE-PASSWORD': '' } })
    expect([seen.status, seen.json['path'], seen.json['name']]).toEqual([200, '/', 'box'])
    for (const below of ['/b%20%231.txt', '%2Fb%20%231.txt'])
      expect((await guest().src(`/api/public/dl/${hash}${below}`)).text).toBe('one')
    expect((await page.api(`DELETE /api/share/${hash}`)).status).toBe(200)
    expect((await guest().src(`/api/public/dl/${hash}/b%20%231.txt`)).status).toBe(404)
  })

  it('asks for the password once, and continues with the token', async () => {
    await page.upload('/secret.txt', Buffer.from('one'))
    const { hash } = await share('/secret.txt', { password: 'ü & ö', expires: '2', unit: 'days' })
    const open = (password: string) =>
      guest().api(`GET /api/public/share/${hash}`, { headers: { 'X-SHARE-PASSWORD': encodeURIComponent(password) } })
    expect([(await open('')).status, (await open('wrong')).status]).toEqual([401, 401])
    const { token } = (await open('ü & ö')).json
    expect((await guest().src(`/api/public/dl/${hash}?token=${String(token)}`)).text).toBe('one')
    expect((await guest().src(`/api/public/dl/${hash}%2Fsecret.txt?token=${String(token)}`)).text).toBe('one')
    expect((await guest().src(`/api/public/dl/${hash}?token=`)).status).toBe(401)
  })
})

describe('the settings', () => {
  it("change some fields of the person's own record, and the next token has them", async () => {
    const { username, id } = await nido.makePerson()
    const own = new ForeignPage(nido.urls)
    await own.begin(username, PASSWORD)
    const data = { id, locale: 'es', viewMode: 'mosaic', singleClick: true }
    const body = { what: 'user', which: ['locale', 'viewMode', 'singleClick'], data }
    const answer = await own.api(`PUT /api/users/${id}`, { body })
    expect([answer.status, answer.headers.get('x-renew-token')]).toEqual([200, 'true'])
    const token = (await own.api('POST /api/renew')).text
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    expect(JSON.parse(payload)).toMatchObject({ user: { id, locale: 'es', viewMode: 'mosaic', singleClick: true } })
  })

  it('are saved whole by an administrator, including hooks that cannot run here', async () => {
    const boss = new ForeignPage(nido.urls)
    await boss.begin(admin.username, nido.admin.password)
    const before = (await boss.api('GET /api/settings')).json
    const commands = { ...(before['commands'] as object), before_delete: ['true', 'notify-send gone'] }
    expect((await boss.api('PUT /api/settings', { body: { ...before, commands } })).status).toBe(200)
    expect((await boss.api('GET /api/settings')).json['commands']).toEqual(commands)
    const name = freshName('new')
    const data = { ...(before['defaults'] as object), username: name, password: PASSWORD, scope: '', rules: [] }
    const made = await boss.api('POST /api/users', { body: { what: 'user', which: [], data } })
    expect([made.status, made.headers.get('location')]).toEqual([
      201,
      expect.stringMatching(/^\/settings\/users\/\d+$/),
    ])
  })
})
