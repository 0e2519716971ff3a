// Python with the libraries and programs that judge our calendars. They are other people's reading of the same
// standards.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startChild } from '../../scripts/lib/child.ts'
import { statusOf, waitFor } from '../../scripts/lib/embedded.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
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
  const programs = await findPrograms()
  if (programs === null) return null
  return (script, input) => run(path.join(programs, 'python3'), [path.join(FOLDER, script)], input)
}

/** The folder of Python and its programs; null as above. */
export async function findPrograms(): Promise<string | null> {
  try {
    return path.join(await pythonWith(PACKAGES, { env: environment(), say }), 'bin')
  } catch (error) {
    say(`No Python judges calendars: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/** Runs a program, and answers what it writes. @throws Error if it fails */
export async function run(program: string, args: readonly string[], input = ''): Promise<string> {
  const running = promisify(execFile)(program, args, { maxBuffer: ANSWER_BYTES })
  running.child.stdin?.end(input)
  return (await running).stdout
}

export interface Radicale {
  url: string
  username: string
  password: string
  stop(): Promise<void>
}

/** Starts Radicale, another CalDAV server, with one person. */
export async function startRadicale(programs: string): Promise<Radicale> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-radicale-'))
  const port = await findFreePort()
  const [username, password] = ['ada', 'a password']
  const people = path.join(folder, 'people')
  await writeFile(people, `${username}:${password}\n`)
  const child = await startChild('Radicale', {
    command: path.join(programs, 'python3'),
    args: [
      '-m radicale --server-hosts'.split(' '),
      `127.0.0.1:${port} --logging-level error --auth-type htpasswd --auth-htpasswd-encryption plain`.split(' '),
      ['--config', '', '--auth-htpasswd-filename', people, '--storage-filesystem-folder', path.join(folder, 'data')],
    ].flat(),
  })
  const url = `http://127.0.0.1:${port}/`
  await waitFor(child, async () => (await statusOf(url)) !== 0)
  const stop = async () => {
    await child.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url, username, password, stop }
}
