// Archives that open like folders: /api/archive.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { compressFrameSync } from 'lz4-napi'
import { hasEnded } from '../../backend/contract/operation-states.ts'
import type { OperationRecord } from '../../backend/contract/operations.ts'
import type { ArchiveFolder } from '../../backend/contract/opened-archives.ts'
import type { Trash } from '../../backend/contract/trash.ts'
import type { Answer } from '../helpers/answer.ts'
import type { RequestOptions } from '../helpers/client.ts'
import { useSite } from '../helpers/nido.ts'
import { PLAIN_7Z } from '../helpers/packed-7z.ts'
import { pack } from '../helpers/packed-zip.ts'
import { soon, until } from '../helpers/until.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'

let site: Awaited<ReturnType<typeof useSite>>
let me: PersonsFiles
const folder = mkdtempSync(path.join(os.tmpdir(), 'nido-opened-'))
const zip = pack([
  { name: 'ten.txt', body: '0123456789' },
  { name: 'd/page.html', body: '<script>alert(1)</script>', method: 0 },
  { name: 'd/e/f.txt', body: 'f' },
  { name: '../x', body: 'x' },
  { name: 'secret', body: 'x', flags: 0x801 },
  { name: 'link', body: '/etc/passwd', attributes: (0xa1ff << 16) >>> 0 },
])
beforeAll(async () => {
  site = await useSite()
  me = filesOf(await site.makePerson())
  writeFileSync(path.join(folder, 'a.txt'), 'in a tar')
  const tar = execFileSync('tar', ['-C', folder, '-cf', '-', 'a.txt'])
  const archives = { 'a.zip': zip, 'a.tar.gz': gzipSync(tar), 'a.tar.lz4': compressFrameSync(tar), 'a.7z': PLAIN_7Z }
  await me.given({ ...archives, 'broken.zip': 'no zip', 'plain.txt': 'x', 'f/': null })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await site.stop()
})

const list = (file: string, query: Record<string, string> = {}) =>
  me.client.get(`/api/archive/entries/${file}?${new URLSearchParams(query)}`)
/** The listing, once the archive has been read. */
const ready = (file: string, query?: Record<string, string>): Promise<Answer> =>
  soon(
    () => list(file, query),
    ({ text }) => !text.includes('bytesDone'),
  )
const listed = async (file: string, query?: Record<string, string>) =>
  (await ready(file, query)).expect(200).json<ArchiveFolder>()
const read = (file: string, entry: string, options: RequestOptions & { inline?: string } = {}) => {
  const { inline = 'false', ...rest } = options
  return me.client.get(`/api/archive/raw/${file}?${new URLSearchParams({ entry, inline })}`, rest)
}

describe('listing an archive', () => {
  it('returns its contents, folder by folder, and what it leaves out', async () => {
    expect(await listed('a.zip')).toMatchObject({
      folder: '',
      files: 4,
      cursor: null,
      leftOut: { links: 1, devices: 0, names: 1 },
      isEncrypted: false,
      items: [
        { path: 'd', name: 'd', isDir: true, size: 26 },
        { path: 'secret', trouble: 'encrypted' },
        { path: 'ten.txt', isDir: false, size: 10, type: 'text', trouble: null },
      ],
    })
    expect(await listed('a.zip', { folder: 'd' })).toMatchObject({
      folder: 'd',
      items: [{ path: 'd/e', isDir: true }, { path: 'd/page.html' }],
    })
  })

  it.each(['a.tar.gz', 'a.tar.lz4'])('reads a compressed tar: %s', async (name) => {
    expect(await listed(name)).toMatchObject({ items: [{ path: 'a.txt', size: 8 }] })
    expect((await read(name, 'a.txt')).expect(200).text).toBe('in a tar')
  })

  it('reads a 7z', async () => {
    expect(await listed('a.7z', { folder: 'd' })).toMatchObject({
      items: [{ path: 'd/empty' }, { path: 'd/é 😀.txt' }],
    })
    expect((await read('a.7z', 'd/é 😀.txt')).expect(200).text).toBe('y')
    const part = await read('a.7z', 'a.txt', { headers: { Range: 'bytes=300000-300004' } })
    expect(part.expect(206).text).toBe('hello')
  })

  it('refuses what is not an archive, is broken or does not exist', async () => {
    ;(await list('plain.txt')).expect(400)
    ;(await list('f')).expect(409)
    ;(await list('none.zip')).expect(404)
    ;(await ready('broken.zip')).expect(415)
    ;(await ready('a.zip', { folder: 'none' })).expect(404)
  })

  it('is for people who may download it', async () => {
    ;(await me.client.signedOut().get('/api/archive/entries/a.zip')).expect(401)
    const other = filesOf(await site.makePerson({ perm: { download: false, share: false } }))
    await other.given({ 'a.zip': zip })
    expect((await other.client.get('/api/archive/entries/a.zip')).expect(202).text).toBe('')
  })

  it('refuses a bomb', async () => {
    await me.given({ 'bomb.zip': pack([{ name: 'a', body: 'x', size: 0xf000_0000 }]) })
    ;(await ready('bomb.zip')).expect(413)
  })

  it('of many entries comes in pages', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => ({ name: `${String(index).padStart(4, '0')}.txt` }))
    await me.given({ 'many.zip': pack(many) })
    const names: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: ArchiveFolder = await listed('many.zip', cursor === '' ? {} : { cursor })
      names.push(...page.items.map(({ name }) => name))
      cursor = page.cursor
    }
    expect(names).toEqual(many.map(({ name }) => name))
  })
})

describe('a file of an archive', () => {
  it('is sent as an attachment, or inline without running anything', async () => {
    const saved = (await read('a.zip', 'ten.txt')).expect(200)
    expect(saved.text).toBe('0123456789')
    expect(saved.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '10',
      'content-disposition': "attachment; filename*=utf-8''ten.txt",
      'x-content-type-options': 'nosniff',
    })
    const page = (await read('a.zip', 'd/page.html', { inline: 'true' })).expect(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  })

  it('is sent in parts, and not again if nothing has changed', async () => {
    for (const name of ['ten.txt', 'd/page.html']) {
      const part = (await read('a.zip', name, { headers: { Range: 'bytes=2-4' } })).expect(206)
      expect(part.text).toBe((await read('a.zip', name)).text.slice(2, 5))
    }
    const { etag = '' } = (await read('a.zip', 'ten.txt')).headers
    ;(await read('a.zip', 'ten.txt', { headers: { 'If-None-Match': etag } })).expect(304)
    expect((await read('a.zip', 'd/page.html')).headers['etag']).not.toBe(etag)
  })

  it('is refused if it is encrypted, missing, a folder or left out', async () => {
    ;(await read('a.zip', 'secret')).expect(415)
    ;(await read('a.zip', 'none')).expect(404)
    ;(await read('a.zip', 'd')).expect(404)
    ;(await read('a.zip', '../x')).expect(404)
    ;(await read('a.zip', 'link')).expect(404)
    ;(await me.client.get('/api/archive/raw/a.zip')).expect(400)
    ;(await me.client.signedOut().get('/api/archive/raw/a.zip?entry=ten.txt')).expect(401)
  })
})

describe('extracting an archive', () => {
  const extract = (file: string, body: object, person = me) => person.client.post(`/api/archive/extract/${file}`, body)

  it('creates a folder named after it, and a second one beside that', async () => {
    ;(await extract('a.zip', { to: '/f' })).expect(200)
    expect(await me.names('/f/a')).toEqual(['d', 'ten.txt'])
    expect(await me.read('/f/a/d/e/f.txt')).toBe('f')
    expect(await me.read('/f/a/ten.txt')).toBe('0123456789')
    ;(await extract('a.zip', { to: '/f' })).expect(200)
    expect(await me.names('/f')).toEqual(['a', 'a(1)'])
  })

  it('extracts one entry, or some', async () => {
    await me.mkdir('/some')
    ;(await extract('a.zip', { to: '/some', paths: ['ten.txt'] })).expect(200)
    ;(await extract('a.zip', { to: '/some', paths: ['d/e'] })).expect(200)
    ;(await extract('a.zip', { to: '/some', paths: ['d/e', 'd/page.html'] })).expect(200)
    expect(await me.names('/some')).toEqual(['a', 'e', 'ten.txt'])
    expect(await me.names('/some/a')).toEqual(['e', 'page.html'])
    expect(await me.read('/some/e/f.txt')).toBe('f')
  })

  it('reads a compressed tar only once', async () => {
    await me.mkdir('/tars')
    ;(await extract('a.tar.gz', { to: '/tars' })).expect(200)
    expect(await me.read('/tars/a/a.txt')).toBe('in a tar')
  })

  it('is an operation that reports what was left out', async () => {
    await me.mkdir('/told')
    const begun = (
      await me.client.post('/api/archive/extract/a.zip', { to: '/told' }, { headers: { Prefer: 'respond-async' } })
    ).expect(202)
    const at = begun.headers['location'] ?? ''
    const record = async () => (await me.client.get(at)).expect(200).json<OperationRecord>()
    await until(async () => (await record()).state === 'done')
    expect(await record()).toMatchObject({
      kind: 'extract',
      source: '/a.zip',
      destination: '/told/a',
      left: 3,
      itemsDone: 3,
      itemsTotal: 3,
    })
    ;(await me.client.delete(at)).expect(409)
  })

  it('is refused if something is wrong, and leaves nothing behind', async () => {
    ;(await extract('a.zip', { to: '/none' })).expect(404)
    ;(await extract('a.zip', { to: '/plain.txt' })).expect(409)
    ;(await extract('a.zip', { to: '/f', paths: ['none'] })).expect(404)
    ;(await extract('a.zip', { to: '/f', paths: ['secret'] })).expect(415)
    ;(await extract('a.zip', {})).expect(400)
    ;(await me.client.signedOut().post('/api/archive/extract/a.zip', { to: '/f' })).expect(401)
    await me.given({
      'lie.zip': pack([
        { name: 'a.txt', body: 'fine' },
        { name: 'b', body: 'x'.repeat(9_000), size: 9 },
      ]),
    })
    await me.mkdir('/lies')
    ;(await extract('lie.zip', { to: '/lies' })).expect(415)
    expect(await me.names('/lies')).toEqual([])
  })

  it('goes to the trash as one action if it is cancelled', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({ name: `${index}.txt`, body: 'x' }))
    await me.given({ 'long.zip': pack(many), 'stopped/': null })
    await listed('long.zip')
    const begun = await me.client.post(
      '/api/archive/extract/long.zip',
      { to: '/stopped' },
      { headers: { Prefer: 'respond-async' } },
    )
    const at = begun.expect(202).headers['location'] ?? ''
    const record = async () => (await me.client.get(at)).expect(200).json<OperationRecord>()
    await until(async () => (await record()).itemsDone > 0)
    ;(await me.client.delete(at)).expect(204)
    await until(async () => hasEnded(await record()))
    expect(await record()).toMatchObject({ state: 'undone', error: null })
    expect(await me.names('/stopped')).toEqual([])
    const { items } = (await me.client.get('/api/trash')).expect(200).json<Trash>()
    expect(items.filter(({ path }) => path === '/stopped/long')).toMatchObject([{ kind: 'delete', isDir: true }])
  })

  it('needs the permissions to create and download, and respects rules and quota', async () => {
    const reader = filesOf(await site.makePerson())
    await reader.given({ 'a.zip': zip, 'big.zip': pack([{ name: 'big', body: Buffer.alloc(3_000_000) }]) })
    const admin = await site.adminClient()
    const change = async (fields: object) =>
      (
        await admin.put(`/api/users/${reader.client.id}`, {
          what: 'user',
          which: Object.keys(fields),
          data: { id: reader.client.id, ...fields },
        })
      ).expect(200)
    await change({ rules: [{ allow: false, path: '/a/d/e', regex: false, regexp: { raw: '' } }] })
    ;(await extract('a.zip', { to: '/' }, reader)).expect(403)
    await change({ rules: [], quota: 1_000_000 })
    ;(await extract('big.zip', { to: '/' }, reader)).expect(507)
    expect((await reader.names('/')).filter((name) => name !== 'Shared')).toEqual(['a.zip', 'big.zip'])
  })
})

describe('compressing', () => {
  const compress = (folder: string, body: object) => me.client.post(`/api/archive/create/${folder}`, body)

  it.each([
    ['zip', 'x.zip'],
    ['targz', 'x.tar.gz'],
  ])('makes a %s beside its contents, under a free name', async (format, name) => {
    await me.given({ 'pack/a.txt': 'a', 'pack/b/c.txt': 'c', 'pack/other.txt': 'o' })
    ;(await compress('pack', { name, format, names: ['a.txt', 'b'] })).expect(200)
    expect(await listed(`pack/${name}`)).toMatchObject({ files: 2, items: [{ path: 'a.txt' }, { path: 'b' }] })
    ;(await compress('pack', { name, format, names: ['a.txt'] })).expect(200)
    expect((await me.names('/pack')).filter((one) => one.startsWith('x'))).toContain(
      format === 'zip' ? 'x(1).zip' : 'x.tar(1).gz',
    )
  })

  it('is refused for bad names, missing items, and strangers', async () => {
    ;(await compress('pack', { name: 'x.rar', format: 'zip', names: ['a.txt'] })).expect(400)
    ;(await compress('pack', { name: '../x.zip', format: 'zip', names: ['a.txt'] })).expect(400)
    ;(await compress('pack', { name: 'y.zip', format: 'zip', names: [] })).expect(400)
    ;(await compress('pack', { name: 'y.zip', format: 'zip', names: ['none'] })).expect(404)
    ;(await me.client.signedOut().post('/api/archive/create/pack', {})).expect(401)
    expect(await me.names('/pack')).not.toContain('y.zip')
  })
})
