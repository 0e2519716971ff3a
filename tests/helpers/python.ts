// Python with the libraries that judge our calendars. They are other people's reading of the same standards.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { environment } from '../../scripts/lib/environment.ts'
import { pythonWith } from '../../scripts/lib/python.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'python')
const ANSWER_BYTES = 64 * 1024 * 1024
const PACKAGES = {
  name: 'icalendar',
  requirements: path.join(FOLDER, 'requirements.txt'),
  purpose: 'tests of calendars',
}
const say = (text: string) => void process.stderr.write(`${text}\n`)

/** Runs a script of tests/python with some input on its standard input. */
export type RunPython = (script: string, input: string) => Promise<string>

/** Null where there is no Python that can have them, which is said in words: then there is no judge. */
export async function findPython(): Promise<RunPython | null> {
  try {
    const folder = await pythonWith(PACKAGES, { env: environment(), say })
    return async (script, input) => {
      const running = promisify(execFile)(path.join(folder, 'bin', 'python3'), [path.join(FOLDER, script)], {
        maxBuffer: ANSWER_BYTES,
      })
      running.child.stdin?.end(input)
      return (await running).stdout
    }
  } catch (error) {
    say(`No Python judges calendars: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}
