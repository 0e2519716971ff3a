// One run of a torrent: from wherever it is to its end, or until it has to leave off.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { JobFailed } from '../../../jobs/types.ts'
import { childOf, type UserPath } from '../../../storage/paths.ts'
import type { Reservation } from '../../quotas/service.ts'
import { torrentKey } from '../keys.ts'
import type { LandingJob } from '../landing.ts'
import { failed } from '../landing-failures.ts'
import type { JobScratch } from '../scratch.ts'
import { keepContents, visibleFiles } from './details.ts'
import { Fetching } from './fetching.ts'
import { NumberSet, type TorrentJob } from './kept.ts'
import { readMagnet } from './magnet.ts'
import { TORRENT_FILE } from './messages.ts'
import { type Metainfo, trackersAmong, webSeedsAmong } from './metainfo.ts'
import { readTorrent } from './reading.ts'
import { beginSwarm, type Sources } from './begin-swarm.ts'
import type { SwarmWatch } from './swarm-watch.ts'
import type { Pieces } from './pieces.ts'
import { Telling } from './telling.ts'
import { Watching } from './watching.ts'
import { landingJobOf, type RunOptions, type Shared } from './options.ts'

/** The name of the usual folder. */
const USUAL = 'TORRENTS'
/** What a torrent takes on the disk before anybody knows how large it is: its torrent file. */
const SMALL = 16 * 1024 * 1024
/** How long it gives back to others at most. */
const SEED_MAX_MS = 3 * 24 * 3_600_000
const SEED_LOOK_MS = 1_000

export class TorrentRun {
  readonly #job: TorrentJob
  readonly #options: RunOptions
  readonly #shared: Shared
  readonly #landingJob: LandingJob
  readonly #telling: Telling
  readonly #over = Promise.withResolvers<never>()
  readonly #end = new AbortController()
  #swarm: SwarmWatch | undefined
  #scratch: JobScratch | undefined
  #reservation: Reservation | undefined

  constructor(job: TorrentJob, options: RunOptions, shared: Shared) {
    this.#job = job
    this.#options = options
    this.#shared = shared
    this.#landingJob = landingJobOf(job)
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
    this.#swarm?.end()
    await work.catch(() => undefined)
    this.#scratch?.giveBack()
  }

  async #carryOut(): Promise<void> {
    await this.#endOldParts()
    await this.#telling.save({ phase: 'starting', speed: 0, peers: 0, secondsLeft: null })
    const torrent = await this.#learn()
    const wanted = this.#wantedOf(torrent)
    const total = sizeOf(torrent, wanted)
    this.#telling.tell({ title: torrent.name, total, files: wanted.length })
    const isAgain = this.#telling.kept.isMade
    const top = await this.#chooseTop(torrent, total)
    const stored = new NumberSet(this.#telling.kept.stored)
    const left = wanted.filter((number) => !stored.has(number))
    if (left.length > 0) await this.#fetch(torrent, { top, wanted, left, isAgain })
    this.#reservation?.end('written')
    await this.#telling.save({ downloaded: total, speed: 0, peers: 0, secondsLeft: null })
    await this.#options.scratch.remove(this.#job.id)
  }

  /** Ends uploads in parts that an earlier run has begun: it has sent them from the disk, and this one does again. */
  async #endOldParts(): Promise<void> {
    const { open } = this.#telling.kept
    for (const { path: to, uploadId } of open)
      await this.#options.landing.abort(this.#landingJob, to as UserPath, uploadId)
    if (open.length > 0) await this.#telling.save({ kept: { open: [] } })
  }

  /** What is in the torrent, from its file, or from peers. The torrent file is in the folder afterwards. */
  async #learn(): Promise<Metainfo> {
    const { storage, children, scratch } = this.#options
    const { signal, id, input } = this.#job
    this.#scratch = await scratch.take(id, { least: SMALL, most: SMALL }, signal)
    const { file, magnet } = input.source
    const known = await storage.scratch.get(file ?? torrentKey(id))
    if (known === null && magnet === null) throw failed('badTorrent', 'the torrent file is gone')
    const bytes = known ?? (await this.#ask(this.#scratch.folder, magnet ?? ''))
    const torrent = this.#withSources(await readTorrent(children, bytes, signal))
    if (known === null) await storage.scratch.put(torrentKey(id), bytes)
    else await writeFile(path.join(this.#scratch.folder, TORRENT_FILE), bytes, { mode: 0o600 })
    await keepContents(storage.scratch, id, torrent)
    return torrent
  }

  /** Asks peers what is in the torrent of a magnet link. */
  async #ask(folder: string, magnet: string): Promise<Buffer> {
    const { infoHash, trackers, webSeeds } = readMagnet(magnet)
    this.#telling.tell({ phase: 'asking' })
    await this.#begin(folder, { infoHash, trackers, webSeeds, isPrivate: false })
    await Promise.race([this.#swarm?.known, this.#over.promise])
    return readFile(path.join(folder, TORRENT_FILE))
  }

  /** Starts the process of the torrent. */
  async #begin(folder: string, torrent: Sources): Promise<SwarmWatch> {
    this.#swarm = await beginSwarm(this.#options, {
      folder,
      torrent: { ...torrent, trackers: trackersAmong(this.#job.input.source.trackers ?? torrent.trackers) },
      shared: this.#shared,
      telling: this.#telling,
      signal: this.#end.signal,
      onFailure: (error) => this.#over.reject(error),
    })
    return this.#swarm
  }

  #wantedOf(torrent: Metainfo): number[] {
    const all = visibleFiles(torrent)
    const { wanted } = this.#job.input.source
    if (wanted === null) return all
    const chosen = new Set(wanted)
    return all.filter((_, index) => chosen.has(index))
  }

  /** The folder of its files, made for it alone, with room for all of them. */
  async #chooseTop(torrent: Metainfo, total: number): Promise<UserPath> {
    const { landing } = this.#options
    const { top, isMade } = this.#telling.kept
    const reserve = async (at: UserPath) => {
      this.#reservation = await landing.reserve(this.#landingJob, at, total)
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
    { top, wanted, left, isAgain }: { top: UserPath; wanted: number[]; left: number[]; isAgain: boolean },
  ): Promise<void> {
    const { scratch: folders, landing, seedRatio, now } = this.#options
    const largest = left.reduce((most, number) => Math.max(most, sizeOf(torrent, [number])), SMALL)
    const most = sizeOf(torrent, left) + SMALL
    const scratch = await folders.take(this.#job.id, { least: largest, most }, this.#job.signal)
    this.#scratch = scratch
    const ratio = left.length === wanted.length && scratch.bytes === most ? await seedRatio() : 0
    const swarm = this.#swarm ?? (await this.#begin(scratch.folder, torrent))
    const fetching = new Fetching({
      landing,
      torrent,
      top,
      wanted,
      scratch,
      isAgain,
      telling: this.#telling,
      signal: this.#end.signal,
      job: this.#landingJob,
      engine: swarm.engine,
      modified: new Date(now()),
      isKeeping: ratio > 0,
      watch: this.#job.input.source.inOrder ? (pieces) => this.#watch(torrent, scratch.folder, pieces) : null,
    })
    swarm.tell((told) => fetching.hear(told))
    await fetching.run()
    if (ratio > 0) await this.#seed(ratio)
  }

  #watch({ files }: Metainfo, folder: string, pieces: Pieces): Watching {
    const { storage } = this.#options
    return new Watching({
      scratch: storage.scratch,
      jobId: this.#job.id,
      folder,
      files,
      pieces,
      signal: this.#end.signal,
    })
  }

  /** For a torrent of a magnet link: the link says where to find peers. */
  #withSources(torrent: Metainfo): Metainfo {
    const { magnet } = this.#job.input.source
    if (magnet === null) return torrent
    const { trackers, webSeeds } = readMagnet(magnet)
    return { ...torrent, trackers, webSeeds: webSeedsAmong(webSeeds) }
  }

  /** Gives back to others until that is enough. */
  async #seed(ratio: number): Promise<void> {
    const until = performance.now() + SEED_MAX_MS
    this.#telling.tell({ phase: 'seeding', secondsLeft: null })
    while (this.#telling.now.uploaded < ratio * this.#telling.now.total && performance.now() < until)
      await sleep(SEED_LOOK_MS, undefined, { signal: this.#end.signal })
  }

  /** What it has brought stays. */
  async #failed(): Promise<void> {
    this.#reservation?.end('written')
    await this.#telling.save({ speed: 0, peers: 0, secondsLeft: null }).catch(() => undefined)
  }
}

function sizeOf({ files }: Metainfo, numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + (files[number]?.size ?? 0), 0)
}
