// The disk space of a worker: a folder for each job, for what is fetched and not yet stored.
import { chmod, mkdir, readdir, rm, statfs, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HouseTask } from '../../database/house-keeping.ts'
import { failed } from './landing-failures.ts'

/** What a job has of it. */
export interface JobScratch {
  /** An absolute path. What an earlier run has left is still there. */
  readonly folder: string
  /** Bytes that it may hold. */
  readonly bytes: number
  /** Gives the space back to others. The folder stays, for the next run. */
  giveBack(): void
}

export interface ScratchOptions {
  /** An absolute path. */
  folder: string
  /** Bytes that all jobs together may have; 0 for no limit but the disk. */
  most(): Promise<number>
  /** Ids of the jobs that have not ended. */
  needed(): Promise<ReadonlySet<string>>
  /** How often a job looks again for space that others have, in milliseconds. */
  lookMs?: number
}

const SWEEP_MS = 10 * 60_000
const LOOK_MS = 2_000
/** Bytes of the disk that are left to others. */
const MARGIN = 64 * 1024 * 1024
const PRIVATE = 0o700
/** `st_blocks` counts these, whatever the file system's blocks are (stat(2)). */
const BLOCK_BYTES = 512

export class ScratchFolders {
  readonly tasks: readonly HouseTask[] = [
    { name: 'import scratch', everyMs: SWEEP_MS, isOwn: true, run: () => this.sweep() },
  ]
  readonly #options: ScratchOptions
  readonly #promised = new Map<string, number>()

  constructor(options: ScratchOptions) {
    this.#options = options
  }

  /**
   * A folder for a job, with room for `most` bytes, or for as many as there are from `least` on. Waits while others
   * have them.
   * @throws JobFailed `noScratch` if there will never be so many; the signal's reason
   */
  async take(id: string, room: { least: number; most: number }, signal: AbortSignal): Promise<JobScratch> {
    const folder = await this.#make(id)
    // Jobs never wait for space while they have some: two of them could wait for each other forever.
    this.#promised.delete(id)
    for (;;) {
      signal.throwIfAborted()
      const free = await this.#freeFor(id, folder)
      const bytes = Math.min(room.most, free)
      if (bytes >= room.least) {
        this.#promised.set(id, bytes)
        return { folder, bytes, giveBack: () => void this.#promised.delete(id) }
      }
      if (![...this.#promised.keys()].some((other) => other !== id))
        throw failed('noScratch', `${room.least} bytes are needed, and there are ${Math.max(0, Math.floor(free))}`)
      await sleep(this.#options.lookMs ?? LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Removes the folder of a job. */
  async remove(id: string): Promise<void> {
    await rm(this.#folderOf(id), { recursive: true, force: true })
    this.#promised.delete(id)
  }

  /** Removes the folders of jobs that have ended. */
  async sweep(): Promise<void> {
    const found = await readdir(this.#options.folder).catch(() => [])
    const needed = await this.#options.needed()
    for (const id of found) if (!needed.has(id) && !this.#promised.has(id)) await this.remove(id)
  }

  #folderOf(id: string): string {
    if (!/^[\w-]+$/.test(id)) throw new Error('the id of a job is no name of a folder')
    return path.join(this.#options.folder, id)
  }

  async #make(id: string): Promise<string> {
    const folder = this.#folderOf(id)
    await mkdir(folder, { recursive: true, mode: PRIVATE })
    await chmod(this.#options.folder, PRIVATE)
    return folder
  }

  /** Bytes that a job may have: what the setting and the disk leave, beside what others were promised. */
  async #freeFor(id: string, folder: string): Promise<number> {
    const others = [...this.#promised].reduce((sum, [other, bytes]) => sum + (other === id ? 0 : bytes), 0)
    const limit = (await this.#options.most()) || Infinity
    const disk = await statfs(folder)
    const onDisk = disk.bavail * disk.bsize + (await bytesBelow(folder)) - MARGIN
    return Math.min(limit, onDisk) - others
  }
}

/** Bytes that the files below a folder take on the disk. */
async function bytesBelow(folder: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(() => null)
    sum += (found?.blocks ?? 0) * BLOCK_BYTES
  }
  return sum
}
