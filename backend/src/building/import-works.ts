// Builds what carries out imports, in a worker.
import path from 'node:path'
import { HouseLanding } from '../features/imports/landing.ts'
import type { OpenImport } from '../features/imports/landing-under-way.ts'
import { limitsAt } from '../features/imports/limits.ts'
import type { ImportJob } from '../features/imports/records.ts'
import { ScratchFolders } from '../features/imports/scratch.ts'
import { createTorrentWork } from '../features/imports/torrents/work.ts'
import { createDialler } from '../lib/dial/index.ts'
import type { JobWork } from '../jobs/types.ts'
import type { Services } from '../services.ts'

export function buildImportWorks(services: Services): JobWork<never, never>[] {
  const { ground, config, settings, storage, children, jobQueue } = services
  const { leases, log, now } = ground
  const importSettings = async () => (await settings.get()).imports
  const landing = new HouseLanding({
    ...services,
    leases,
    underWay: {
      most: async () => (await importSettings()).underWayBytes,
      imports: async () => ((await jobQueue.open()) as ImportJob[]).map(openImportOf),
    },
  })
  const scratch = ground.keep(
    new ScratchFolders({
      folder: config.WORKER_DIR || path.join(config.DATA_DIR, 'worker'),
      most: async () => (await importSettings()).scratchBytes,
      needed: async () => new Set((await jobQueue.open()).map(({ _id }) => _id)),
    }),
  )
  const torrents = createTorrentWork({
    landing,
    scratch,
    storage,
    children: children.looks,
    engine: createDialler({ privateAddresses: config.IMPORT_PRIVATE_ADDRESSES }).guardedStart(),
    port: config.TORRENT_PORT,
    isSearching: true,
    limits: async (running) => limitsAt(await importSettings(), { hour: new Date(now()).getHours(), running }),
    seedRatio: async () => (await importSettings()).seedRatio,
    log,
    now,
  })
  return [torrents]
}

const openImportOf = ({ _id: id, owner, progress }: ImportJob): OpenImport => ({
  id,
  owner,
  total: progress?.total ?? 0,
  result: progress?.result ?? null,
})
