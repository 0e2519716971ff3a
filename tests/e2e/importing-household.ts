// A household whose worker really fetches: torrents of a swarm on loopback, and what a site on this machine serves.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Settings } from '../../backend/contract/settings.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findYtDlp } from '../../scripts/lib/yt-dlp.ts'
import { type MediaSite, startMediaSite } from '../importing/media-site.ts'
import { startSwarm, type Swarm } from '../importing/swarm.ts'
import { type Nido, type NidoProcess, startNido } from '../helpers/nido.ts'
import { wavOf } from '../helpers/real-files.ts'
import { test as base } from './importer.ts'

export interface ImportingHousehold {
  nido: Nido
  swarm: Swarm
  media: MediaSite
  /** Whether there is yt-dlp on this machine. */
  hasYtDlp: boolean
  /** Sees that a worker runs with these settings, and no other one. */
  startWorker(settings?: Record<string, string>): Promise<void>
}

/** The settings of a worker that can import no videos. */
export const WITHOUT_PROGRAMS = { YTDLP: '', FFMPEG: '' }

async function startHousehold(): Promise<ImportingHousehold & { stop(): Promise<void> }> {
  const ytdlp = await findYtDlp({ env: environment(), say: () => undefined })
  const [swarm, media] = await Promise.all([startSwarm(), startMediaSite()])
  const nido = await startNido({
    replicas: 1,
    settings: {
      IMPORT_PRIVATE_ADDRESSES: '127.0.0.0/8',
      YTDLP: ytdlp ?? '',
      YTDLP_UPDATES: 'true',
      YTDLP_INDEX: `${media.url}/simple`,
    },
  })
  const admin = await nido.adminClient()
  const settings = (await admin.get('/api/settings')).json<Settings>()
  ;(await admin.put('/api/settings', { ...settings, imports: { ...settings.imports, sites: 'all' } })).expect(200)
  let worker: NidoProcess | undefined
  let startedWith = ''
  const workers: NidoProcess[] = []
  return {
    nido,
    swarm,
    media,
    hasYtDlp: ytdlp !== null,
    startWorker: async (settings = {}) => {
      if (worker && startedWith === JSON.stringify(settings)) return
      await worker?.stop()
      worker = await nido.addWorker(settings)
      workers.push(worker)
      startedWith = JSON.stringify(settings)
    },
    stop: async () => {
      await nido.stop()
      await Promise.all([swarm.stop(), media.stop()])
      // For whoever looks into a failure. What runs again after it has a process, and a log, of its own.
      const log = [...nido.replicas, ...workers].flatMap((process) => process.log)
      await writeFile(path.join('test-results', `e2e-importing-${process.pid}.log`), log.join('\n'))
    },
  }
}

/** With a Nido of the test file's own, for which no worker runs at first. */
export const testAtWork = base.extend<object, { household: ImportingHousehold }>({
  household: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const household = await startHousehold()
      await use(household)
      await household.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: [({ household }, use) => use(household.nido), { scope: 'worker' }],
  door: [({ household }, use) => use(household.nido.urls[0] ?? ''), { scope: 'worker' }],
})

/** A sound that can be played: as many samples of 8 bits as it has bytes. */
export const song = (bytes: number): Buffer => wavOf(randomBytes(bytes), 44_100)

/** What the card of an import says of its progress, in percent. */
export async function percentOf(page: Page, name: string): Promise<number> {
  const value = await page.getByRole('main').getByRole('progressbar', { name }).getAttribute('aria-valuenow')
  return Number(value)
}
