// What the work on torrents is handed.
import type { ChildPool } from '../../../lib/child/pool.ts'
import type { Log } from '../../../lib/log.ts'
import type { Storage } from '../../../storage/types.ts'
import type { Landing, LandingJob } from '../landing.ts'
import type { ScratchFolders } from '../scratch.ts'
import type { EngineOptions } from './engine.ts'
import type { TorrentJob } from './kept.ts'
import type { Limits } from './messages.ts'

export interface TorrentWorkOptions {
  landing: Landing
  scratch: Pick<ScratchFolders, 'take' | 'remove'>
  storage: Pick<Storage, 'scratch'>
  /** The child processes that read torrent files. */
  children: Pick<ChildPool, 'run'>
  engine: EngineOptions['preload']
  /** Where peers may come in, to one torrent at a time; 0 for nowhere. */
  port: number
  /** Whether peers are looked for by DHT and PEX, too. */
  isSearching: boolean
  /** What one of the running imports may take now. */
  limits(): Promise<Limits>
  /** How much of what was fetched is given back before the end; 0 for nothing. */
  seedRatio(): Promise<number>
  log: Pick<Log, 'warn'>
  /** Milliseconds since 1970. */
  now(): number
  times?: Partial<TorrentTimes>
}

/** What one run has. */
export interface RunOptions extends TorrentWorkOptions {
  times: TorrentTimes
}

/** In milliseconds. */
export interface TorrentTimes {
  /** Without any peer, until it is given up. */
  noPeers: number
  /** Without any word of its process, until that counts as hanging. */
  silence: number
  /** The first pause after a crash of its process. */
  pause: number
}

/** What the runs in one worker share. */
export interface Shared {
  isPortTaken: boolean
}

export const landingJobOf = (job: TorrentJob): LandingJob => ({
  id: job.id,
  owner: job.owner,
  isHeld: () => job.isHeld(),
  action: 'importTorrents',
})
