// Holds API processes at named points and switches off guards of their storage, through files in a folder that the
// processes watch (held-api.ts).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Point } from '../../backend/src/storage/failpoints.ts'
import type { Guard } from './broken-rules.ts'
import { happens } from './until.ts'

/** A point at which processes are held. */
export interface Held {
  /** Waits until a caller is held there. */
  reached(): Promise<void>
  release(): Promise<void>
}

/** Controls the points and guards of one Nido through files in its own folder. */
export interface PointFiles {
  /** The folder to start the Nido with. */
  folder: string
  /** Holds every caller that reaches a point with a subject that contains `about`. */
  hold(point: Point, about: string): Promise<Held>
  /** Switches a guard off. The returned function switches it on again. */
  leaveOut(guard: Guard): Promise<() => Promise<void>>
  remove(): Promise<void>
}

/** At first nothing is held and all guards are on. */
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
