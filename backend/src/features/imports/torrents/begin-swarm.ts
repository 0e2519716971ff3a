// Starts the process of a torrent, and tells it the limits as they change.
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeptEngine } from './kept-engine.ts'
import type { Limits } from './messages.ts'
import type { Metainfo } from './metainfo.ts'
import type { RunOptions } from './options.ts'
import { SwarmWatch } from './swarm-watch.ts'
import type { Telling } from './telling.ts'

/** Where a torrent is had from. */
export type Sources = Pick<Metainfo, 'infoHash' | 'trackers' | 'webSeeds' | 'isPrivate'>

export interface SwarmRun {
  folder: string
  torrent: Sources
  telling: Telling
  /** Aborts when the run is over. */
  signal: AbortSignal
  onFailure(error: unknown): void
}

const LIMITS_MS = 5_000

export async function beginSwarm(
  { engine: preload, peerPort, isSearching, limits, times, log }: RunOptions,
  { folder, torrent, telling, signal, onFailure }: SwarmRun,
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
  followLimits(swarm.engine, { first, limits, signal }).catch(onFailure)
  return swarm
}

async function followLimits(
  engine: KeptEngine,
  { first, limits, signal }: { first: Limits; limits(): Promise<Limits>; signal: AbortSignal },
): Promise<void> {
  for (let last = first; !signal.aborted;) {
    await sleep(LIMITS_MS, undefined, { signal, ref: false }).catch(() => undefined)
    const now = await limits()
    if (now.down !== last.down || now.up !== last.up) engine.limit(now)
    last = now
  }
}
