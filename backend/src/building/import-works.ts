// Builds what carries out imports, in a worker.
import path from 'node:path'
import type { Config } from '../config.ts'
import { createFollowWork } from '../features/imports/follows/work.ts'
import { HouseLanding } from '../features/imports/landing.ts'
import { LandingOwners } from '../features/imports/landing-owners.ts'
import type { OpenImport } from '../features/imports/landing-under-way.ts'
import { ImportJobs, isImportJob } from '../features/imports/jobs.ts'
import { limitsAt } from '../features/imports/limits.ts'
import { createTorrentStarter } from '../features/imports/links/torrents.ts'
import { createLinkWork } from '../features/imports/links/work.ts'
import type { ImportJob } from '../features/imports/records.ts'
import { ScratchFolders } from '../features/imports/scratch.ts'
import type { EngineOptions } from '../features/imports/torrents/engine.ts'
import { createTorrentWork } from '../features/imports/torrents/work.ts'
import { YT_DLP } from '../features/imports/program/choice.ts'
import { UnpackedPrograms } from '../features/imports/program/unpacked.ts'
import { findPrograms } from '../features/imports/videos/missing.ts'
import { createProbeWork } from '../features/imports/videos/probe-work.ts'
import { createVideoWork } from '../features/imports/videos/work.ts'
import { createDialler, type Dialler } from '../lib/dial/index.ts'
import type { JobWork } from '../jobs/types.ts'
import type { Services } from '../services.ts'

/** What is in the folder of a worker beside the folders of its jobs. */
const PROGRAMS_FOLDER = 'yt-dlp'
/** Compiled code of the processes of torrents, which begin in half the time with it (Node's compile cache). */
const CODE_FOLDER = 'code'

const folderOf = ({ WORKER_DIR, DATA_DIR }: Config): string => WORKER_DIR || path.join(DATA_DIR, 'worker')

/** The works of one worker, and the programs that they lack. */
export async function buildImportWorks(services: Services) {
  const { ground, config, settings, storage, children, jobQueue } = services
  const { log, now } = ground
  const importSettings = async () => (await settings.get()).imports
  const landing = buildLanding(services)
  const scratch = buildScratch(services)
  const dialler = createDialler({ privateAddresses: config.IMPORT_PRIVATE_ADDRESSES })
  /** What each of the running imports may take now. */
  const limits = async () =>
    limitsAt(await importSettings(), { hour: new Date(now()).getHours(), running: counted.running })
  const { programs, missing } = await openPrograms(services)
  const common = { landing, scratch, dialler, log, rate: async () => (await limits()).down }
  const video = { ...common, programs, storage, sites: async () => (await importSettings()).sites }
  const counted = countRuns([
    createTorrentWork({
      ...common,
      storage,
      children: children.looks,
      engine: engineOf(dialler, path.join(folderOf(config), CODE_FOLDER)),
      port: config.TORRENT_PORT,
      isSearching: true,
      limits,
      seedRatio: async () => (await importSettings()).seedRatio,
      now,
    }),
    createVideoWork(video),
    createLinkWork({
      ...common,
      startTorrent: createTorrentStarter({ queue: jobQueue, scratch: storage.scratch }),
    }),
  ])
  return {
    works: [...counted.works, createProbeWork(video) as JobWork<never, never>, buildFollowing(services, dialler)],
    missing,
  }
}

/** How the process of a torrent starts. */
function engineOf(dialler: Dialler, codeFolder: string): NonNullable<EngineOptions['preload']> {
  const { module, environment } = dialler.guardedStart()
  return { module, environment: { ...environment, NODE_COMPILE_CACHE: codeFolder } }
}

/** Looks into followed feeds and watched folders. */
function buildFollowing(services: Services, dialler: Dialler) {
  const { ground, storage, children, importStarting, jobQueue } = services
  return createFollowWork({
    ...services,
    owners: new LandingOwners(services),
    starting: importStarting,
    jobs: new ImportJobs(jobQueue),
    scratch: storage.scratch,
    children: children.looks,
    dialler,
    now: ground.now,
    log: ground.log,
  })
}

function buildLanding(services: Services): HouseLanding {
  const { ground, settings, jobQueue } = services
  return new HouseLanding({
    ...services,
    leases: ground.leases,
    underWay: {
      most: async () => (await settings.get()).imports.underWayBytes,
      imports: async () => (await jobQueue.open()).filter(isImportJob).map(openImportOf),
    },
  })
}

function buildScratch({ ground, config, settings, jobQueue }: Services): ScratchFolders {
  return ground.keep(
    new ScratchFolders({
      folder: folderOf(config),
      most: async () => (await settings.get()).imports.scratchBytes,
      needed: async () => new Set([PROGRAMS_FOLDER, CODE_FOLDER, ...(await jobQueue.open()).map(({ _id }) => _id)]),
    }),
  )
}

/**
 * The programs for videos, with the yt-dlp that is chosen at the time. Without ffmpeg, some videos can be had all the
 * same.
 */
async function openPrograms({ ground, config, storage }: Services) {
  const { YTDLP: ytdlp, FFMPEG: ffmpeg, searchPath } = config
  const { log, changeCounters } = ground
  const { missing, version } = await findPrograms({ ytdlp, ffmpeg, searchPath })
  const unpacked = new UnpackedPrograms({
    programs: { ytdlp, ffmpeg: missing.includes('ffmpeg') ? '' : ffmpeg, searchPath },
    version,
    folder: path.join(folderOf(config), PROGRAMS_FOLDER),
    scratch: storage.scratch,
    tell: (used) => changeCounters.describeYtDlp(used),
    log,
  })
  await unpacked.clean()
  await unpacked.refresh()
  changeCounters.onChange(YT_DLP, () => void unpacked.refresh())
  return { missing, programs: () => unpacked.current() }
}

/** Counts how many jobs of the works are running, which share what the worker may fetch. */
function countRuns(works: JobWork<never, never>[]) {
  const counted = {
    running: 0,
    works: works.map((work): JobWork<never, never> => ({
      ...work,
      run: async (job) => {
        counted.running += 1
        return work.run(job).finally(() => {
          counted.running -= 1
        })
      },
    })),
  }
  return counted
}

const openImportOf = ({ _id: id, owner, progress }: ImportJob): OpenImport => ({
  id,
  owner,
  total: progress?.total ?? 0,
  result: progress?.result ?? null,
})
