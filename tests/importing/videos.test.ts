// Imports of videos, by the real yt-dlp from a site on this machine.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { VIDEO_ENTRIES_MAX } from '../../backend/contract/limits.ts'
import { ScratchFolders } from '../../backend/src/features/imports/scratch.ts'
import type { FoundVideo } from '../../backend/contract/imports.ts'
import type { VideoSource } from '../../backend/src/features/imports/types.ts'
import { createProbeWork, readFound } from '../../backend/src/features/imports/videos/probe-work.ts'
import type { VideoProgress, VideoWorkOptions } from '../../backend/src/features/imports/videos/options.ts'
import { createVideoWork } from '../../backend/src/features/imports/videos/work.ts'
import { createDialler } from '../../backend/src/lib/dial/index.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findYtDlp } from '../../scripts/lib/yt-dlp.ts'
import { happens, soon, until } from '../helpers/until.ts'
import { dash, film, hls, picture, streamsOf } from './films.ts'
import { createFolderLanding, type FolderLanding } from './folder-landing.ts'
import { dripping, endless, type MediaSite, startMediaSite } from './media-site.ts'
import { type Running, startJob } from './runner.ts'

const MIB = 1024 * 1024
const WITHIN_MS = 120_000

const ytdlp = (await findYtDlp({ env: environment(), say: () => undefined })) ?? ''
// The start of the test run says why there is none.
const ifVideos = ytdlp === '' ? describe.skip : describe

let site: MediaSite
let folder: string
let count = 0
let house: FolderLanding
/** The system bucket. */
const kept = new Map<string, Buffer>()

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-videos-'))
  site = await startMediaSite()
  await fillSite(site)
}, WITHIN_MS)
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  count += 1
  house = createFolderLanding(path.join(folder, `house-${count}`))
  site.seen.length = 0
  kept.clear()
})

async function fillSite({ pages, url }: MediaSite): Promise<void> {
  const [short, long, poster, low, high, parts] = await Promise.all([
    film(1),
    film(3),
    picture(),
    hls(180, 'low'),
    hls(360, 'high'),
    dash(),
  ])
  pages.set('/film.mp4', { body: short })
  pages.set('/long.mp4', { body: long })
  pages.set('/poster.jpg', { body: poster })
  for (const [name, body] of [...low, ...high]) pages.set(`/hls/${name}`, { body })
  for (const [name, body] of parts) pages.set(`/dash/${name}`, { body })
  pages.set('/hls/en.vtt', { body: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n' })
  pages.set('/hls/subtitles.m3u8', { body: '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nen.vtt\n#EXT-X-ENDLIST\n' })
  pages.set('/hls/master.m3u8', { body: masterPlaylist(['en', 'English']) })
  pages.set('/hls/hostile.m3u8', { body: masterPlaylist(['../../../evil', 'x'], ['es', 'Español']) })
  pages.set('/page.html', {
    body: `<html><head><title>Ana &amp; Ben ../../x</title><meta property="og:image" content="${url}/poster.jpg">
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"VideoObject","name":"Ana & Ben: a/b",
      "contentUrl":"${url}/film.mp4","thumbnailUrl":"${url}/poster.jpg","duration":"PT1S"}</script></head></html>`,
  })
  const item = (title: string, at: string) =>
    `<item><title>${title}</title><enclosure url="${url}${at}" type="video/mp4" length="1"/></item>`
  const feed = (items: string) => ({
    body: `<rss version="2.0"><channel><title>My ../list</title>${items}</channel></rss>`,
  })
  pages.set(
    '/feed.rss',
    feed(item('One a/b ../../evil %(id)s', '/film.mp4') + item('Gone', '/none.mp4') + item('\u202eThree', '/long.mp4')),
  )
  pages.set('/many.rss', feed(Array.from({ length: 5000 }, (_, at) => item(`${at}`, '/film.mp4')).join('')))
}

const masterPlaylist = (...subtitles: [string, string][]) =>
  `#EXTM3U\n${subtitles
    .map(
      ([lang, name]) =>
        `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="${name}",LANGUAGE="${lang}",URI="subtitles.m3u8"\n`,
    )
    .join('')}#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180,SUBTITLES="s"\nlow.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,SUBTITLES="s"\nhigh.m3u8\n`

/** A page with a film. */
const videoPage = ({ file, duration = 'PT3S', more = {} }: { file: string; duration?: string; more?: object }) => {
  const video = { '@context': 'https://schema.org', '@type': 'VideoObject', name: 'Film', duration, ...more }
  const facts = JSON.stringify({ ...video, contentUrl: site.url + file, thumbnailUrl: `${site.url}/poster.jpg` })
  return `<html><head><title>Film</title><script type="application/ld+json">${facts}</script></head></html>`
}

const chapters = {
  hasPart: [
    { '@type': 'Clip', name: 'First', startOffset: 0, endOffset: 1 },
    { '@type': 'Clip', name: 'Second', startOffset: 1, endOffset: 3 },
  ],
}

interface Trial {
  source?: Partial<VideoSource>
  options?: Partial<VideoWorkOptions>
  id?: string
  progress?: VideoProgress | null
  /** Bytes of scratch. */
  room?: number
}

const scratchFolder = () => path.join(folder, `scratch-${count}`)

/** What all works on videos here have in common. */
const common = (room: number): Omit<VideoWorkOptions, 'log'> => ({
  programs: async () => ({ ytdlp, ffmpeg: 'ffmpeg', searchPath: environment()['PATH'] ?? '' }),
  landing: house.landing,
  scratch: new ScratchFolders({
    folder: scratchFolder(),
    most: async () => room,
    needed: async () => new Set(),
    lookMs: 50,
  }),
  storage: {
    scratch: {
      get: async (key) => kept.get(key) ?? null,
      put: async (key, bytes) => void kept.set(key, bytes),
      delete: async (keys) => keys.forEach((key) => kept.delete(key)),
    },
  },
  dialler: createDialler({ privateAddresses: ['127.0.0.1'] }),
  sites: async () => 'all',
  rate: async () => 0,
})

/** What a look at a link finds. */
async function lookAt(link: string, { entries = false } = {}): Promise<FoundVideo> {
  const look = startJob(createProbeWork(common(1024 * MIB)), { id: 'look', input: { link, entries }, progress: null })
  expect(await look.ended).toBeNull()
  const found = await readFound({ get: async (key) => kept.get(key) ?? null }, 'look')
  if (found === null) throw new Error('it has found nothing')
  return found
}

function start(link: string, { source, options, id = `job-${count}`, progress = null, room = 1024 * MIB }: Trial = {}) {
  const work = createVideoWork({
    ...common(room),
    log: { info: () => undefined },
    ...options,
  })
  const wish: VideoSource = {
    link,
    preset: 'best',
    subtitles: false,
    entries: false,
    chosen: null,
    clip: null,
    ...source,
  }
  return startJob(work, { id, input: { name: link, shownSource: link, target: '', source: wish }, progress })
}

async function done(link: string, trial?: Trial): Promise<Running<VideoProgress>> {
  const job = start(link, trial)
  expect(await job.ended).toBeNull()
  return job
}

const downloadedBy = (job: Running<VideoProgress>): number => job.told.at(-1)?.downloaded ?? 0

const leftInScratch = () => readdir(scratchFolder()).catch(() => [])

/** Processes of this test, by a word in their environment or arguments. */
const processesWith = (word: string): string[] =>
  execFileSync('ps', ['-e', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(word))

ifVideos('a video', () => {
  it('lands whole, with its title, length and picture', async () => {
    const job = await done(`${site.url}/page.html`)
    expect(await house.files()).toEqual(['/Videos/Ana & Ben: a_b.mp4'])
    expect(job.progress).toMatchObject({
      result: '/Videos/Ana & Ben: a_b.mp4',
      title: 'Ana & Ben: a/b',
      duration: 1,
      hasPicture: true,
      files: 1,
      filesDone: 1,
    })
    const streams = await streamsOf(house.fileOf('/Videos/Ana & Ben: a_b.mp4'))
    expect(streams).toMatchObject({ video: 'h264', height: 180, audio: 'aac' })
    const [jpeg] = kept.values()
    expect(jpeg?.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff))
    expect(await leftInScratch()).toEqual([])
    expect(house.reserved.isOpen).toBe(false)
  })

  it('has the quality that was chosen, and its subtitles beside it', async () => {
    await done(`${site.url}/hls/master.m3u8`, { source: { preset: '720p', subtitles: true } })
    expect(await house.files()).toEqual(['/Videos/master.en.vtt', '/Videos/master.mp4'])
    expect(await streamsOf(house.fileOf('/Videos/master.mp4'))).toMatchObject({ height: 360, audio: 'aac', seconds: 2 })
  })

  it('comes without subtitles that cannot be had', async () => {
    site.pages.set('/hls/lost.m3u8', { body: masterPlaylist(['en', 'x']).replace('subtitles.m3u8', 'none.m3u8') })
    await done(`${site.url}/hls/lost.m3u8`, { source: { subtitles: true } })
    expect(await house.files()).toEqual(['/Videos/lost.mp4'])
  })

  it('is joined of picture and sound', async () => {
    const job = await done(`${site.url}/dash/film.mpd`)
    const [file = ''] = await house.files()
    expect(await streamsOf(house.fileOf(file))).toMatchObject({ video: 'h264', audio: 'aac', seconds: 2 })
    expect(job.told.map(({ phase }) => phase)).toEqual(
      expect.arrayContaining(['asking', 'downloading', 'joining', 'storing']),
    )
  })

  it.each([
    ['mp3', 'mp3'],
    ['m4a', 'aac'],
  ] as const)('is sound alone: %s', async (preset, codec) => {
    await done(`${site.url}/page.html`, { source: { preset } })
    expect(await house.files()).toEqual([`/Videos/Ana & Ben: a_b.${preset}`])
    expect(await streamsOf(house.fileOf(`/Videos/Ana & Ben: a_b.${preset}`))).toMatchObject({
      video: null,
      audio: codec,
    })
  })

  it('keeps its chapters', async () => {
    site.pages.set('/chapters.html', { body: videoPage({ file: '/long.mp4', more: chapters }) })
    await done(`${site.url}/chapters.html`)
    const [file = ''] = await house.files()
    expect(await streamsOf(house.fileOf(file))).toMatchObject({ video: 'h264', seconds: 3, chapters: 2 })
  })

  it.each([
    ['best', { from: 1, to: 2 }, 1],
    ['best', { from: 1, to: null }, 2],
    ['m4a', { from: 0, to: 2 }, 2],
  ] as const)('is cut to a part: %s %o', async (preset, clip, seconds) => {
    site.pages.set('/chapters.html', { body: videoPage({ file: '/long.mp4', more: chapters }) })
    const job = await done(`${site.url}/chapters.html`, { source: { preset, clip } })
    const [file = ''] = await house.files()
    expect(await streamsOf(house.fileOf(file))).toMatchObject({ seconds, audio: 'aac' })
    expect(job.progress.duration).toBe(seconds)
    // It is cut here: the site is asked for the whole file, and never by ffmpeg.
    expect(site.seen.filter(({ agent }) => /lavf/i.test(agent))).toEqual([])
  })

  it('has its subtitles cut with it, and those left out that say nothing then', async () => {
    const cues = 'WEBVTT\n\n00:00.000 --> 00:00.500\nHello\n\n00:01.200 --> 00:01.800\nBye\n'
    site.pages.set('/hls/two.vtt', { body: cues })
    site.pages.set('/hls/two-subtitles.m3u8', {
      body: '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\ntwo.vtt\n#EXT-X-ENDLIST\n',
    })
    site.pages.set('/hls/cut.m3u8', {
      body: masterPlaylist(['en', 'x']).replace('subtitles.m3u8', 'two-subtitles.m3u8'),
    })
    await done(`${site.url}/hls/cut.m3u8`, { source: { subtitles: true, clip: { from: 1, to: 2 } } })
    expect(await house.files()).toEqual(['/Videos/cut.en.vtt', '/Videos/cut.mp4'])
    const text = await readFile(house.fileOf('/Videos/cut.en.vtt'), 'utf8')
    expect(text).toContain('Bye')
    expect(text).not.toContain('Hello')
    expect(text).toMatch(/00:00\.2\d\d --> 00:00\.8/)
  })

  it('is not cut where it has ended', async () => {
    const job = start(`${site.url}/page.html`, { source: { clip: { from: 10, to: 20 } } })
    expect(await job.ended).toMatchObject({ code: 'outsideClip' })
    // Of this one nobody says how long it is.
    const other = start(`${site.url}/film.mp4`, { source: { clip: { from: 10, to: 20 } } })
    expect(await other.ended).toMatchObject({ code: 'outsideClip' })
    expect(await house.files()).toEqual([])
  })

  it('tells how far it is', async () => {
    const body = await film(3)
    const headers = { 'content-type': 'video/mp4' }
    site.pages.set('/slow.mp4', dripping({ bytes: body, piece: Math.ceil(body.length / 6), everyMs: 500, headers }))
    const job = await done(`${site.url}/slow.mp4`)
    const percent = job.told.filter(({ phase }) => phase === 'downloading').map((one) => one.downloaded / one.total)
    expect(percent.length).toBeGreaterThan(2)
    expect(percent).toEqual(percent.toSorted())
    expect(job.progress.downloaded).toBe(body.length)
  })
})

ifVideos('a list', () => {
  it('brings its entries into a folder, and says what is missing', async () => {
    const job = await done(`${site.url}/feed.rss`, { source: { entries: true } })
    expect(await house.files()).toEqual([
      '/Videos/My .._list/One a_b .._.._evil %(id)s.mp4',
      '/Videos/My .._list/Three.mp4',
    ])
    expect(job.progress).toMatchObject({
      files: 3,
      filesDone: 2,
      missed: { count: 1, error: { code: 'gone' } },
      result: '/Videos/My .._list',
      title: 'My ../list',
    })
  })

  it('is tried once more for what is missing alone', async () => {
    const link = `${site.url}/feed.rss`
    const job = await done(link, { source: { entries: true } })
    site.pages.set('/none.mp4', { body: await film(1) })
    site.seen.length = 0
    const again = await done(link, { source: { entries: true }, progress: job.progress }).finally(() =>
      site.pages.delete('/none.mp4'),
    )
    expect(again.progress).toMatchObject({ filesDone: 3, missed: null })
    expect(await house.files()).toContain('/Videos/My .._list/Gone.mp4')
    expect(site.seen.map(({ path: at }) => at)).not.toContain('/film.mp4')
  })

  it('brings the entries that were chosen', async () => {
    const link = `${site.url}/feed.rss`
    const { entries } = await lookAt(link, { entries: true })
    expect(entries.map(({ title }) => title)).toEqual(['One a/b ../../evil %(id)s', 'Gone', '\u202eThree'])
    const [, , third] = entries
    const job = await done(link, { source: { entries: true, chosen: [third?.key ?? '', '00000000'] } })
    expect(await house.files()).toEqual(['/Videos/My .._list/Three.mp4'])
    expect(job.progress).toMatchObject({ files: 2, filesDone: 1, missed: { count: 1, error: { code: 'gone' } } })
  })

  it('goes on where an earlier run was lost', async () => {
    const job = await done(`${site.url}/feed.rss`, { source: { entries: true } })
    site.seen.length = 0
    const [first] = job.progress.kept?.done ?? []
    const earlier = {
      ...job.progress,
      filesDone: 1,
      kept: { folder: '/Videos', listFolder: '/Videos/My .._list', done: [first ?? ''], wasDone: false },
    }
    await done(`${site.url}/feed.rss`, { source: { entries: true }, progress: earlier })
    expect(site.seen.map(({ path: at }) => at)).not.toContain('/film.mp4')
    expect(await house.files()).toHaveLength(2)
  })

  it('brings its first entry alone, unless all are wanted', async () => {
    await done(`${site.url}/feed.rss`)
    expect(await house.files()).toEqual(['/Videos/One a_b .._.._evil %(id)s.mp4'])
  })

  it('is refused if it has too many (Y06)', async () => {
    const job = start(`${site.url}/many.rss`, { source: { entries: true } })
    expect(await job.ended).toMatchObject({ code: 'tooMany' })
  })
})

ifVideos('a look at a link', () => {
  it('finds a title, a length and a picture, and fetches nothing', async () => {
    expect(await lookAt(`${site.url}/page.html`)).toEqual({
      title: 'Ana & Ben: a/b',
      duration: 1,
      hasPicture: true,
      listed: 0,
      entries: [],
    })
    expect([await house.files(), await leftInScratch()]).toEqual([[], []])
  })

  it('finds the first entries of a list, however long that is, or that there is one', async () => {
    const { listed, entries } = await lookAt(`${site.url}/many.rss`, { entries: true })
    expect([listed, entries.length]).toEqual([5000, VIDEO_ENTRIES_MAX])
    expect(await lookAt(`${site.url}/feed.rss`)).toMatchObject({ listed: 3, entries: [] })
  })
})

ifVideos('an end before the end', () => {
  const endlessFilm = endless({ 'content-type': 'video/mp4' })

  it.each(['cancel', 'pause'] as const)('leaves no process: %s', async (why) => {
    const body = await film(3)
    const headers = { 'content-type': 'video/mp4', etag: '"slow"' }
    site.pages.set('/drip.mp4', dripping({ bytes: body, piece: 1000, everyMs: 100, headers }))
    const job = start(`${site.url}/drip.mp4`)
    await happens(() => downloadedBy(job) > 0, 'the download')
    expect(processesWith(scratchFolder()).length).toBeGreaterThan(0)
    job.end(why)
    expect(await job.ended).toBe(why)
    // A process that was killed is still listed for a moment on a busy machine.
    expect(
      await soon(
        () => processesWith(scratchFolder()),
        ({ length }) => length === 0,
      ),
    ).toEqual([])
    expect(await house.files()).toEqual([])
  })

  it('is gone on with by the next run', async () => {
    const body = await film(3)
    const headers = { 'content-type': 'video/mp4', etag: '"slow"', 'accept-ranges': 'bytes' }
    site.pages.set('/half.mp4', dripping({ bytes: body, piece: 2000, everyMs: 100, headers }))
    const job = start(`${site.url}/half.mp4`)
    await happens(() => downloadedBy(job) > 10_000, 'the download')
    job.end('stop')
    await job.ended
    site.pages.set('/half.mp4', { body, headers })
    await done(`${site.url}/half.mp4`, { progress: job.progress })
    expect(site.seen.at(-1)?.range).toMatch(/^bytes=[1-9]/)
    const [file = ''] = await house.files()
    expect((await readFile(house.fileOf(file))).length).toBeGreaterThan(body.length / 2)
    expect(await streamsOf(house.fileOf(file))).toMatchObject({ seconds: 3 })
  })

  it('comes with that of the process that started it', async () => {
    site.pages.set('/endless.mp4', endlessFilm)
    const lost = path.join(import.meta.dirname, 'lost-worker.ts')
    const worker = spawn(process.execPath, [lost, ytdlp, `${site.url}/endless.mp4`, scratchFolder()], {
      stdio: 'ignore',
    })
    expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL'])
    expect(await until(() => processesWith(scratchFolder()).length === 0)).toBe(true)
  })

  it('is that of a film that is endless, or larger than there is room for (Y06)', async () => {
    site.pages.set('/endless.mp4', endlessFilm)
    const room = 300 * MIB
    expect(await start(`${site.url}/endless.mp4`, { room }).ended).toMatchObject({ code: 'tooLarge' })
    site.pages.set('/huge.mp4', (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 10 ** 13 }).write(Buffer.alloc(100))
    })
    expect(await start(`${site.url}/huge.mp4`, { room }).ended).toMatchObject({ code: 'tooLarge' })
    expect([await house.files(), await leftInScratch(), processesWith(scratchFolder())]).toEqual([[], [], []])
  })

  it('is that of a film that is too long (Y06)', async () => {
    site.pages.set('/days.html', { body: videoPage({ file: '/film.mp4', duration: 'PT13H' }) })
    const job = start(`${site.url}/days.html`)
    expect(await job.ended).toMatchObject({ code: 'tooLong' })
    expect([await house.files(), await leftInScratch()]).toEqual([[], []])
  })

  it('is that of a live stream, in words (Y06)', async () => {
    const [, , low] = [...(await hls(180, 'low'))]
    site.pages.set('/live/low0.ts', { body: low?.[1] ?? '' })
    site.pages.set('/live/live.m3u8', {
      body: '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:1,\nlow0.ts\n',
    })
    expect(await start(`${site.url}/live/live.m3u8`).ended).toMatchObject({ code: 'live' })
  })
})

ifVideos('what cannot be had', () => {
  it.each([
    ['/none.mp4', 'gone'],
    ['/empty.html', 'unsupported'],
    ['/login.mp4', 'needsLogin'],
    ['/broken.mp4', 'unreachable'],
  ])('is said in words: %s', async (at, code) => {
    site.pages.set('/empty.html', { body: '<html><title>Nothing</title></html>' })
    site.pages.set('/login.mp4', (_request, response) => void response.writeHead(401).end())
    site.pages.set('/broken.mp4', (_request, response) => void response.destroy())
    expect(await start(`${site.url}${at}`).ended).toMatchObject({ code })
  })

  it('is a site that the household does not import from', async () => {
    for (const sites of ['youtube', 'listed'] as const) {
      const job = start(`${site.url}/film.mp4`, { options: { sites: async () => sites } })
      expect(await job.ended).toMatchObject({ code: 'siteNotAllowed' })
    }
    expect(site.seen).toEqual([])
  })

  it('is said where a program is missing', async () => {
    const searchPath = environment()['PATH'] ?? ''
    const without = (programs: { ytdlp: string; ffmpeg: string }) => ({
      options: { programs: async () => ({ ...programs, searchPath }) },
    })
    expect(await start(`${site.url}/film.mp4`, without({ ytdlp: '', ffmpeg: 'ffmpeg' })).ended).toMatchObject({
      code: 'noProgram',
    })
    expect(
      await start(`${site.url}/film.mp4`, without({ ytdlp: '/none/yt-dlp', ffmpeg: 'ffmpeg' })).ended,
    ).toMatchObject({ code: 'noProgram' })
    const sound = { ...without({ ytdlp, ffmpeg: '' }), source: { preset: 'mp3' as const } }
    expect(await start(`${site.url}/film.mp4`, sound).ended).toMatchObject({ code: 'noProgram' })
    await done(`${site.url}/film.mp4`, without({ ytdlp, ffmpeg: '' }))
    expect(await house.files()).toEqual(['/Videos/film.mp4'])
  })
})

ifVideos('nothing inside is reached', () => {
  const nobody = () => createDialler({})

  it.each(['', '0177.0.0.1', '[::ffff:127.0.0.1]', 'localhost'])('as a link: %s (Y01)', async (host) => {
    const link = host === '' ? `${site.url}/film.mp4` : `http://${host}:${site.port}/film.mp4`
    const job = start(link, { options: { dialler: nobody() } })
    expect(await job.ended).toMatchObject({ code: 'privateAddress' })
    expect(site.seen).toEqual([])
  })

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/x', 'gopher://127.0.0.1/x'])(
    'by another scheme: %s (Y01)',
    async (link) => {
      expect(await start(link).ended).toMatchObject({ name: 'JobFailed' })
      expect(await house.files()).toEqual([])
    },
  )

  it('by redirects, playlists and pictures (Y02)', async () => {
    const inside = await startMediaSite('127.0.0.2')
    try {
      site.pages.set(
        '/away.mp4',
        (_request, response) => void response.writeHead(302, { location: `${inside.url}/x.mp4` }).end(),
      )
      const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${inside.url}/x.ts\n#EXT-X-ENDLIST\n`
      site.pages.set('/inside.m3u8', { body: playlist })
      // What yt-dlp would leave to ffmpeg.
      site.pages.set('/sample.m3u8', {
        body: playlist.replace('#EXTINF', `#EXT-X-KEY:METHOD=SAMPLE-AES,URI="${inside.url}/k"\n#EXTINF`),
      })
      for (const at of ['/away.mp4', '/inside.m3u8', '/sample.m3u8']) {
        expect([at, await start(`${site.url}${at}`).ended]).toMatchObject([at, { code: expect.any(String) }])
      }
      site.pages.set('/poster.html', {
        body: `<html><head><title>T</title><meta property="og:image" content="${inside.url}/p.jpg">
          <meta property="og:video" content="${site.url}/film.mp4"></head></html>`,
      })
      await start(`${site.url}/poster.html`).ended
      expect(inside.seen).toEqual([])
      expect(site.seen.filter(({ agent }) => /lavf/i.test(agent))).toEqual([])
    } finally {
      await inside.stop()
    }
  })

  it('by a link that looks like an option (Y03)', async () => {
    const made = path.join(folder, 'pwned')
    for (const link of [`--exec=touch ${made}`, '-o/tmp/x', '--config-locations=/tmp', 'a b\nc']) {
      expect(await start(link).ended).toMatchObject({ code: 'badLink' })
    }
    expect(await readdir(folder)).not.toContain('pwned')
  })

  it(
    'by titles of videos, lists and chapters (Y04)',
    async () => {
      const titles = ['../../x', '/abs', 'é'.repeat(150), 'x'.repeat(300), '\\..\\x', '..']
      const item = (title: string) =>
        `<item><title>${title}</title><enclosure url="${site.url}/film.mp4" type="video/mp4" length="1"/></item>`
      for (const [index, title] of titles.slice(0, 3).entries()) {
        const items = (index === 0 ? titles : [title]).map(item).join('')
        const body = `<rss version="2.0"><channel><title>${title}</title>${items}</channel></rss>`
        site.pages.set(`/list-${index}.rss`, { body })
        await done(`${site.url}/list-${index}.rss`, { id: `list-${index}`, source: { entries: true } })
      }
      for (const [index, name] of ['../../x', 'a\u0000b\u0007\u001b[31mc\r\n'].entries()) {
        const hasPart = [{ '@type': 'Clip', name, startOffset: 0, endOffset: 1 }]
        site.pages.set(`/title-${index}.html`, { body: videoPage({ file: '/film.mp4', more: { name, hasPart } }) })
        await done(`${site.url}/title-${index}.html`, { id: `title-${index}` })
      }
      const files = await house.files()
      expect(files).toHaveLength(titles.length + 2 + 2)
      expect(files.filter((file) => !/^\/Videos\/[^/]+(?:\/[^/]+)?\.mp4$/.test(file))).toEqual([])
      const names = files.flatMap((file) => file.split('/').slice(1))
      // eslint-disable-next-line no-control-regex -- that there are none of them
      expect(names.filter((name) => Buffer.byteLength(name) > 255 || /[\u0000-\u001f\u007f]/.test(name))).toEqual([])
      expect(names.filter((name) => /^\.*$/.test(name))).toEqual([])
      // Nothing lies beside the house and the scratch.
      expect((await readdir(folder)).filter((name) => !/^(?:house|scratch)-\d+$/.test(name))).toEqual([])
      expect(await leftInScratch()).toEqual([])
    },
    2 * WITHIN_MS,
  )

  it('by languages of subtitles (Y04)', async () => {
    await done(`${site.url}/hls/hostile.m3u8`, { source: { subtitles: true } })
    expect(await house.files()).toEqual(['/Videos/hostile.es.vtt', '/Videos/hostile.mp4'])
    expect(
      (await readdir(folder, { recursive: true })).filter((name) => path.basename(name).startsWith('evil')),
    ).toEqual([])
  })
})
