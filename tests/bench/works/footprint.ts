// What a household takes that nobody uses: memory and processor of all its programs, and how fast an API is ready.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild, type Child } from '../../../scripts/lib/child.ts'
import { statusOf, waitFor } from '../../../scripts/lib/embedded.ts'
import { buildEmulator } from '../../../scripts/lib/emulator.ts'
import { environment } from '../../../scripts/lib/environment.ts'
import { NODE, ROOT } from '../../../scripts/lib/places.ts'
import { buildPage } from '../../../scripts/lib/page.ts'
import { findFreePort } from '../../../scripts/lib/ports.ts'
import { childrenOf } from '../../importing/processes.ts'
import type { BenchSite } from '../site.ts'
import { heldInAllMiB, watchUse } from '../used.ts'
import { timed } from '../wire.ts'
import type { Work } from './work.ts'

/**
 * Until nobody is there any more: its programs look often at what others change for a minute after their start, and
 * after the last request (`backend/src/lib/attention.ts`). Then they collect their garbage, and the worker of `make
 * start` ends.
 */
export const SETTLE_MS = 105_000
const IDLE_S = 60

/** `make start` in a folder of its own. */
async function startHousehold(folder: string): Promise<Child> {
  const port = await findFreePort()
  const { PATH, HOME } = environment()
  const child = await startChild('Nido', {
    command: NODE,
    args: ['--max-semi-space-size=1', path.join(ROOT, 'scripts', 'start.ts')],
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE: path.join(ROOT, '.cache', 'node'),
      DATA_DIR: folder,
      PORT: String(port),
      HOST: '127.0.0.1',
      YTDLP_UPDATES: 'false',
    },
  })
  await waitFor(child, async () => (await statusOf(`http://127.0.0.1:${port}/ready`)) === 200)
  return child
}

/** MiB of API, supervisor and all, and the share of a core that all and the API take. */
async function measureHousehold(supervisor: number): Promise<number[]> {
  await sleep(SETTLE_MS)
  const api = childrenOf(supervisor, 'program/api.js')
  const all = [supervisor, ...childrenOf(supervisor, '')]
  const [ofAll, ofApi] = [watchUse(() => all), watchUse(() => api)]
  await sleep(IDLE_S * 1000)
  const shareOf = (use: () => { processorSeconds: number }) => (100 * use().processorSeconds) / IDLE_S
  const memory = [api, [supervisor], all].map(heldInAllMiB)
  return [...memory, shareOf(ofAll), shareOf(ofApi)]
}

/** MiB of a worker that stays though it has nothing to do. */
async function measureWorker({ nido }: BenchSite): Promise<number> {
  // Its start is known by its log.
  const worker = await nido.addWorker({ LOG_LEVEL: 'info' })
  await sleep(SETTLE_MS)
  const memory = heldInAllMiB([worker.pid])
  await worker.stop()
  return memory
}

async function secondsToReady({ nido }: BenchSite): Promise<number> {
  let stop = async () => {}
  const ms = await timed(async () => {
    const replica = await nido.addReplica()
    stop = () => replica.stop()
  })
  await stop()
  return ms / 1000
}

export const FOOTPRINT: readonly Work[] = [
  {
    ids: ['p1', 'p3', 'p4', 'p5', 'p6'],
    needs: [],
    among: ['nido'],
    rounds: 1,
    // The first start of all would build them, which takes minutes.
    prepare: async () => {
      await buildPage(console.error)
      await buildEmulator(console.error).catch(() => undefined)
    },
    run: async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-idle-'))
      const household = await startHousehold(folder)
      try {
        return await measureHousehold(household.pid)
      } finally {
        await household.stop(60_000)
        await rm(folder, { recursive: true, force: true })
      }
    },
  },
  {
    ids: ['p2'],
    needs: [],
    among: ['nido'],
    rounds: 1,
    run: async (_subject, { site }) => [await measureWorker(site)],
  },
  { ids: ['p7'], needs: [], among: ['nido'], run: async (_subject, { site }) => [await secondsToReady(site)] },
]
