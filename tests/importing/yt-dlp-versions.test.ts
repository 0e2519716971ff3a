// Another version of yt-dlp, chosen by an administrator, from an index on this machine to the worker that tries it.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { AuditPage } from '../../backend/contract/audit.ts'
import type { ImportDetails, ImportsStarted } from '../../backend/contract/imports.ts'
import type { YtDlpRelease, YtDlpState } from '../../backend/contract/yt-dlp.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findYtDlp } from '../../scripts/lib/yt-dlp.ts'
import type { Client } from '../helpers/client.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { soon } from '../helpers/until.ts'
import { type MediaSite, startMediaSite } from './media-site.ts'
import { offerScripts, offerVersions } from './package-index.ts'

const WITHIN_MS = 120_000
const ytdlp = await findYtDlp({ env: environment(), say: () => undefined })
const ifVideos = ytdlp === null ? describe.skip : describe

let nido: Nido
let site: MediaSite
let s3: PlainS3
let admin: Client
let installed: string

beforeAll(async () => {
  site = await startMediaSite()
  await offerVersions(site, [
    { version: '2099.1.1', program: "print('2099.01.01')" },
    { version: '2099.1.2', program: "print('2099.01.02')" },
    { version: '2099.2.1', program: "raise Exception('broken')" },
    { version: '2099.2.2', program: "print('1999.01.01')" },
    { version: '2099.3.1', program: "print('2099.03.01')", sha256: '0'.repeat(64) },
    // These run with the scripts that they demand, and with no others.
    ...['9.1.0', '9.2.0', '9.3.0', '9.4.0'].map((ejs, at) => ({
      version: `2098.1.${at + 1}`,
      program: `import yt_dlp_ejs; assert yt_dlp_ejs.version == '${ejs}'; print('2098.01.0${at + 1}')`,
      ejs,
    })),
  ])
  await offerScripts(site, [
    { version: '9.1.0' },
    { version: '9.2.0' },
    { version: '9.3.0', sha256: '0'.repeat(64) },
    ...Array.from({ length: 12 }, (_, at) => ({ version: `9.9.${at}` })),
  ])
  const settings = {
    IMPORT_PRIVATE_ADDRESSES: '127.0.0.1',
    YTDLP: ytdlp ?? '',
    YTDLP_UPDATES: 'true',
    YTDLP_INDEX: `${site.url}/simple`,
  }
  nido = await startNido({ replicas: 1, settings })
  s3 = openS3(nido.servers)
  admin = await nido.adminClient()
  await nido.addWorker({ WORKER_DIR: scratch() })
  const { inUse } = await used(({ inUse: versions }) => versions.length === 1)
  installed = inUse[0] ?? ''
}, WITHIN_MS)
afterAll(async () => {
  await nido.stop()
  await site.stop()
  s3.close()
})

const scratch = () => path.join(nido.settings['DATA_DIR'] ?? '', 'worker')
const state = async () => (await admin.get('/api/yt-dlp')).expect(200).json<YtDlpState>()
const used = (isIt: (state: YtDlpState) => boolean) => soon(state, isIt, WITHIN_MS)
const choose = (version: unknown, client = admin) => client.put('/api/yt-dlp', { version })
const packages = async () =>
  (await s3.list(`${nido.bucketPrefix}system`, 'programs/')).filter(({ key }) => key.endsWith('.whl')).length

ifVideos('the version of yt-dlp', () => {
  it('is the installed one at first, and those of the index can be had', async () => {
    expect(await state()).toMatchObject({ canChoose: true, chosen: null, before: null, refused: [] })
    expect(installed).toMatch(/^20\d\d\.\d\d\.\d\d/)
    const { items } = (await admin.get('/api/yt-dlp/releases')).expect(200).json<{ items: YtDlpRelease[] }>()
    const versions = ['2099.3.1', '2099.2.2', '2099.2.1', '2099.1.2', '2099.1.1', '2098.1.4', '2098.1.3', '2098.1.2']
    expect(items.map(({ version }) => version)).toEqual([...versions, '2098.1.1'])
  })

  it('is nobody’s to choose but an administrator’s, and one that there is', async () => {
    const person = await nido.makePerson()
    for (const [client, status] of [
      [person, 403],
      [nido.client(), 401],
    ] as const) {
      expect((await client.get('/api/yt-dlp')).status).toBe(status)
      expect((await client.get('/api/yt-dlp/releases')).status).toBe(status)
      expect((await choose('2099.1.1', client)).status).toBe(status)
    }
    for (const version of ['', '../../x', 'https://evil.example/x.whl', 1, '2099'])
      expect([version, (await choose(version)).status]).toEqual([version, 400])
    expect((await choose('2000.1.1')).status).toBe(404)
    expect((await state()).chosen).toBeNull()
  })

  it('is used by workers once it has run there, for the imports that follow, and is in the audit', async () => {
    expect((await choose('2099.1.1')).expect(200).json()).toMatchObject({
      chosen: '2099.1.1',
      before: { version: null },
    })
    expect(await used(({ inUse }) => inUse.includes('2099.01.01'))).toMatchObject({ refused: [] })
    const me = await nido.makePerson({ perm: { importYouTube: true } })
    const link = 'https://www.youtube.com/watch?v=x'
    const { items } = (await me.post('/api/imports', { links: [link] })).expect(200).json<ImportsStarted>()
    const read = async () => (await me.get(`/api/imports/${items[0]?.id ?? ''}`)).json<ImportDetails>()
    // That is all that this program says.
    const ended = await soon(read, ({ state: now }) => now === 'failed', WITHIN_MS)
    expect(ended.error).toEqual({ code: 'unsupported', detail: 'there is no video' })
    const { items: told } = (await admin.get('/api/audit?kind=settingsChanged')).expect(200).json<AuditPage>()
    expect(told[0]).toMatchObject({ fields: ['ytDlp'], who: { name: 'admin' } })
  })

  it('is not taken if it is not what the index states', async () => {
    expect((await choose('2099.3.1')).status).toBe(409)
    expect(await state()).toMatchObject({ chosen: '2099.1.1' })
    expect(await packages()).toBe(1)
  })

  it.each(['2099.2.1', '2099.2.2'])('is not used if it does not run, or is another: %s', async (version) => {
    ;(await choose('2099.1.1')).expect(200)
    ;(await choose(version)).expect(200)
    const { inUse, chosen } = await used(({ refused }) => refused.includes(version))
    expect([inUse, chosen]).toEqual([['2099.01.01'], version])
  })

  it('comes with the scripts that it demands, and is not taken without them', async () => {
    ;(await choose('2098.1.1')).expect(200)
    await used(({ inUse }) => inUse.includes('2098.01.01'))
    ;(await choose('2098.1.2')).expect(200)
    await used(({ inUse }) => inUse.includes('2098.01.02'))
    expect(await packages()).toBe(4)
    // One whose scripts are not what the index states, and one whose scripts it does not list.
    expect((await choose('2098.1.3')).status).toBe(409)
    expect((await choose('2098.1.4')).status).toBe(404)
    expect(await state()).toMatchObject({ chosen: '2098.1.2', before: { version: '2098.1.1' }, refused: [] })
    ;(await choose('2098.1.1')).expect(200)
    await used(({ inUse }) => inUse.includes('2098.01.01'))
    expect(await packages()).toBe(4)
  })

  it('goes back with one call, without the index, and only two packages are kept', async () => {
    ;(await choose('2099.1.1')).expect(200)
    ;(await choose('2099.1.2')).expect(200)
    await used(({ inUse }) => inUse.includes('2099.01.02'))
    expect(await packages()).toBe(2)
    const page = site.pages.get('/simple/yt-dlp/')
    site.pages.delete('/simple/yt-dlp/')
    try {
      expect((await admin.get('/api/yt-dlp/releases')).status).toBe(503)
      const { before } = await state()
      expect(before).toEqual({ version: '2099.1.1' })
      ;(await choose('2099.1.1')).expect(200)
      await used(({ inUse }) => inUse.includes('2099.01.01'))
      ;(await choose(null)).expect(200)
      expect(await used(({ inUse }) => inUse.includes(installed))).toMatchObject({ chosen: null, refused: [] })
    } finally {
      if (page !== undefined) site.pages.set('/simple/yt-dlp/', page)
    }
    expect((await readdir(path.join(scratch(), 'yt-dlp'))).some((name) => name.endsWith('.part'))).toBe(false)
  })
})
