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
import type { LandingJob } from '../landing.ts'
import { failed, failureOf } from '../landing-failures.ts'
import { NO_PROGRESS } from '../types.ts'
import type { LinkFacts } from './answer.ts'
import { download } from './download.ts'
import { createSpeed } from './speed.ts'
import type { LinkJob, LinkProgress, LinkWorkOptions } from './work.ts'

const MIB = 1024 * 1024
/** The folder for files of people who name no other. */
const USUAL_FOLDER = 'Downloads'
const IDLE_MS = 60_000
const LIMIT_MS = 24 * 60 * 60_000
/** The room for a file whose length is not known. */
const UNKNOWN = { least: 64 * MIB, most: 4 * 1024 * MIB }

export const landingJobOf = (job: LinkJob): LandingJob => ({
  id: job.id,
  owner: job.owner,
  isHeld: () => job.isHeld(),
  action: 'importVideos',
})

export class LinkRun {
  readonly #options: LinkWorkOptions
  readonly #job: LinkJob
  readonly #landingJob: LandingJob
  #progress: LinkProgress
  #reservation: Reservation | undefined

  constructor(options: LinkWorkOptions, job: LinkJob) {
    this.#options = options
    this.#job = job
    this.#landingJob = landingJobOf(job)
    const { kept, title } = job.progress ?? NO_PROGRESS
    this.#progress = { ...NO_PROGRESS, title, files: 1, kept }
  }

  async run(): Promise<void> {
    const { landing } = this.#options
    const { target } = this.#job.input
    this.#tell({ phase: 'asking' })
    const folder = await landing.folder(this.#landingJob, { target, usual: USUAL_FOLDER, isShared: false })
    try {
      const { file, facts } = await this.#fetch(folder)
      await this.#check(file)
      const isHandedOn = facts.isTorrent && (await this.#startTorrent(file, facts))
      if (!isHandedOn) await this.#land(folder, file, facts)
      this.#reservation?.end('written')
    } catch (error) {
      this.#reservation?.end({ error })
      throw failureOf(error)
    }
    await this.#job.save(this.#progress)
  }

  async #land(folder: UserPath, file: string, { name, size }: LinkFacts): Promise<void> {
    const bytes = size ?? 0
    this.#tell({ phase: 'storing', speed: 0, secondsLeft: null, downloaded: bytes, total: bytes })
    await this.#reserve(folder, bytes)
    const landed = { path: childOf(folder, name), number: 0, size: bytes, modified: new Date() }
    const result = await this.#options.landing.put(this.#landingJob, landed, () =>
      createReadStream(file, { highWaterMark: MIB }),
    )
    this.#tell({ filesDone: 1, result })
  }

  /** Room in the quota: as announced first, then exactly. */
  async #reserve(folder: UserPath, bytes: number): Promise<void> {
    if (this.#reservation) await this.#reservation.claim(bytes)
    else this.#reservation = await this.#options.landing.reserve(this.#landingJob, folder, bytes)
  }

  /** Fetches the file into scratch. */
  async #fetch(folder: UserPath): Promise<{ file: string; facts: LinkFacts }> {
    const { dialler, scratch, rate, idleMs = IDLE_MS, limitMs = LIMIT_MS } = this.#options
    const { id, input } = this.#job
    const late = AbortSignal.timeout(limitMs)
    const signal = AbortSignal.any([this.#job.signal, late])
    const room = await scratch.take(id, { least: 0, most: 0 }, signal)
    const file = path.join(room.folder, 'content')
    const speed = createSpeed()
    const onFacts = async (facts: LinkFacts) => {
      if (facts.size !== null && facts.size > LINK_MAX_BYTES) throw failed('tooLarge', `${facts.size} bytes`)
      const size = facts.size ?? 0
      await this.#reserve(folder, size)
      const { bytes } = await scratch.take(id, facts.size === null ? UNKNOWN : { least: size, most: size }, signal)
      this.#tell({ phase: 'downloading', total: size, title: facts.name, kept: { facts, folder } })
      await this.#job.save(this.#progress)
      return bytes
    }
    const onBytes = (bytes: number) => {
      const now = speed.at(bytes)
      const { total } = this.#progress
      const secondsLeft = total > 0 && now > 0 ? Math.ceil((total - bytes) / now) : null
      this.#tell({ downloaded: bytes, speed: now, secondsLeft })
    }
    try {
      const facts = this.#progress.kept?.facts ?? null
      const asked = { dialler, link: input.source.link, file, facts, idleMs, rate, signal }
      return { file, facts: await download({ ...asked, onFacts, onBytes }) }
    } catch (error) {
      this.#job.signal.throwIfAborted()
      throw late.aborted ? failed('tooLong', `not within ${limitMs / 1000} s`) : error
    } finally {
      room.giveBack()
    }
  }

  /** @throws JobFailed `wrongContent` if it is not what the checksum says */
  async #check(file: string): Promise<void> {
    const { checksum } = this.#job.input.source
    if (checksum === null) return
    this.#tell({ phase: 'checking', speed: 0, secondsLeft: null })
    const algorithm = checksumAlgorithmOf(checksum) ?? 'sha256'
    const hash = createHash(algorithm)
    await pipeline(createReadStream(file), hash, { signal: this.#job.signal })
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
