// One run of a torrent: from wherever it is to its end, or until it has to stop. It consists of rounds: whenever
// its owner wants something else, the next one begins with what is there. Files that go up in parts begin anew then.
import { setTimeout as sleep } from 'node:timers/promises'
import { JobFailed } from '../../../jobs/types.ts'
import { childOf, type UserPath } from '../../../storage/paths.ts'
import type { Reservation } from '../../quotas/service.ts'
import { type LandingJob, landingJobOf } from '../landing-job.ts'
import type { JobScratch } from '../scratch.ts'
import { beginSwarm, type SwarmSources } from './begin-swarm.ts'
import { fetchOrderOf, chosenBytesOf, wantedOf } from './chosen.ts'
import { visibleFiles } from './details.ts'
import { Fetching } from './fetching.ts'
import { NumberSet, type TorrentJob } from './kept.ts'
import { learnTorrent } from './learning.ts'
import { type Metainfo, trackersAmong } from './metainfo.ts'
import type { RunOptions } from './options.ts'
import type { Pieces } from './pieces.ts'
import type { SwarmWatch } from './swarm-watch.ts'
import { Telling } from './telling.ts'
import { Watching } from './watching.ts'
import { abortOf, Wish } from './wish.ts'

/** The name of the usual folder. */
const USUAL = 'TORRENTS'
/** What a torrent takes on the disk before anybody knows how large it is: its torrent file. */
const SMALL = 16 * 1024 * 1024
const LITTLE = { least: SMALL, most: SMALL }
/** How long it gives back to others at most. */
const SEED_MAX_MS = 3 * 24 * 3_600_000
const SEED_LOOK_MS = 1_000
const STILL = { speed: 0, peers: 0, secondsLeft: null }

/** What one round is about. */
interface Round {
  wish: Wish
  /** Aborts when the round is over. */
  signal: AbortSignal
}

export class TorrentRun {
  readonly #job: TorrentJob
  readonly #options: RunOptions
  readonly #landingJob: LandingJob
  readonly #telling: Telling
  readonly #over = Promise.withResolvers<never>()
  readonly #end = new AbortController()
  /** Called if its process fails for good. */
  #fail: (error: unknown) => void = this.#over.reject
  #torrent: Metainfo | undefined
  #swarm: SwarmWatch | undefined
  #swarmEnd = new AbortController()
  #scratch: JobScratch | undefined
  #reservation: Reservation | undefined

  constructor(job: TorrentJob, options: RunOptions) {
    this.#job = job
    this.#options = options
    this.#landingJob = landingJobOf(job, 'importTorrents')
    this.#telling = new Telling(job)
    this.#over.promise.catch(() => undefined)
  }

  async run(): Promise<void> {
    const { signal } = this.#job
    const leave = () => this.#over.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    const work = this.#carryOut()
    try {
      await Promise.race([work, this.#over.promise])
    } catch (error) {
      await this.#leaveOff(work)
      if (error instanceof JobFailed && !signal.aborted) await this.#failed()
      throw error
    } finally {
      signal.removeEventListener('abort', leave)
      await this.#leaveOff(work)
    }
  }

  /** Ends all that is under way, and waits for that: a file that has landed has to be known. */
  async #leaveOff(work: Promise<void>): Promise<void> {
    if (this.#end.signal.aborted) return
    this.#end.abort(this.#job.signal.reason ?? new Error('the run is over'))
    this.#endSwarm()
    await work.catch(() => undefined)
    this.#scratch?.giveBack()
  }

  async #carryOut(): Promise<void> {
    await this.#endOldParts()
    await this.#telling.save({ phase: 'starting', ...STILL })
    let total: number | null = null
    while (total === null) total = await this.#round()
    this.#reservation?.end('written')
    await this.#telling.save({ downloaded: total, ...STILL })
    await this.#options.scratch.remove(this.#job.id)
  }

  /** Ends uploads in parts that an earlier run has begun: it has sent them from the disk, and this one does again. */
  async #endOldParts(): Promise<void> {
    const { open } = this.#telling.kept
    for (const { path: to, uploadId } of open)
      await this.#options.landing.abort(this.#landingJob, to as UserPath, uploadId)
    if (open.length > 0) await this.#telling.save({ kept: { open: [] } })
  }

  /** Fetches what is wanted now, and answers its bytes; null if something else is wanted before that is done. */
  async #round(): Promise<number | null> {
    const wish = new Wish(this.#job)
    this.#fail = this.#over.reject
    let total: number | null = null
    try {
      total = await this.#fetchWanted({ wish, signal: AbortSignal.any([this.#end.signal, wish.signal]) })
      // The newest wish comes with it.
      await this.#telling.save(STILL)
      wish.look()
    } catch (error) {
      if (this.#end.signal.aborted || !wish.signal.aborted) throw error
    } finally {
      wish.stop()
    }
    if (!wish.signal.aborted) return total
    if (wish.change === 'anew') this.#endSwarm()
    return null
  }

  async #fetchWanted(round: Round): Promise<number> {
    const torrent = (this.#torrent ??= await this.#learn(round.signal))
    const wanted = wantedOf(torrent, round.wish.source)
    const isWanted = new Set(wanted)
    const total = chosenBytesOf(torrent, wanted)
    const stored = new NumberSet(this.#telling.kept.stored)
    const left = wanted.filter((number) => !stored.has(number))
    this.#telling.tell({ title: torrent.name, total, files: wanted.length, filesDone: wanted.length - left.length })
    const isAgain = this.#telling.kept.isMade
    const alsoThere = visibleFiles(torrent).filter((number) => stored.has(number) && !isWanted.has(number))
    const top = await this.#chooseTop(torrent, total + chosenBytesOf(torrent, alsoThere))
    if (left.length > 0) await this.#fetch(torrent, { top, wanted, left, isAgain }, round)
    return total
  }

  async #learn(signal: AbortSignal): Promise<Metainfo> {
    const { folder } = (this.#scratch = await this.#options.scratch.take(this.#job.id, LITTLE, signal))
    const ask = async (torrent: SwarmSources) => {
      this.#telling.tell({ phase: 'asking' })
      const { known } = this.#swarm ?? (await this.#begin(folder, torrent))
      await Promise.race([known, this.#over.promise, abortOf(signal)])
    }
    return learnTorrent(this.#options, { job: this.#job, folder, signal, ask })
  }

  async #begin(folder: string, torrent: SwarmSources): Promise<SwarmWatch> {
    this.#swarmEnd = new AbortController()
    this.#swarm = await beginSwarm(this.#options, {
      folder,
      torrent: { ...torrent, trackers: trackersAmong(this.#job.input.source.trackers ?? torrent.trackers) },
      telling: this.#telling,
      signal: AbortSignal.any([this.#end.signal, this.#swarmEnd.signal]),
      isPlaceWanted: () => this.#job.isPlaceWanted(),
      onFailure: (error) => this.#fail(error),
    })
    return this.#swarm
  }

  #endSwarm(): void {
    this.#swarmEnd.abort()
    this.#swarm?.end()
    this.#swarm = undefined
  }

  /** The folder of its files, made for it alone, with room for so many bytes. */
  async #chooseTop(torrent: Metainfo, bytes: number): Promise<UserPath> {
    const { landing } = this.#options
    const { top, isMade } = this.#telling.kept
    const reserve = async (at: UserPath) => {
      this.#reservation = await landing.reserve(this.#landingJob, at, bytes)
    }
    if (top !== null && isMade) {
      await reserve(top as UserPath)
      return top as UserPath
    }
    const wish = { target: this.#job.input.target, usual: USUAL, isShared: true }
    const folder = await landing.folder(this.#landingJob, wish)
    const wanted = { path: childOf(folder, torrent.name), before: top as UserPath | null }
    const made = await landing.ownFolder(this.#landingJob, wanted, async (chosen) => {
      await this.#telling.save({ kept: { top: chosen, isMade: false } })
      await reserve(chosen)
    })
    await this.#telling.save({ result: made, kept: { isMade: true } })
    return made
  }

  async #fetch(
    torrent: Metainfo,
    files: { top: UserPath; wanted: number[]; left: number[]; isAgain: boolean },
    { wish, signal }: Round,
  ): Promise<void> {
    const { scratch: folders, landing, seedRatio, now } = this.#options
    const { wanted, left } = files
    const largest = left.reduce((most, number) => Math.max(most, chosenBytesOf(torrent, [number])), SMALL)
    const most = chosenBytesOf(torrent, left) + SMALL
    const scratch = (this.#scratch = await folders.take(this.#job.id, { least: largest, most }, signal))
    const ratio = left.length === wanted.length && scratch.bytes === most ? await seedRatio() : 0
    const swarm = this.#swarm ?? (await this.#begin(scratch.folder, torrent))
    signal.throwIfAborted()
    const fetching = new Fetching({
      ...files,
      landing,
      torrent,
      scratch,
      signal,
      telling: this.#telling,
      job: this.#landingJob,
      engine: swarm.engine,
      modified: new Date(now()),
      isKeeping: ratio > 0,
      inOrder: fetchOrderOf(torrent, wish.source.first ?? []),
      watch: wish.source.inOrder ? (pieces) => this.#watch(torrent, { folder: scratch.folder, pieces, signal }) : null,
    })
    wish.onOrder = (first) => fetching.order(fetchOrderOf(torrent, first))
    swarm.tell((told) => fetching.hear(told))
    await fetching.run()
    if (ratio > 0) await this.#seed(ratio, signal)
  }

  #watch({ files }: Metainfo, watched: { folder: string; pieces: Pieces; signal: AbortSignal }): Watching {
    return new Watching({ ...watched, scratch: this.#options.storage.scratch, jobId: this.#job.id, files })
  }

  /** Gives back to others until that is enough, or until its owner wants something else of the torrent. */
  async #seed(ratio: number, signal: AbortSignal): Promise<void> {
    const until = performance.now() + SEED_MAX_MS
    const over = new AbortController()
    // All files are in their folder, so nothing can fail any more.
    this.#fail = () => over.abort()
    this.#telling.tell({ phase: 'seeding', secondsLeft: null })
    const isMissing = () => this.#telling.now.uploaded < ratio * this.#telling.now.total && performance.now() < until
    while (isMissing() && !over.signal.aborted) await sleep(SEED_LOOK_MS, undefined, { signal })
  }

  /** What it has brought stays. */
  async #failed(): Promise<void> {
    this.#reservation?.end('written')
    await this.#telling.save(STILL).catch(() => undefined)
  }
}
