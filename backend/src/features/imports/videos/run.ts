// One run of a video import.
import { createReadStream } from 'node:fs'
import type { ImportError, VideoSites } from '../../../../contract/import-kinds.ts'
import { JobFailed } from '../../../jobs/types.ts'
import { childOf, nameOf, parseUserPath, type UserPath } from '../../../storage/paths.ts'
import { type LandingJob, landingJobOf } from '../landing-job.ts'
import { failed, failureOf } from '../landing-failures.ts'
import { cleanName } from '../names.ts'
import { NO_PROGRESS } from '../types.ts'
import { ask, type AskedVideos, type AskingCall, type VideoEntry } from './asking.ts'
import { addBrought } from './brought.ts'
import { callYtdlp, type CallPlan } from './calling.ts'
import { type Chosen, chosenOf } from './chosen.ts'
import { isPossible } from './command.ts'
import { fetchVideo, type FetchedFile, type FetchListener } from './fetching.ts'
import { keepPicture } from './picture.ts'
import { createTally } from './tally.ts'
import type { VideoJob, VideoKept, VideoProgress, VideoRunOptions } from './options.ts'

const MIB = 1024 * 1024
/** The folder for videos of people who name no other. */
const USUAL_FOLDER = 'Videos'
/** The time and the room of one call of yt-dlp. Joining needs the parts and the result at a time. */
const ASKING = { limitMs: 3 * 60_000, least: 16 * MIB, most: 128 * MIB }
const FETCHING_MS = 12 * 60 * 60_000
const roomFor = (size: number) =>
  size > 0 ? { least: 2 * size + 64 * MIB, most: 3 * size + 512 * MIB } : { least: 256 * MIB, most: 8 * 1024 * MIB }
/** A name in a path leaves room for a number. */
const FOLDER_NAME_MAX_BYTES = 200
/** Files of one entry, for their numbers. */
const FILES_MAX = 1_000

/** Failures that concern one entry of a list, but not the others. */
const OF_ONE_ENTRY: ReadonlySet<ImportError> = new Set([
  'privateAddress',
  'portNotAllowed',
  'unreachable',
  'gone',
  'needsLogin',
  'unsupported',
  'live',
  'tooLarge',
  'tooLong',
  'internal',
])

interface LandedFacts {
  duration: number | null
  result: string | undefined
}

export class VideoRun {
  readonly #options: VideoRunOptions
  readonly #job: VideoJob
  readonly #sites: VideoSites
  readonly #landingJob: LandingJob
  #progress: VideoProgress
  #kept: VideoKept

  constructor(options: VideoRunOptions, job: VideoJob, sites: VideoSites) {
    this.#options = options
    this.#job = job
    this.#sites = sites
    this.#landingJob = landingJobOf(job, 'importVideos')
    const before = job.progress ?? NO_PROGRESS
    const { title, duration, hasPicture, result, filesDone } = before
    this.#kept = before.kept ?? { folder: null, listFolder: null, done: [], wasDone: false }
    this.#progress = { ...NO_PROGRESS, title, duration, hasPicture, result, filesDone, kept: this.#kept }
  }

  async run(): Promise<void> {
    const { programs, landing } = this.#options
    const { source, target } = this.#job.input
    if (!isPossible(source, programs.ffmpeg !== '')) throw failed('noProgram', 'ffmpeg')
    this.#tell({ phase: 'asking' })
    const usual = await landing.folder(this.#landingJob, { target, usual: USUAL_FOLDER, isShared: false })
    this.#kept = { ...this.#kept, folder: usual }
    const asked = await this.#call('asking', ASKING, async (call) => {
      const found = await ask(programs, source, call)
      if (await keepPicture(this.#options, this.#job, found.picture)) this.#tell({ hasPicture: true })
      return found
    })
    const { duration, size } = asked
    const chosen = chosenOf(asked, source)
    this.#tell({ title: asked.title || null, duration, total: size, files: chosen.wanted.length + chosen.gone })
    await this.#job.save(this.#progress)
    const folder = asked.isList ? await this.#listFolder(usual, asked.title) : usual
    await this.#fetchAll(chosen, folder, asked)
    this.#tell({ phase: 'storing', speed: 0, secondsLeft: null, downloaded: this.#progress.total })
    await this.#job.save(this.#progress)
  }

  /**
   * Fetches what has not landed yet, and notes what could not be had.
   * @throws JobFailed of the first entry, if none could be fetched
   */
  async #fetchAll({ wanted, gone }: Chosen, folder: UserPath, asked: AskedVideos): Promise<void> {
    const failures: JobFailed[] = []
    for (const entry of wanted) {
      if (this.#kept.done.includes(entry.key)) continue
      try {
        await this.#fetchOne(entry, folder, asked)
      } catch (error) {
        if (!asked.isList || !(error instanceof JobFailed) || !OF_ONE_ENTRY.has(error.code as ImportError)) throw error
        failures.push(error)
      }
    }
    const [first] = failures
    if (first !== undefined && this.#kept.done.length === 0) throw first
    const count = failures.length + gone
    if (count === 0) return
    const { code, detail } = first ?? failed('gone', 'not in the list any more')
    this.#kept = { ...this.#kept, wasDone: true }
    this.#tell({ missed: { count, error: { code: code as ImportError, detail } } })
  }

  /** Fetches an entry, and puts its files into the folder. */
  async #fetchOne(entry: VideoEntry, folder: UserPath, asked: AskedVideos): Promise<void> {
    const { landing, programs } = this.#options
    const { source } = this.#job.input
    const size = asked.isList ? 0 : asked.size
    // What the site says is a guess; what lands is claimed exactly.
    const reservation = await landing.reserve(this.#landingJob, folder, size)
    const landed = await this.#call(entry.key, { ...roomFor(size), limitMs: FETCHING_MS }, async (call) => {
      const video = await fetchVideo(programs, { entry, source, listener: this.#listener(size) }, call)
      this.#tell({ phase: 'storing', speed: 0, secondsLeft: null })
      await reservation.claim(video.files.reduce((sum, file) => sum + file.size, 0))
      const [result] = await this.#put(entry, folder, video.files)
      return { result, duration: video.duration }
    }).catch((error: unknown) => {
      reservation.end({ error })
      throw failureOf(error)
    })
    reservation.end('written')
    await this.#noteLanded(entry, asked.isList ? { result: folder, duration: null } : landed)
  }

  #listener(size: number): FetchListener {
    const before = this.#progress.downloaded
    let tally = createTally(size)
    return {
      // An entry of a list tells how large it is only now.
      onVideo: (video) => {
        tally = createTally(video.size)
      },
      onProgress: (told) => {
        const { downloaded, total } = tally.add(told)
        const bytes = { downloaded: before + downloaded, total: before + total }
        this.#tell({ phase: 'downloading', ...bytes, speed: told.speed, secondsLeft: told.secondsLeft })
      },
      onJoining: () => this.#tell({ phase: 'joining', speed: 0, secondsLeft: null }),
    }
  }

  async #noteLanded(entry: VideoEntry, { duration, result }: LandedFacts): Promise<void> {
    this.#kept = { ...this.#kept, done: [...this.#kept.done, entry.key] }
    this.#tell({ duration, result: result ?? null, filesDone: this.#progress.filesDone + 1 })
    await this.#job.save(this.#progress)
  }

  async #put(entry: VideoEntry, folder: UserPath, files: readonly FetchedFile[]): Promise<UserPath[]> {
    const { landing, storage } = this.#options
    const first = Number.parseInt(entry.key, 16) * FILES_MAX
    const placed = files.map((file, index) => ({ ...file, path: childOf(folder, file.name), number: first + index }))
    if (this.#kept.listFolder !== null) await addBrought(storage.scratch, this.#job.id, placed)
    const modified = new Date()
    const paths: UserPath[] = []
    for (const { path: wanted, number, size, file } of placed) {
      this.#job.signal.throwIfAborted()
      const landed = { path: wanted, number, size, modified }
      const path = await landing.put(this.#landingJob, landed, () => createReadStream(file))
      if (path !== wanted && this.#kept.listFolder !== null)
        await addBrought(storage.scratch, this.#job.id, [{ path, number }])
      paths.push(path)
    }
    return paths
  }

  /** The folder of a list, which an earlier run may have made. */
  async #listFolder(usual: UserPath, title: string): Promise<UserPath> {
    const kept = this.#kept
    if (kept.listFolder !== null && kept.done.length > 0) return parseUserPath(kept.listFolder)
    const wanted = childOf(usual, cleanName(title, FOLDER_NAME_MAX_BYTES) || nameOf(usual))
    const before = kept.listFolder === null ? null : parseUserPath(kept.listFolder)
    return this.#options.landing.ownFolder(this.#landingJob, { path: wanted, before }, async (chosen) => {
      this.#kept = { ...kept, listFolder: chosen }
      this.#tell({ result: chosen })
      await this.#job.save(this.#progress)
    })
  }

  /** Gives a call of yt-dlp its folder, its room and its proxy. The folder stays if the call fails. */
  #call<T>(name: string, plan: Omit<CallPlan, 'name'>, work: (call: AskingCall) => Promise<T>): Promise<T> {
    const { id, signal } = this.#job
    return callYtdlp(this.#options, { job: { id, signal, sites: this.#sites }, plan: { name, ...plan } }, work)
  }

  #tell(change: Partial<VideoProgress>): void {
    this.#progress = { ...this.#progress, ...change, kept: this.#kept }
    this.#job.report(this.#progress)
  }
}
