// Carries out torrents as a worker does, without a database and a storage: files land in a folder of this machine.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { ScratchFolders } from '../../backend/src/features/imports/scratch.ts'
import type { TorrentProgress } from '../../backend/src/features/imports/torrents/kept.ts'
import type { TorrentWorkOptions } from '../../backend/src/features/imports/torrents/options.ts'
import { torrents } from '../../backend/src/features/imports/torrents/task.ts'
import { createTorrentWork } from '../../backend/src/features/imports/torrents/work.ts'
import type { TorrentSource } from '../../backend/src/features/imports/types.ts'
import type { ChildJob, JobAnswer } from '../../backend/src/lib/child/pool.ts'
import { guardedStart } from '../../backend/src/lib/dial/child.ts'
import { createFolderLanding } from './folder-landing.ts'
import { type Running, startJob } from './runner.ts'

/** A house that one kind of work lands in. */
export interface HouseWork {
  work: ReturnType<typeof createTorrentWork>
  /** The paths of the files that have landed, in the order in which they did. */
  landed: readonly string[]
  /** Where a landed file is on this machine. */
  fileOf(userPath: string): string
}

export interface StartedTorrent {
  job: Running<TorrentProgress>
  /** Changes what its owner wants of it. */
  want(change: Partial<TorrentSource>): void
  /** The paths of the files that have landed, in the order in which they did. */
  landed: readonly string[]
  /** Where a landed file is on this machine. */
  fileOf(userPath: string): string
  /** The job's own folder on the disk. */
  scratch: string
}

export interface TorrentHouse {
  /** Starts a torrent. It may dial 127.0.0.1 alone, and looks for peers everywhere. */
  start(bytes: Buffer, how?: { source?: Partial<TorrentSource>; options?: Partial<TorrentWorkOptions> }): StartedTorrent
  stop(): Promise<void>
}

/**
 * The work on torrents.
 * @param folders where files land, and what is fetched
 * @param kept the torrent files, by their keys
 */
export function createHouseWork(
  { house, scratch }: { house: string; scratch: string },
  kept: Map<string, Buffer>,
  options: Partial<TorrentWorkOptions>,
): HouseWork {
  const { landing, fileOf } = createFolderLanding(house)
  const landed: string[] = []
  const work = createTorrentWork({
    landing: {
      ...landing,
      put: async (job, file, open) => {
        const at = await landing.put(job, file, open)
        landed.push(at)
        return at
      },
    },
    scratch: new ScratchFolders({ folder: scratch, most: async () => 0, needed: async () => new Set() }),
    storage: { scratch: bucketOf(kept) },
    children: { run: readHere },
    engine: guardedStart({ privateAddresses: ['127.0.0.1/32'] }),
    port: 0,
    isSearching: true,
    limits: async () => ({ down: 0, up: 0 }),
    seedRatio: async () => 0,
    log: pino({ level: 'silent' }),
    now: () => Date.now(),
    ...options,
  })
  return { work, landed, fileOf }
}

export async function openTorrentHouse(): Promise<TorrentHouse> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-torrents-'))
  let count = 0
  const running: Running<TorrentProgress>[] = []
  return {
    start(bytes, { source = {}, options = {} } = {}) {
      count += 1
      const id = `torrent-${count}`
      const kept = new Map([['the torrent', bytes]])
      const scratch = path.join(folder, 'scratch')
      const folders = { house: path.join(folder, `house-${count}`), scratch }
      const { work, landed, fileOf } = createHouseWork(folders, kept, options)
      const wanted = { file: 'the torrent', magnet: null, wanted: null, inOrder: false, trackers: null, ...source }
      const inputOf = (now: TorrentSource) => ({ name: id, shownSource: id, target: '', source: now })
      const job = startJob(work, { id, input: inputOf(wanted), progress: null })
      running.push(job)
      let now: TorrentSource = wanted
      const want = (change: Partial<TorrentSource>) => {
        now = { ...now, ...change }
        job.change(inputOf(now))
      }
      return { job, want, landed, fileOf, scratch: path.join(scratch, id) }
    },
    stop: async () => {
      for (const job of running) job.end('stop')
      await Promise.allSettled(running.map(({ ended }) => ended))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Reads a torrent file in this process. */
async function readHere({ body }: ChildJob): Promise<JobAnswer> {
  const bytes = new Uint8Array(Buffer.concat(await Array.fromAsync(body.open())))
  const nobody = { read: async () => bytes, give: async () => undefined }
  const answer = await torrents(null, bytes, nobody)
  return { value: answer.value, body: new Uint8Array(answer.body ?? []) }
}

/** The system bucket, in memory. */
const bucketOf = (kept: Map<string, Buffer>) => ({
  get: async (key: string) => kept.get(key) ?? null,
  put: async (key: string, bytes: Uint8Array) => void kept.set(key, Buffer.from(bytes)),
  list: async (prefix: string) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
  delete: async (keys: readonly string[]) => keys.forEach((key) => kept.delete(key)),
})
