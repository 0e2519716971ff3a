// What the work on torrents is handed.
import type { ChildPool } from '../../../lib/child/pool.ts'
import type { Log } from '../../../lib/log.ts'
import type { Scratch } from '../../../storage/types.ts'
import type { Landing } from '../landing.ts'
import type { ScratchFolders } from '../scratch.ts'
import type { EngineOptions } from './engine.ts'
import type { TorrentLimits } from './messages.ts'

export interface TorrentWorkOptions {
  landing: Landing
  scratch: Pick<ScratchFolders, 'take' | 'remove'>
  storage: { scratch: Scratch }
  /** The child processes that read torrent files. */
  children: Pick<ChildPool, 'run'>
  engine: EngineOptions['preload']
  /** The port where peers may come in; 0 for none. */
  port: number
  /** Whether peers are looked for by DHT and PEX, too. */
  isSearching: boolean
  /** What one of the running imports may take now. */
  limits(): Promise<TorrentLimits>
  /** How much of what was fetched is given back before the end; 0 for nothing. */
  seedRatio(): Promise<number>
  log: Pick<Log, 'warn'>
  /** Milliseconds since 1970. */
  now(): number
  times?: Partial<TorrentTimes>
}

/** What one run has. */
export interface RunOptions extends Omit<TorrentWorkOptions, 'port'> {
  times: TorrentTimes
  peerPort: PeerPort
}

/** In milliseconds. */
export interface TorrentTimes {
  /** Without any peer, until it is given up. */
  noPeers: number
  /** Without any byte, until it gives its place to an import that waits. */
  idle: number
  /** Without any word of its process, until that counts as hanging. */
  silence: number
  /** The first pause after a crash of its process. */
  pause: number
}

/** The port of a worker where peers may come in, to one torrent at a time. */
export class PeerPort {
  readonly #port: number
  #isTaken = false

  constructor(port: number) {
    this.#port = port
  }

  /** The port, until the signal aborts; 0 if there is none, or if another torrent has it. */
  take(signal: AbortSignal): number {
    if (this.#port === 0 || this.#isTaken) return 0
    this.#isTaken = true
    signal.addEventListener('abort', () => void (this.#isTaken = false), { once: true })
    return this.#port
  }
}
