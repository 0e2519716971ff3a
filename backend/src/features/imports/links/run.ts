// One run of the import of a link.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checksumAlgorithmOf } from '../../../../contract/checksums.ts'
import { LINK_MAX_BYTES, TORRENT_MAX_BYTES } from '../../../../contract/limits.ts'
import { childOf, type UserPath } from '../../../storage/paths.ts'
import type { Reservation } from '../../quotas/service.ts'
import { JobFailed } from '../../../jobs/types.ts'
import { GROWING_MIN } from '../growing-parts.ts'
import { type LandingFile, type LandingJob, landingJobOf } from '../landing-job.ts'
import { failed, failureOf } from '../landing-failures.ts'
import { retrying } from '../retrying.ts'
import { NO_PROGRESS } from '../types.ts'
import type { LinkFacts } from './answer.ts'
import { download } from './download.ts'
import { GrowingFile } from './growing.ts'
import { createSpeed } from './speed.ts'
import type { LinkJob, LinkKept, LinkProgress, LinkWorkOptions } from './options.ts'

const MIB = 1024 * 1024
/** The folder for files of people who name no other. */
const USUAL_FOLDER = 'Downloads'
const IDLE_MS = 60_000
const LIMIT_MS = 24 * 60 * 60_000
/** The room for a file whose length is not known. */
const UNKNOWN = { least: 64 * MIB, most: 4 * 1024 * MIB }

/** What one run fetches, and where it goes. */
interface Fetch {
  folder: UserPath
  /** On the disk. */
  file: string
  signal: AbortSignal
}

export class LinkRun {
  readonly #options: LinkWorkOptions
  readonly #job: LinkJob
  readonly #landingJob: LandingJob
  readonly #modified = new Date()
  /** Aborts when the file cannot go up. */
  readonly #over = new AbortController()
  #progress: LinkProgress
  #reservation: Reservation | undefined
  #growing: GrowingFile | undefined

  constructor(options: LinkWorkOptions, job: LinkJob) {
    this.#options = options
    this.#job = job
    this.#landingJob = landingJobOf(job, 'importVideos')
    const { kept, title } = job.progress ?? NO_PROGRESS
    this.#progress = { ...NO_PROGRESS, title, files: 1, kept }
  }

  async run(): Promise<void> {
    const { landing } = this.#options
    const { target } = this.#job.input
    this.#tell({ phase: 'asking' })
    const wish = { target, usual: USUAL_FOLDER, isShared: false }
    const folder = await this.#retrying(() => landing.folder(this.#landingJob, wish))
    try {
      const { facts, ...fetched } = await this.#fetch(folder)
      await this.#check(fetched.file)
      const isHandedOn = facts.isTorrent && (await this.#startTorrent(fetched.file, facts))
      if (!isHandedOn) await this.#land(fetched, facts)
      this.#reservation?.end('written')
    } catch (error) {
      this.#reservation?.end({ error })
      await this.#leaveOff(failureOf(error))
      throw failureOf(error)
    }
    await this.#job.save(this.#progress)
  }

  /** The parts that are stored already stay for the next run, unless it begins anew. */
  async #leaveOff(failure: unknown): Promise<void> {
    if (!(failure instanceof JobFailed)) return this.#growing?.leave()
    await this.#growing?.abort().catch(() => undefined)
    const { kept } = this.#progress
    if (kept !== null) this.#tell({ kept: withoutOpen(kept) })
  }

  async #land(fetched: Fetch, { name, size }: LinkFacts): Promise<void> {
    const bytes = size ?? 0
    this.#tell({ phase: 'storing', speed: 0, secondsLeft: null, downloaded: bytes, total: bytes })
    await this.#reserve(fetched.folder, bytes)
    // An earlier run may have fetched it all.
    if (this.#progress.kept?.open) this.#growing ??= await this.#grow(fetched, { name, size: bytes })
    const { open } = this.#progress.kept ?? {}
    const isThere = open !== undefined && (await this.#growing?.finish()) === true
    const result = isThere ? (open.path as UserPath) : await this.#put(fetched, { name, size: bytes })
    this.#tell({ filesDone: 1, result })
  }

  #put({ folder, file }: Fetch, { name, size }: { name: string; size: number }): Promise<UserPath> {
    const landed = this.#landingFile(childOf(folder, name), size)
    const open = () => createReadStream(file, { highWaterMark: MIB })
    return this.#retrying(() => this.#options.landing.put(this.#landingJob, landed, open))
  }

  /** While the storage or the database does not answer, the import keeps its turn. */
  #retrying<T>(work: () => Promise<T>): Promise<T> {
    return retrying(work, this.#job.signal)
  }

  #landingFile(at: UserPath, size: number): LandingFile {
    return { path: at, number: 0, size, modified: this.#modified }
  }

  /** Room in the quota: as announced first, then exactly. */
  async #reserve(folder: UserPath, bytes: number): Promise<void> {
    const reservation = this.#reservation
    if (reservation) await this.#retrying(() => reservation.claim(bytes))
    else this.#reservation = await this.#retrying(() => this.#options.landing.reserve(this.#landingJob, folder, bytes))
  }

  /** Fetches the file into scratch. */
  async #fetch(folder: UserPath): Promise<Fetch & { facts: LinkFacts }> {
    const { dialler, scratch, rate, idleMs = IDLE_MS, limitMs = LIMIT_MS } = this.#options
    const { id, input } = this.#job
    const late = AbortSignal.timeout(limitMs)
    const signal = AbortSignal.any([this.#job.signal, this.#over.signal, late])
    const room = await scratch.take(id, { least: 0, most: 0 }, signal)
    const fetched: Fetch = { folder, file: path.join(room.folder, 'content'), signal }
    try {
      const facts = this.#progress.kept?.facts ?? null
      const asked = { dialler, link: input.source.link, file: fetched.file, facts, idleMs, rate, signal }
      const onFacts = (found: LinkFacts, come: number) => this.#begin(fetched, found, come)
      return { ...fetched, facts: await download({ ...asked, onFacts, onBytes: this.#following() }) }
    } catch (error) {
      this.#job.signal.throwIfAborted()
      throw late.aborted ? failed('tooLong', `not within ${limitMs / 1000} s`) : error
    } finally {
      room.giveBack()
    }
  }

  /** Makes room for what begins to come, and answers its bytes. `come`: those of its beginning that are there. */
  async #begin(fetched: Fetch, facts: LinkFacts, come: number): Promise<number> {
    if (facts.size !== null && facts.size > LINK_MAX_BYTES) throw failed('tooLarge', `${facts.size} bytes`)
    const size = facts.size ?? 0
    const { folder, signal } = fetched
    await this.#reserve(folder, size)
    const room = facts.size === null ? UNKNOWN : { least: size, most: size }
    const { bytes } = await this.#options.scratch.take(this.#job.id, room, signal)
    if (come === 0) await this.#endGrowing()
    const { open } = this.#progress.kept ?? {}
    const kept = { facts, folder, ...(open && { open }) }
    this.#tell({ phase: 'downloading', total: size, title: facts.name, kept })
    await this.#job.save(this.#progress)
    if (size >= GROWING_MIN) this.#growing ??= await this.#grow(fetched, { name: facts.name, size })
    return bytes
  }

  /** Parts of an earlier version of the file are of no use. */
  async #endGrowing(): Promise<void> {
    const { kept } = this.#progress
    await this.#growing?.abort()
    this.#growing = undefined
    if (!kept?.open) return
    await this.#options.landing.abort(this.#landingJob, kept.open.path as UserPath, kept.open.uploadId)
    this.#tell({ kept: withoutOpen(kept) })
  }

  /** Lets the file go up while it comes. */
  async #grow({ folder, file, signal }: Fetch, { name, size }: { name: string; size: number }): Promise<GrowingFile> {
    const { landing } = this.#options
    const earlier = this.#progress.kept?.open
    const at =
      (earlier?.path as UserPath | undefined) ?? (await landing.freePath(this.#landingJob, childOf(folder, name)))
    return GrowingFile.begin({
      landing,
      signal,
      job: this.#landingJob,
      file: this.#landingFile(at, size),
      source: file,
      earlier: earlier?.uploadId,
      onBegun: async (uploadId) => {
        const { kept } = this.#progress
        if (kept !== null) this.#tell({ kept: { ...kept, open: { path: at, uploadId } } })
        await this.#job.save(this.#progress)
      },
      onFailure: (error) => this.#over.abort(error),
    })
  }

  /** Told how many bytes are there. */
  #following(): (bytes: number) => void {
    const speed = createSpeed()
    return (bytes) => {
      this.#growing?.grown(bytes)
      const now = speed.at(bytes)
      const { total } = this.#progress
      const secondsLeft = total > 0 && now > 0 ? Math.ceil((total - bytes) / now) : null
      this.#tell({ downloaded: bytes, speed: now, secondsLeft })
    }
  }

  /** @throws JobFailed `wrongContent` if it is not what the checksum says */
  async #check(file: string): Promise<void> {
    const { checksum } = this.#job.input.source
    if (checksum === null) return
    this.#tell({ phase: 'checking', speed: 0, secondsLeft: null })
    const algorithm = checksumAlgorithmOf(checksum) ?? 'sha256'
    const hash = createHash(algorithm)
    await pipeline(createReadStream(file, { highWaterMark: MIB }), hash, { signal: this.#job.signal })
    const found = hash.digest('hex')
    if (found !== checksum.toLowerCase()) throw failed('wrongContent', `${algorithm} ${found}`)
  }

  /** Whether another import does the rest. */
  async #startTorrent(file: string, { name, size }: LinkFacts): Promise<boolean> {
    const { startTorrent } = this.#options
    if (!startTorrent || (size ?? 0) > TORRENT_MAX_BYTES) return false
    await startTorrent(this.#job, { name, bytes: await readFile(file) })
    return true
  }

  #tell(change: Partial<LinkProgress>): void {
    this.#progress = { ...this.#progress, ...change }
    this.#job.report(this.#progress)
  }
}

const withoutOpen = ({ facts, folder }: LinkKept): LinkKept => ({ facts, folder })
