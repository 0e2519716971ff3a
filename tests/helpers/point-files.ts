// Holds API processes at named points and breaks the rules of their storage, by the files of a folder that they look
// into (held-api.ts).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Point } from '../../backend/src/storage/failpoints.ts'
import type { Guard } from './broken-rules.ts'
import { happens } from './until.ts'

/** A point that is held. */
export interface Held {
  /** Waits until somebody is held there. */
  reached(): Promise<void>
  release(): Promise<void>
}

/** The points and guards of a Nido, as files of a folder of its own. */
export interface PointFiles {
  /** What the Nido is to be started with. */
  folder: string
  /** Holds whoever works on something at a point; `about` as the point has it, or a part of that. */
  hold(point: Point, about: string): Promise<Held>
  /** Leaves a guard out from now on; answers how to end that. */
  leaveOut(guard: Guard): Promise<() => Promise<void>>
  remove(): Promise<void>
}

/** Nobody is held, and no guard is left out, until that is asked for. */
export async function makePointFiles(): Promise<PointFiles> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-points-'))
  const file = (name: string) => path.join(folder, name)
  const drop = (name: string) => rm(file(name), { force: true })
  return {
    folder,
    hold: async (point, about) => {
      await drop(`${point}.reached`)
      await writeFile(file(point), about)
      return {
        reached: () =>
          happens(
            () =>
              readFile(file(`${point}.reached`)).then(
                () => true,
                () => false,
              ),
            `nobody came by ${point}`,
          ),
        release: () => drop(point),
      }
    },
    leaveOut: async (guard) => {
      await writeFile(file(`without-${guard}`), '')
      return () => drop(`without-${guard}`)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
