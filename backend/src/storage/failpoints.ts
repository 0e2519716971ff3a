// Places where a test may hold the process, and guards of the protocol that it may leave out, to see that each is
// needed (tests/faults/replay.test.ts). The setting FAILPOINT names a folder and counts only where NODE_ENV is `test`:
// a file in it with the name of a point holds whoever comes by there, if what it is about contains the file's text; a
// file `without-<guard>` leaves that guard out.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sleep } from '../lib/sleep.ts'

export const POINTS = [
  'reader.looks',
  'writer.checked',
  'copy.checked',
  'copy.registered',
  'copy.version',
  'copy.done',
  'move.committed',
  'move.half',
  'move.removed',
  'delete.noted',
  'delete.half',
  'delete.markers',
  'delete.laid',
  'restore.batch',
  'restore.version',
  'purge.batch',
  'erase.found',
  'writer.clears',
  'writer.settles',
  'replace.noted',
] as const
export type Point = (typeof POINTS)[number]

export const GUARDS = [
  'overlap',
  'new',
  'secondLook',
  'ownName',
  'journalAfterStore',
  'beneathCopies',
  'exactVersions',
  'oldestFirst',
  'border',
  'clearHiding',
  'folderAround',
  'wholeCopy',
  'manifestFirst',
  'onlyBeneath',
  'expiring',
  'liveNames',
  'clearRegistered',
] as const
export type Guard = (typeof GUARDS)[number]

export interface Failpoints {
  /** Waits while a test holds this point. `about` is the path or key that whoever comes by works on. */
  at(point: Point, about: string): Promise<void>
  /** Whether a guard is in its place: always, but where a test leaves it out. */
  keeps(guard: Guard): boolean
}

const LOOK_EVERY_MS = 10

/** Nothing is ever held or left out. */
export const NO_FAILPOINTS: Failpoints = { at: async () => undefined, keeps: () => true }

/** Points and guards by the files of a folder. Who is held says so in a file `<point>.reached`. */
export function failpointsOf(folder: string): Failpoints {
  const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)
  return {
    at: async (point, about) => {
      const file = path.join(folder, point)
      for (let isTold = false; ; isTold = true) {
        const wanted = textOf(file)
        if (wanted === null || !about.includes(wanted)) return
        if (!isTold) writeFileSync(`${file}.reached`, about)
        await sleep(LOOK_EVERY_MS)
      }
    },
    keeps: (guard) => !existsSync(path.join(folder, `without-${guard}`)),
  }
}
