// Runs the tools of the tests, and reads their reports.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { NODE, ROOT } from './places.ts'
import type { StageContext } from './stage.ts'

const MINUTE_MS = 60_000

/** The time limit of a stage, so that nothing hangs. A slow machine takes fifty minutes for the tests of the API. */
const limitOf = (env: NodeJS.ProcessEnv) => (env['NIDO_FULL'] ? 90 : 60) * MINUTE_MS

interface Ended {
  code: number | null
  lastLine: string
}

/** Runs a script in its own process group, and kills the whole group when time is up. */
export function runNode(
  args: string[],
  { env, say }: Pick<StageContext, 'env' | 'say'>,
  { hideOutput = false } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const endAll = () => {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }
    const limit = setTimeout(() => {
      say(`This took longer than ${limitOf(env) / MINUTE_MS} minutes and is ended.`)
      endAll()
    }, limitOf(env))
    const onStop = () => {
      endAll()
      process.exit(1)
    }
    process.once('SIGINT', onStop).once('SIGTERM', onStop)
    let lastLine = ''
    const read = (stream: Readable, onLine: (line: string) => void) =>
      createInterface({ input: stream }).on('line', onLine)
    // Jest's JSON also goes to standard output; the readable part is on standard error.
    read(child.stdout, (line) => {
      if (line.trim() !== '') lastLine = line
      if (!hideOutput) say(line)
    })
    read(child.stderr, say)
    child.on('close', (code) => {
      clearTimeout(limit)
      process.off('SIGINT', onStop).off('SIGTERM', onStop)
      resolve({ code, lastLine: lastLine.trimEnd() })
    })
  })
}

/** Gives a tool a file for its report, which is removed afterwards. */
export async function withReport<T>(run: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-report-'))
  try {
    return await run(path.join(folder, 'report.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Null if the tool has not written one. */
export async function readReport<T>(file: string): Promise<T | null> {
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as T,
    () => null,
  )
}
