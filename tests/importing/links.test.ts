// Imports of the file at a link, from a site on this machine.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { LinkProgress, LinkWorkOptions } from '../../backend/src/features/imports/links/options.ts'
import { createLinkWork } from '../../backend/src/features/imports/links/work.ts'
import { ScratchFolders } from '../../backend/src/features/imports/scratch.ts'
import { createDialler } from '../../backend/src/lib/dial/index.ts'
import { happens } from '../helpers/until.ts'
import { createFolderLanding, type FolderLanding } from './folder-landing.ts'
import { dripping, endless, type MediaSite, startMediaSite } from './media-site.ts'
import { type Running, startJob } from './runner.ts'

const MIB = 1024 * 1024
const CONTENT = randomBytes(3 * MIB)
/** So large that it goes up in parts: five of them. */
const LARGE = randomBytes(40 * MIB)
const SHA_256 = createHash('sha256').update(CONTENT).digest('hex')

let site: MediaSite
let folder: string
let count = 0
let house: FolderLanding

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-links-'))
  site = await startMediaSite()
  site.pages.set('/files/a%20file.bin'.replace('%20', ' '), { body: CONTENT })
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  count += 1
  house = createFolderLanding(path.join(folder, `house-${count}`))
  site.seen.length = 0
})

interface Trial {
  checksum?: string
  options?: Partial<LinkWorkOptions>
  progress?: LinkProgress | null
  room?: number
}

const scratchFolder = () => path.join(folder, `scratch-${count}`)

function start(link: string, { checksum, options, progress = null, room = 64 * MIB }: Trial = {}) {
  const work = createLinkWork({
    landing: house.landing,
    scratch: new ScratchFolders({
      folder: scratchFolder(),
      most: async () => room,
      needed: async () => new Set(),
      lookMs: 50,
    }),
    dialler: createDialler({ privateAddresses: ['127.0.0.1'] }),
    rate: async () => 0,
    log: { info: () => undefined },
    ...options,
  })
  const source = { link, checksum: checksum ?? null }
  return startJob(work, { id: `link-${count}`, input: { name: link, shownSource: link, target: '', source }, progress })
}

async function landed(link: string, trial?: Trial): Promise<{ job: Running<LinkProgress>; at: string[] }> {
  const job = start(link, trial)
  expect(await job.ended).toBeNull()
  return { job, at: await house.files() }
}

const contentAt = (at: string) => readFile(house.fileOf(at))
const leftInScratch = () => readdir(scratchFolder()).catch(() => [])

describe('the file at a link', () => {
  it('lands whole, under the name of its address', async () => {
    const { job, at } = await landed(`${site.url}/files/a%20file.bin?download=1#top`)
    expect(at).toEqual(['/Downloads/a file.bin'])
    expect((await contentAt(at[0] ?? '')).equals(CONTENT)).toBe(true)
    expect(job.progress).toMatchObject({
      result: '/Downloads/a file.bin',
      title: 'a file.bin',
      downloaded: CONTENT.length,
      total: CONTENT.length,
      files: 1,
      filesDone: 1,
    })
    expect([await leftInScratch(), house.reserved.isOpen]).toEqual([[], false])
  })

  it('has the name that its server says, made safe, and a free one where that is taken', async () => {
    const disposition = `attachment; filename="x.bin"; filename*=UTF-8''..%2F..%2F%E2%80%AEm%C3%BAsica.bin`
    site.pages.set('/get', { body: CONTENT, headers: { 'content-disposition': disposition } })
    await landed(`${site.url}/get`)
    count += 1
    await landed(`${site.url}/get`)
    expect(await house.files()).toEqual(['/Downloads/música(1).bin', '/Downloads/música.bin'])
  })

  it('is followed by redirects', async () => {
    site.pages.set(
      '/moved',
      (_request, response) => void response.writeHead(302, { location: '/files/a%20file.bin' }).end(),
    )
    expect((await landed(`${site.url}/moved`)).at).toEqual(['/Downloads/a file.bin'])
  })

  it('may have no length', async () => {
    site.pages.set('/stream', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      response.write(CONTENT.subarray(0, MIB))
      response.end(CONTENT.subarray(MIB))
    })
    const { at } = await landed(`${site.url}/stream`)
    expect((await contentAt(at[0] ?? '')).equals(CONTENT)).toBe(true)
  })

  it('may be empty', async () => {
    site.pages.set('/empty.txt', { body: '' })
    expect((await landed(`${site.url}/empty.txt`)).at).toEqual(['/Downloads/empty.txt'])
  })

  it('is held to a checksum', async () => {
    await landed(`${site.url}/files/a%20file.bin`, { checksum: SHA_256.toUpperCase() })
    count += 1
    const wrong = start(`${site.url}/files/a%20file.bin`, { checksum: '0'.repeat(64) })
    expect(await wrong.ended).toMatchObject({ code: 'wrongContent' })
    expect([await house.files(), await leftInScratch()]).toEqual([['/Downloads/a file.bin'], []])
  })

  it.each(['md5', 'sha1', 'sha512'])('may have a checksum of another kind (%s)', async (algorithm) => {
    const checksum = createHash(algorithm).update(CONTENT).digest('hex')
    expect((await landed(`${site.url}/files/a%20file.bin`, { checksum })).at).toHaveLength(1)
    count += 1
    const wrong = start(`${site.url}/files/a%20file.bin`, { checksum: checksum.replaceAll(/./g, '0') })
    expect(await wrong.ended).toMatchObject({ code: 'wrongContent' })
  })

  it('is imported as a torrent if it is one', async () => {
    const begun: string[] = []
    const options: Trial['options'] = {
      startTorrent: async (job, { name, bytes }) => void begun.push(job.id, name, bytes.toString()),
    }
    site.pages.set('/x.torrent', { body: 'd4:infoe' })
    expect((await landed(`${site.url}/x.torrent`, { options })).at).toEqual([])
    expect(begun).toEqual([`link-${count}`, 'x.torrent', 'd4:infoe'])
  })
})

describe('a connection that breaks off', () => {
  const headers = { 'content-type': 'application/octet-stream', etag: '"one"', 'accept-ranges': 'bytes' }

  it('is gone on with', async () => {
    let answers = 0
    site.pages.set('/flaky.bin', (request, response) => {
      answers += 1
      const [, from = '0'] = /bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
      const at = Number(from)
      const range = { 'content-range': `bytes ${at}-${CONTENT.length - 1}/${CONTENT.length}` }
      response.writeHead(at > 0 ? 206 : 200, {
        ...headers,
        ...(at > 0 && range),
        'content-length': CONTENT.length - at,
      })
      response.write(CONTENT.subarray(at, at + MIB), () => {
        if (at + MIB < CONTENT.length) response.destroy()
        else response.end()
      })
    })
    const { at } = await landed(`${site.url}/flaky.bin`)
    expect((await contentAt(at[0] ?? '')).equals(CONTENT)).toBe(true)
    expect(answers).toBeGreaterThan(2)
    expect(site.seen.slice(1).every(({ range }) => /^bytes=[1-9]/.test(range ?? ''))).toBe(true)
  })

  it('is gone on with by the next run, unless the file is another one then', async () => {
    for (const etag of ['"one"', '"two"']) {
      count += 1
      const name = etag === '"one"' ? '/same.bin' : '/other.bin'
      site.pages.set(name, dripping({ bytes: CONTENT, piece: 64 * 1024, everyMs: 20, headers }))
      const job = start(`${site.url}${name}`)
      await happens(() => (job.told.at(-1)?.downloaded ?? 0) > MIB, 'the download')
      job.end('stop')
      expect(await job.ended).toBe('stop')
      site.pages.set(name, { body: CONTENT, headers: { ...headers, etag } })
      site.seen.length = 0
      await landed(`${site.url}${name}`, { progress: job.progress })
      expect(site.seen.map(({ range }) => range)).toEqual([expect.stringMatching(/^bytes=[1-9]/)])
      expect((await contentAt(`/Downloads${name}`)).equals(CONTENT)).toBe(true)
    }
  })

  it('is begun anew where the server cannot go on', async () => {
    let answers = 0
    site.pages.set('/whole.bin', (_request, response) => {
      answers += 1
      response.writeHead(200, { 'content-length': CONTENT.length })
      if (answers > 1) response.end(CONTENT)
      else response.write(CONTENT.subarray(0, MIB), () => response.destroy())
    })
    const { at } = await landed(`${site.url}/whole.bin`)
    expect((await contentAt(at[0] ?? '')).equals(CONTENT)).toBe(true)
  })
})

describe('a large file', () => {
  const headers = { 'content-type': 'application/octet-stream', etag: '"one"' }

  it('goes up in parts while it comes, and the next run goes on with those that are up', async () => {
    site.pages.set('/large.bin', dripping({ bytes: LARGE, piece: MIB, everyMs: 20, headers }))
    const job = start(`${site.url}/large.bin`)
    await happens(() => house.partsPut() > 0, 'a part')
    expect(job.progress.downloaded).toBeLessThan(LARGE.length)
    job.end('stop')
    expect(await job.ended).toBe('stop')
    const [put, uploads] = [house.partsPut(), house.openUploads()]
    expect([put < 5, uploads, await house.files()]).toEqual([true, 1, []])
    site.pages.set('/large.bin', { body: LARGE, headers })
    const { at } = await landed(`${site.url}/large.bin`, { progress: job.progress })
    expect((await contentAt(at[0] ?? '')).equals(LARGE)).toBe(true)
    expect([house.partsPut(), house.openUploads()]).toEqual([5, 0])
  })

  it('begins anew where it is another one by now', async () => {
    site.pages.set('/changed.bin', dripping({ bytes: LARGE, piece: MIB, everyMs: 20, headers }))
    const job = start(`${site.url}/changed.bin`)
    await happens(() => house.partsPut() > 0, 'a part')
    job.end('stop')
    await job.ended
    const other = Buffer.from(LARGE).reverse()
    site.pages.set('/changed.bin', { body: other, headers: { ...headers, etag: '"two"' } })
    const { at } = await landed(`${site.url}/changed.bin`, { progress: job.progress })
    expect((await contentAt(at[0] ?? '')).equals(other)).toBe(true)
    expect(house.openUploads()).toBe(0)
  })

  it('leaves no parts where it does not match its checksum', async () => {
    site.pages.set('/large.bin', { body: LARGE, headers })
    const checksum = createHash('sha256').update(LARGE).digest('hex')
    const wrong = start(`${site.url}/large.bin`, { checksum: '0'.repeat(64) })
    expect(await wrong.ended).toMatchObject({ code: 'wrongContent' })
    expect([await house.files(), house.openUploads()]).toEqual([[], 0])
    count += 1
    expect((await landed(`${site.url}/large.bin`, { checksum })).at).toEqual(['/Downloads/large.bin'])
  })
})

describe('what cannot be had', () => {
  it.each([
    [404, 'gone'],
    [403, 'needsLogin'],
    [418, 'unreachable'],
  ])('is said in words: %i', async (status, code) => {
    site.pages.set('/status', (_request, response) => void response.writeHead(status).end())
    expect(await start(`${site.url}/status`).ended).toMatchObject({ code })
  })

  it('is a page instead of a file', async () => {
    site.pages.set('/watch', { body: '<html></html>', type: 'text/html; charset=utf-8' })
    site.pages.set('/notes.html', { body: '<html></html>' })
    expect(await start(`${site.url}/watch`).ended).toMatchObject({ code: 'badLink' })
    expect((await landed(`${site.url}/notes.html`)).at).toEqual(['/Downloads/notes.html'])
  })

  it('is larger than there is room for, or endless', async () => {
    site.pages.set('/endless', endless({ 'content-type': 'application/octet-stream' }))
    site.pages.set('/huge', (_request, response) => {
      response.writeHead(200, { 'content-length': 10 ** 12 }).write('a')
    })
    expect(await start(`${site.url}/endless`, { room: 70 * MIB }).ended).toMatchObject({ code: 'tooLarge' })
    expect(await start(`${site.url}/huge`).ended).toMatchObject({ code: 'noScratch' })
    expect([await house.files(), await leftInScratch()]).toEqual([[], []])
  })

  it('is too slow', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    site.pages.set('/slow', dripping({ bytes: CONTENT, piece: 1, everyMs: 50, headers }))
    expect(await start(`${site.url}/slow`, { options: { limitMs: 500 } }).ended).toMatchObject({ code: 'tooLong' })
  })

  it.each(['cancel', 'pause'] as const)('is no longer wanted: %s', async (why) => {
    const headers = { 'content-type': 'application/octet-stream' }
    site.pages.set('/slow', dripping({ bytes: CONTENT, piece: 10, everyMs: 50, headers }))
    const job = start(`${site.url}/slow`)
    await happens(() => (job.told.at(-1)?.downloaded ?? 0) > 0, 'the download')
    job.end(why)
    expect(await job.ended).toBe(why)
    expect(await house.files()).toEqual([])
  })
})

describe('nothing inside is reached', () => {
  it.each([
    '127.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '127.1',
    '[::ffff:127.0.0.1]',
    'localhost',
    '169.254.169.254',
    '0.0.0.0',
  ])('as a link: %s', async (host) => {
    const options = { dialler: createDialler({}) }
    const job = start(`http://${host}:${site.port}/files/a%20file.bin`, { options })
    expect(await job.ended).toMatchObject({ code: 'privateAddress' })
    expect(site.seen).toEqual([])
  })

  it('and no port but those of the web', async () => {
    const job = start('http://8.8.8.8:22/x', { options: { dialler: createDialler({}) } })
    expect(await job.ended).toMatchObject({ code: 'portNotAllowed' })
  })

  it('by a redirect', async () => {
    const inside = await startMediaSite('127.0.0.2')
    try {
      for (const location of [`${inside.url}/x`, 'file:///etc/passwd', `http://user:word@127.0.0.1:${site.port}/x`]) {
        site.pages.set('/away', (_request, response) => void response.writeHead(307, { location }).end())
        const code = location.startsWith(inside.url) ? 'privateAddress' : 'badLink'
        expect(await start(`${site.url}/away`).ended).toMatchObject({ code })
      }
      expect(inside.seen).toEqual([])
    } finally {
      await inside.stop()
    }
  })
})
