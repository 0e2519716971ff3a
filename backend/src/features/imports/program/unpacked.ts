// The yt-dlp that a worker uses: the chosen one, once it was unpacked and has run; until then, and if it does not run,
// another. The rest of its Python environment stays as it was installed.
import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { outputOf } from '../../../lib/child/output.ts'
import type { Log } from '../../../lib/log.ts'
import type { Scratch } from '../../../storage/types.ts'
import type { VideoPrograms } from '../videos/program.ts'
import { keptBy, type Program, readChoice, type Wheel, wheelKey, wheelsOf } from './choice.ts'
import { isSameVersion } from './releases.ts'

export interface UnpackedOptions {
  /** As installed. */
  programs: VideoPrograms
  /** What that says of itself; null if it does not run. */
  version: string | null
  /** Where packages are unpacked. */
  folder: string
  scratch: Pick<Scratch, 'get'>
  /** Told of each change. `refused`: the chosen version, if it does not run. */
  tell(used: { version: string | null; refused: string | null }): void
  log: Pick<Log, 'info' | 'warn'>
}

const LIMIT_MS = 120_000
const SAID_BYTES = 64 * 1024
const never = new AbortController().signal

export class UnpackedPrograms {
  readonly #options: UnpackedOptions
  #used: VideoPrograms
  readonly #inTurn = pLimit(1)

  constructor(options: UnpackedOptions) {
    this.#options = options
    this.#used = options.programs
  }

  /** What is to be used now. Waits for a change that is under way. */
  async current(): Promise<VideoPrograms> {
    await this.#inTurn(() => undefined)
    return this.#used
  }

  /** Takes over what is chosen. Never throws: what does not run is not used. */
  refresh(): Promise<void> {
    return this.#inTurn(() =>
      this.#take().catch((error: unknown) => this.#options.log.warn({ err: error }, 'the chosen yt-dlp is unknown')),
    )
  }

  /** Removes what was unpacked for earlier choices. Only while nothing runs. */
  async clean(): Promise<void> {
    const kept = keptBy(await readChoice(this.#options.scratch))
    const found = await readdir(this.#options.folder).catch(() => [])
    for (const name of found) if (!kept.includes(name)) await this.#remove(name)
  }

  async #take(): Promise<void> {
    const { programs, version, scratch, tell, log } = this.#options
    // If the installed one does not run, there is no Python for another version.
    if (version === null) return tell({ version, refused: null })
    const { now, before } = await readChoice(scratch)
    for (const chosen of [now, ...(now === null ? [] : [before])]) {
      const runs = chosen === null ? { programs, version } : await this.#tried(chosen)
      if (runs === null) continue
      this.#used = runs.programs
      log.info({ version: runs.version }, 'this yt-dlp is used')
      return tell({ version: runs.version, refused: chosen === now ? null : (now?.version ?? null) })
    }
    this.#used = programs
    tell({ version, refused: now?.version ?? null })
  }

  /** Unpacks the packages of a program and runs it. Null if that does not work. */
  async #tried(chosen: Program): Promise<{ programs: VideoPrograms; version: string } | null> {
    const { programs, log } = this.#options
    try {
      const folders: string[] = []
      for (const wheel of wheelsOf(chosen)) folders.push(await this.#unpack(wheel))
      const pythonPath = folders.join(path.delimiter)
      const version = await versionOf({ ...programs, pythonPath })
      if (!isSameVersion(version, chosen.version)) throw new Error(`it calls itself ${version}`)
      return { programs: { ...programs, pythonPath }, version }
    } catch (error) {
      log.warn({ err: error, version: chosen.version }, 'a chosen yt-dlp does not run')
      // The package that it demands may be in use with another version.
      await this.#remove(chosen.sha256)
      return null
    }
  }

  /** The folder of a package, which is whole if it is there. */
  async #unpack(wheel: Wheel): Promise<string> {
    const { folder, programs, scratch } = this.#options
    const target = path.join(folder, wheel.sha256)
    if (await isThere(target)) return target
    const bytes = await scratch.get(wheelKey(wheel))
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== wheel.sha256)
      throw new Error('the package is not as it was fetched')
    const begun = path.join(folder, `${wheel.sha256}.part`)
    await rm(begun, { recursive: true, force: true })
    await mkdir(begun, { recursive: true, mode: 0o700 })
    const file = path.join(begun, 'wheel.zip')
    await writeFile(file, bytes)
    const { searchPath } = programs
    const args = ['-m', 'zipfile', '-e', file, path.join(begun, 'in')]
    const program = await pythonFor(programs)
    await outputOf({ program, searchPath, args, limitMs: LIMIT_MS, maxBytes: SAID_BYTES, signal: never })
    await rename(path.join(begun, 'in'), target)
    await rm(begun, { recursive: true, force: true })
    return target
  }

  async #remove(name: string): Promise<void> {
    await rm(path.join(this.#options.folder, name), { recursive: true, force: true })
  }
}

/** What yt-dlp calls itself. The first run also leaves its compiled modules. @throws AppError if it does not run */
export async function versionOf({ ytdlp, searchPath, pythonPath }: VideoPrograms): Promise<string> {
  const said = await outputOf({
    program: ytdlp,
    searchPath,
    args: ['--ignore-config', '--no-plugin-dirs', '--version'],
    limitMs: LIMIT_MS,
    maxBytes: SAID_BYTES,
    signal: never,
    ...(pythonPath === undefined ? {} : { environment: { PYTHONPATH: pythonPath } }),
  })
  return said.toString().trim().slice(0, 40)
}

/** The Python beside yt-dlp, in a virtual environment; otherwise that of the machine. */
async function pythonFor({ ytdlp }: VideoPrograms): Promise<string> {
  const beside = path.join(path.dirname(ytdlp), 'python3')
  return path.isAbsolute(ytdlp) && (await isThere(beside)) ? beside : 'python3'
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )
