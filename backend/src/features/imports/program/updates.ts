// Lets an administrator choose the version of yt-dlp. Here packages are only fetched and compared: workers run them.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { YtDlpRelease, YtDlpState } from '../../../../contract/yt-dlp.ts'
import type { ChangeCounters } from '../../../database/change-counters.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ChildPool } from '../../../lib/child/pool.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import type { Scratch } from '../../../storage/types.ts'
import {
  type ProgramChoice,
  keptBy,
  type Program,
  readChoice,
  type Wheel,
  wheelKey,
  writeChoice,
  YT_DLP,
} from './choice.ts'
import type { ReleasesQuestion } from './releases-task.ts'
import { type Project, type Release, SIMPLE_JSON } from './releases.ts'

export interface YtDlpUpdatesOptions {
  isOn: boolean
  /** The address of an index's simple API. */
  index: string
  dialler: Pick<Dialler, 'dial'>
  children: Pick<ChildPool, 'run'>
  scratch: Pick<Scratch, 'get' | 'put' | 'delete'>
  changeCounters: Pick<ChangeCounters, 'announce' | 'workers'>
}

const MIB = 1024 * 1024
const INDEX_MAX_BYTES = 24 * MIB
const WHEEL_MAX_BYTES = 32 * MIB
const INDEX_WITHIN_MS = 30_000
const WHEEL_WITHIN_MS = 120_000
const READING_MS = 15_000

export class YtDlpUpdates {
  readonly #options: YtDlpUpdatesOptions

  constructor(options: YtDlpUpdatesOptions) {
    this.#options = options
  }

  async state(): Promise<YtDlpState> {
    return this.#stateOf(await readChoice(this.#options.scratch))
  }

  /** @throws AppError `notImplemented` if it is off; `unavailable` if what answers is not a package index */
  async releases(): Promise<YtDlpRelease[]> {
    const releases = await this.#ask({ project: 'yt-dlp', version: null })
    return releases.map(({ version, released, isPreview }) => ({ version, released, isPreview }))
  }

  /**
   * Chooses a version; null for the one that came with the installation. The one before is kept. The yt-dlp-ejs that a
   * version demands comes with it.
   * @throws AppError `notImplemented` if it is off, `notFound` for a version that the index does not list, `conflict`
   *   if a package is not what the index states, `unavailable`
   */
  async choose(version: string | null): Promise<YtDlpState> {
    const { scratch, changeCounters } = this.#options
    this.#demandOn()
    const choice = await readChoice(scratch)
    if (version === (choice.now?.version ?? null)) return this.#stateOf(choice)
    const chosen: ProgramChoice = { now: await this.#programOf(version, choice), before: choice.now, hasBefore: true }
    await writeChoice(scratch, chosen)
    await changeCounters.announce(YT_DLP)
    const kept = keptBy(chosen)
    await scratch.delete(
      keptBy(choice)
        .filter((sha256) => !kept.includes(sha256))
        .map((sha256) => wheelKey({ sha256 })),
    )
    return this.#stateOf(chosen)
  }

  #demandOn(): void {
    if (!this.#options.isOn) throw new AppError('notImplemented', 'YTDLP_UPDATES is off')
  }

  #stateOf({ now, before, hasBefore }: ProgramChoice): YtDlpState {
    const { isOn, changeCounters } = this.#options
    const workers = changeCounters.workers().ytDlp
    const told = (versions: (string | null)[]) => [...new Set(versions.filter((version) => version !== null))]
    return {
      canChoose: isOn,
      chosen: now?.version ?? null,
      before: hasBefore ? { version: before?.version ?? null } : null,
      inUse: told(workers.map(({ version }) => version)),
      refused: told(workers.map(({ refused }) => refused)),
    }
  }

  async #programOf(version: string | null, { before }: ProgramChoice): Promise<Program | null> {
    if (version === null) return null
    if (before?.version === version) return before
    const { bytes, ...wheel } = await this.#fetchWheel('yt-dlp', version)
    const demanded = (await this.#read('ytDlpDemands', null, bytes)) as string | null
    const ejs = demanded === null ? null : await this.#fetchWheel('yt-dlp-ejs', demanded)
    // Nothing is kept of a choice whose packages do not all come.
    await this.#options.scratch.put(wheelKey(wheel), bytes)
    if (ejs === null) return { ...wheel, ejs }
    await this.#options.scratch.put(wheelKey(ejs), ejs.bytes)
    return { ...wheel, ejs: { version: ejs.version, sha256: ejs.sha256 } }
  }

  /** A package of the index, compared with what that states. */
  async #fetchWheel(project: Project, version: string): Promise<Wheel & { bytes: Buffer }> {
    const [release] = await this.#ask({ project, version })
    if (release === undefined) throw new AppError('notFound', `the index does not list ${project} ${version}`)
    const bytes = await this.#fetch(new URL(release.url, this.#page(project)), WHEEL_MAX_BYTES, WHEEL_WITHIN_MS)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (sha256 !== release.sha256) throw new AppError('conflict', `the package of ${project} has the SHA-256 ${sha256}`)
    return { version, sha256, bytes }
  }

  #page(project: Project): string {
    return `${this.#options.index.replace(/\/+$/, '')}/${project}/`
  }

  async #ask(question: ReleasesQuestion): Promise<Release[]> {
    this.#demandOn()
    const bytes = await this.#fetch(new URL(this.#page(question.project)), INDEX_MAX_BYTES, INDEX_WITHIN_MS)
    return (await this.#read('ytDlpReleases', question, bytes)) as Release[]
  }

  /** Lets a child read what has come. */
  async #read(task: 'ytDlpReleases' | 'ytDlpDemands', input: unknown, bytes: Buffer): Promise<unknown> {
    const answer = await this.#options.children
      .run({
        task,
        input,
        body: { length: bytes.length, open: () => [bytes] },
        limitMs: READING_MS,
        signal: AbortSignal.timeout(READING_MS),
      })
      .catch((cause: unknown) => {
        throw new AppError('unavailable', 'what answers is not a package index', { cause })
      })
    return answer.value
  }

  async #fetch(url: URL, maxBytes: number, withinMs: number): Promise<Buffer> {
    try {
      const headers = { accept: `${SIMPLE_JSON}, */*;q=0.1` }
      const { status, body } = await this.#options.dialler.dial(url, { headers, maxBytes, withinMs })
      if (status === 200) return await buffer(body)
      body.destroy()
      throw new Error(`${url.host} answers ${status}`)
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause)
      throw new AppError('unavailable', `the index could not be read: ${words}`, { cause })
    }
  }
}
