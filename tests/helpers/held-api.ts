// An API process that tests can hold at named points, and whose guards they can switch off, through files in a folder
// (point-files.ts). The folder is its only argument.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runApi } from '../../backend/src/run-api.ts'
import type { Point } from '../../backend/src/storage/failpoints.ts'
import type { StorageSeams } from '../../backend/src/storage/index.ts'
import { rulesWithout } from './broken-rules.ts'

const LOOK_EVERY_MS = 10

const [, , folder = ''] = process.argv
await runApi(seamsOf(folder))

/**
 * The hooks for the storage. A file named after a point holds every caller that reaches the point with a subject that
 * contains the file's text; `<point>.reached` is written when a caller is held. A file `without-<guard>` switches that
 * guard off.
 */
function seamsOf(folder: string): Required<StorageSeams> {
  const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)
  const at = async (point: Point, about: string): Promise<void> => {
    const file = path.join(folder, point)
    for (let isTold = false; ; isTold = true) {
      const wanted = textOf(file)
      if (wanted === null || !about.includes(wanted)) return
      if (!isTold) writeFileSync(`${file}.reached`, about)
      await wait(LOOK_EVERY_MS)
    }
  }
  return { failpoints: { at }, rules: rulesWithout((guard) => existsSync(path.join(folder, `without-${guard}`))) }
}
