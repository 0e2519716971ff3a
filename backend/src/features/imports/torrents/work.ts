// Imports of torrents: how a worker carries one out, and what is left of one that was cancelled.
import type { JobRest, JobWork } from '../../../jobs/types.ts'
import type { UserPath } from '../../../storage/paths.ts'
import { torrentKey } from '../keys.ts'
import { type BroughtFile, landingJobOf } from '../landing-job.ts'
import { removeKept } from './details.ts'
import { NumberSet, pathIn, progressOf, type TorrentInput, type TorrentJob, type TorrentProgress } from './kept.ts'
import { PeerPort, type TorrentTimes, type TorrentWorkOptions } from './options.ts'
import { readTorrent } from './reading.ts'
import { TorrentRun } from './run.ts'
import { NothingComes } from './swarm-watch.ts'

const MINUTE = 60_000
const TIMES: TorrentTimes = { noPeers: 30 * MINUTE, idle: 3 * MINUTE, silence: MINUTE, pause: 1_000 }

export function createTorrentWork(options: TorrentWorkOptions): JobWork<TorrentInput, TorrentProgress> {
  const runOptions = { ...options, times: { ...TIMES, ...options.times }, peerPort: new PeerPort(options.port) }
  return {
    kind: 'torrent',
    run: (job) => new TorrentRun(job, runOptions).run().catch(restAfter),
    discard: (job) => discard(job, options),
  }
}

/** One that gets nothing makes room for another import, and keeps what it has. */
function restAfter(error: unknown): JobRest {
  if (error instanceof NothingComes) return { behind: { code: 'noPeers', detail: '' } }
  throw error
}

/** What a cancelled torrent has brought goes to the trash; what one that has ended has brought stays. */
async function discard(job: TorrentJob, options: TorrentWorkOptions): Promise<void> {
  const { landing, scratch, storage } = options
  const { kept } = progressOf(job)
  const landingJob = landingJobOf(job, 'importTorrents')
  for (const { path, uploadId } of kept.open) await landing.abort(landingJob, path as UserPath, uploadId)
  if (kept.top !== null && kept.isMade && !job.hadEnded) {
    const top = kept.top as UserPath
    await landing.takeBack(landingJob, top, await filesOf(job, top, options))
    await landing.release(landingJob, top)
  }
  await scratch.remove(job.id)
  const { file } = job.input.source
  if (file !== null) await storage.scratch.delete([file])
  await removeKept(storage.scratch, job.id)
}

/** Its files, as far as they are still known. */
async function filesOf(job: TorrentJob, top: UserPath, options: TorrentWorkOptions): Promise<BroughtFile[]> {
  const stored = new NumberSet(progressOf(job).kept.stored)
  const bytes = await options.storage.scratch.get(job.input.source.file ?? torrentKey(job.id))
  if (bytes === null) return []
  const { files } = await readTorrent(options.children, bytes, never)
  return files.map(({ path }, number) => ({ path: pathIn(top, path), number, isSure: stored.has(number) }))
}

const never = new AbortController().signal
