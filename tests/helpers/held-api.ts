// An API process whose storage is held and led astray by the files of a folder (point-files.ts), its one argument.
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
 * What the storage is handed. A file with the name of a point holds whoever comes by there, if what it is about
 * contains the file's text; who is held says so in a file `<point>.reached`. A file `without-<guard>` breaks the rule
 * of that guard.
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
