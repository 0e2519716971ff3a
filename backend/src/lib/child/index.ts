// Nido's child processes by task, because reads take milliseconds and must not wait for renderings of seconds.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { type Child, CHILD_MEMORY } from './bounds.ts'
import { ChildPool } from './pool.ts'
import { startChild } from './worker.ts'

export interface Children {
  /** Short tasks on few bytes: sizes of pictures, subtitles, zip directories. */
  looks: ChildPool
  /** Rendering of pictures. */
  drawings: ChildPool
  /** For open archives: listings, and unpacking while they are read. */
  archives: ChildPool
  /** Compiles the program of the children in the background, so that the first one starts faster. */
  prepare(): void
  stop(): void
}

const MIB = 1024 * 1024
const LOOK_ANSWER_BYTES = 32 * MIB
const DRAWING_ANSWER_BYTES = 16 * MIB

/** `program`: the module that all children run. */
export function createChildren(program: string): Children {
  const codeFolder = makeCodeFolder()
  const options = { program, memory: CHILD_MEMORY, codeFolder }
  let loading: Child | undefined
  const looks = new ChildPool({ ...options, share: FAIR_SHARES.looks, answerBytes: LOOK_ANSWER_BYTES })
  const drawings = new ChildPool({ ...options, share: FAIR_SHARES.children, answerBytes: DRAWING_ANSWER_BYTES })
  const archives = new ChildPool({ ...options, share: FAIR_SHARES.openArchives, answerBytes: LOOK_ANSWER_BYTES })
  return {
    looks,
    drawings,
    archives,
    prepare: () => {
      if (codeFolder === null || loading !== undefined) return
      loading = startChild({ ...options, isLoading: true })
      // Without it children only start more slowly.
      loading.once('error', () => undefined).stdin.end()
      for (const stream of [loading.stdout, loading.stderr]) stream.resume()
    },
    stop: () => {
      loading?.kill('SIGKILL')
      looks.stop()
      drawings.stop()
      archives.stop()
      if (codeFolder !== null) rmSync(codeFolder, { recursive: true, force: true })
    },
  }
}

const CODE_FOLDER = 'nido-code-'

/** A new private folder each time, because its content is run. If there is no space for it, children start slower. */
function makeCodeFolder(): string | null {
  const place = os.tmpdir()
  try {
    for (const name of readdirSync(place)) {
      const owner = new RegExp(`^${CODE_FOLDER}(\\d+)-`).exec(name)?.[1]
      if (owner !== undefined && !isAlive(Number(owner)))
        rmSync(path.join(place, name), { recursive: true, force: true })
    }
    return mkdtempSync(path.join(place, `${CODE_FOLDER}${process.pid}-`))
  } catch {
    return null
  }
}

/** Whether a process may still exist. One that was killed has left its folder. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
