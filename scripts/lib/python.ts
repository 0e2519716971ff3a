// Virtual environments of Python, installed once into the user's cache, from packages whose hashes are known.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startChild } from './child.ts'
import { withLock } from './file-lock.ts'
import { cacheFolder, findOnPath, type ProgramPlaces } from './programs.ts'

/** Written last, because what is in the folder before may be incomplete. */
const READY = 'ready'
const INSTALL_MS = 5 * 60_000

/** pip's arguments. Only wheels whose hashes are known are installed, so no code of theirs runs meanwhile. */
const INSTALL = [
  ['install', '--quiet', '--no-input', '--disable-pip-version-check'],
  ['--retries', '2', '--timeout', '20'],
  ['--require-hashes', '--only-binary', ':all:', '-r'],
].flat()

/**
 * What a Python tells of itself. pip 22.3 was the first that installs for another Python (`--python`), which saves a
 * second pip.
 */
const TELL = `
import importlib.util, json, sys
has = lambda name: importlib.util.find_spec(name) is not None
pip = has('pip') and tuple(map(int, __import__('pip').__version__.split('.')[:2])) >= (22, 3)
print(json.dumps({
  'version': sys.version.split()[0], 'identity': sys.version + sys.base_prefix, 'isNew': sys.version_info >= (3, 11),
  'hasVenv': has('venv'), 'hasEnsurepip': has('ensurepip'), 'hasPip': pip,
}))
`

interface Python {
  version: string
  /** Differs where another Python needs another environment. */
  identity: string
  isNew: boolean
  hasVenv: boolean
  hasEnsurepip: boolean
  hasPip: boolean
}

export interface PythonPackages {
  /** Of the folder in the cache, and in messages. */
  name: string
  /** The file that lists them, with their hashes. */
  requirements: string
  /** What they are for: said when they are installed. */
  purpose: string
}

/**
 * The folder of a virtual environment with some packages. @throws Error in words if it cannot be had
 */
export async function pythonWith(
  { name, requirements, purpose }: PythonPackages,
  { env, say }: ProgramPlaces,
): Promise<string> {
  const file = await findOnPath('python3', env)
  if (!file) throw new Error('it needs Python 3.11 or later (python3)')
  const python = await lookAt(file, env)
  const hash = createHash('sha256')
    .update(await readFile(requirements))
    .update(python.identity)
  const folder = path.join(cacheFolder(env), `${name}-${hash.digest('hex').slice(0, 16)}`)
  if (await isReady(folder)) return folder
  await mkdir(path.dirname(folder), { recursive: true })
  return withLock(
    `${folder}.lock`,
    () => say(`Waiting for another run that installs ${name}`),
    async () => {
      if (await isReady(folder)) return folder
      say(`Installing ${name}, for ${purpose}. This takes a few seconds, once.`)
      await rm(folder, { recursive: true, force: true })
      const fill = python.hasPip ? fillFromOutside : fillFromInside
      await fill({ python: file, folder, requirements, env })
      await writeFile(path.join(folder, READY), '')
      return folder
    },
  )
}

interface Filling {
  python: string
  folder: string
  requirements: string
  env: NodeJS.ProcessEnv
}

/** Makes the virtual environment without a pip, and installs by that of the given Python. */
async function fillFromOutside({ python, folder, requirements, env }: Filling): Promise<void> {
  await run(python, ['-m', 'venv', '--without-pip', folder], env)
  await run(python, ['-m', 'pip', '--python', path.join(folder, 'bin', 'python3'), ...INSTALL, requirements], env)
}

/** Makes the virtual environment with a pip of its own. */
async function fillFromInside({ python, folder, requirements, env }: Filling): Promise<void> {
  await run(python, ['-m', 'venv', folder], env)
  await run(path.join(folder, 'bin', 'python3'), ['-m', 'pip', ...INSTALL, requirements], env)
}

/** @throws Error in words if this Python cannot make the environment */
async function lookAt(file: string, env: NodeJS.ProcessEnv): Promise<Python> {
  const python = JSON.parse((await run(file, ['-c', TELL], env)).at(-1) ?? '') as Python
  if (!python.isNew) throw new Error(`it needs Python 3.11 or later, and python3 is ${python.version}`)
  if (!python.hasVenv || !(python.hasEnsurepip || python.hasPip))
    throw new Error('python3 lacks venv or pip (on Debian: apt-get install python3-venv)')
  return python
}

/** Runs a program. Returns its last lines. @throws Error with its last line if it fails or takes too long */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const child = await startChild(path.basename(command), { command, args, env })
  const limit = setTimeout(() => void child.stop(), INSTALL_MS)
  const { code } = await child.exited
  clearTimeout(limit)
  const lines = child.lastLines()
  if (code !== 0) throw new Error(lines.findLast((line) => line.trim() !== '') ?? `${child.name} failed`)
  return lines
}

const isReady = (folder: string): Promise<boolean> =>
  readFile(path.join(folder, READY)).then(
    () => true,
    () => false,
  )
