// Starts the process of a torrent, tells it the limits as they change, and ends the run of one that gets nothing while
// others wait.
import { setTimeout as sleep } from 'node:timers/promises'
import type { TorrentLimits } from './messages.ts'
import type { Metainfo } from './metainfo.ts'
import type { RunOptions } from './options.ts'
import { NothingComes, SwarmWatch } from './swarm-watch.ts'
import type { Telling } from './telling.ts'

/** Where a torrent is had from. */
export type SwarmSources = Pick<Metainfo, 'infoHash' | 'trackers' | 'webSeeds' | 'isPrivate'>

export interface SwarmRun {
  folder: string
  torrent: SwarmSources
  telling: Telling
  /** Aborts when the run is over. */
  signal: AbortSignal
  /** Whether another import waits for the place of this one. */
  isPlaceWanted(): Promise<boolean>
  onFailure(error: unknown): void
}

const LOOK_MS = 5_000

export async function beginSwarm(
  { engine: preload, peerPort, isSearching, limits, times, log }: RunOptions,
  { folder, torrent, telling, signal, isPlaceWanted, onFailure }: SwarmRun,
): Promise<SwarmWatch> {
  const { infoHash, trackers, webSeeds, isPrivate } = torrent
  const first = await limits()
  signal.throwIfAborted()
  const swarm = new SwarmWatch({
    start: {
      do: 'start',
      folder,
      infoHash,
      trackers,
      webSeeds,
      isPrivate,
      isSearching,
      port: peerPort.take(signal),
      limits: first,
    },
    preload,
    times,
    telling,
    log,
    onFailure,
  })
  lookAfter(swarm, { first, limits, isPlaceWanted, signal }).catch(onFailure)
  return swarm
}

interface LookOptions extends Pick<SwarmRun, 'isPlaceWanted' | 'signal'> {
  first: TorrentLimits
  limits(): Promise<TorrentLimits>
}

async function lookAfter(swarm: SwarmWatch, { first, limits, isPlaceWanted, signal }: LookOptions): Promise<void> {
  for (let last = first; !signal.aborted;) {
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
    const now = await limits()
    if (now.down !== last.down || now.up !== last.up) swarm.engine.limit(now)
    last = now
    if (swarm.isIdle && (await isPlaceWanted())) throw new NothingComes('nothing comes')
  }
}
