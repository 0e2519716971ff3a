// MinIO, the database server and programs for tests: from a setting or PATH, or built once into the user's cache.
import { createHash } from 'node:crypto'
import { access, constants, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startChild } from './child.ts'
import { withLock } from './file-lock.ts'

const MINIO_MODULE = 'github.com/minio/minio'
export const MINIO_VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c'
const VERSITYGW_MODULE = 'github.com/versity/versitygw/cmd/versitygw'
const VERSITYGW_VERSION = 'v1.8.0'
const SERVICES = path.join(import.meta.dirname, '..', 'services')
const RCLONE = path.join(import.meta.dirname, '..', 'rclone')
const SAY_EVERY_MS = 15_000

/** Where to search and build programs. */
export interface ProgramPlaces {
  env: NodeJS.ProcessEnv
  /** Called with messages about slow steps. */
  say: (line: string) => void
}

/** A program file, and whether it is a real `mongod` or the one built here, which start differently. */
export interface DatabaseProgram {
  file: string
  kind: 'mongod' | 'embedded'
}

/**
 * The MinIO server: `MINIO_BIN`, or `minio` on PATH, or built.
 * @throws Error with a readable message if it cannot be built
 */
export async function findMinio(places: ProgramPlaces): Promise<string> {
  const found = places.env['MINIO_BIN'] || (await findOnPath('minio', places.env))
  if (found) return found
  return build(places, {
    title: 'MinIO (object storage)',
    file: `minio-${MINIO_VERSION}`,
    args: installing(`${MINIO_MODULE}@${MINIO_VERSION}`, 'minio'),
  })
}

/**
 * Another S3 server, for tests: `VERSITYGW_BIN`, or `versitygw` on PATH, or built.
 * @throws Error with a readable message if it cannot be built
 */
export async function findVersitygw(places: ProgramPlaces): Promise<string> {
  const found = places.env['VERSITYGW_BIN'] || (await findOnPath('versitygw', places.env))
  if (found) return found
  return build(places, {
    title: 'versitygw (another S3 server)',
    file: `versitygw-${VERSITYGW_VERSION}`,
    args: installing(`${VERSITYGW_MODULE}@${VERSITYGW_VERSION}`, 'versitygw'),
  })
}

/**
 * rclone, for tests: `RCLONE_BIN`, or `rclone` on PATH, or built with the parts that tests need.
 * @throws Error with a readable message if it cannot be built
 */
export async function findRclone(places: ProgramPlaces): Promise<string> {
  const found = places.env['RCLONE_BIN'] || (await findOnPath('rclone', places.env))
  if (found) return found
  return build(places, {
    title: 'rclone',
    file: `rclone-${await hashSources(RCLONE, ['go.mod', 'go.sum', 'main.go'])}`,
    args: building(RCLONE, 'rclone'),
  })
}

/**
 * The database server: `MONGOD_BIN`, else `mongod` on PATH, else the embedded one. A `ferretdb` on PATH is passed over:
 * without the door of `scripts/services` it loses updates, and that program has FerretDB in it.
 * @throws Error in words when it has to be built and cannot be
 */
export async function findDatabase(places: ProgramPlaces): Promise<DatabaseProgram> {
  const mongod = places.env['MONGOD_BIN'] || (await findOnPath('mongod', places.env))
  if (mongod) return { file: mongod, kind: 'mongod' }
  const file = await build(places, {
    title: 'the database (FerretDB)',
    file: `database-${await hashSources(SERVICES, ['go.mod', 'go.sum', 'door.go', 'main.go'])}`,
    args: building(SERVICES, 'database'),
  })
  return { file, kind: 'embedded' }
}

/** How a program is built. `file`: its name in the cache, which differs for every version. */
export interface Recipe {
  title: string
  file: string
  args: (target: string) => { args: string[]; env: NodeJS.ProcessEnv; output: string }
}

const linkFlags = (linked: string[]): string => ['-s -w', ...linked.map((variable) => `-X ${variable}`)].join(' ')

/**
 * A command of a module, at a version. Go checks downloads against the public checksum database. `linked`: variables
 * that are set in it.
 */
export const installing =
  (module: string, output: string, linked: string[] = []): Recipe['args'] =>
  (target) => ({
    args: ['install', '-v', '-trimpath', '-ldflags', linkFlags(linked), module],
    env: { GOBIN: target },
    output,
  })

/** A program of ours, whose go.sum has the checksums of all dependencies. */
export const building =
  (folder: string, output: string, linked: string[] = []): Recipe['args'] =>
  (target) => ({
    args: [
      'build',
      '-C',
      folder,
      '-v',
      '-trimpath',
      '-ldflags',
      linkFlags(linked),
      '-o',
      path.join(target, output),
      '.',
    ],
    env: {},
    output,
  })

/** The folder of built programs, outside the project: in `XDG_CACHE_HOME` or `~/.cache`. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  return path.join(env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'), 'nido', 'bin')
}

/**
 * The program in the cache, built if it is not there yet.
 * @throws Error with a readable message if it cannot be built
 */
export async function build(places: ProgramPlaces, recipe: Recipe): Promise<string> {
  const folder = cacheFolder(places.env)
  const file = path.join(folder, recipe.file)
  if (await isProgram(file)) return file
  if (!(await findOnPath('go', places.env))) {
    throw new Error(
      `Go is needed to build ${recipe.title}: install it (https://go.dev/dl), or name servers that run ` +
        'in S3_ENDPOINT and MONGO_URL.',
    )
  }
  await mkdir(folder, { recursive: true })
  return withLock(
    `${file}.lock`,
    () => places.say(`Waiting for another run that builds ${recipe.title}`),
    async () => {
      if (await isProgram(file)) return file
      const target = await mkdtemp(path.join(folder, 'build-'))
      try {
        const { args, env, output } = recipe.args(target)
        await runGo(places, { title: recipe.title, args, env })
        await rename(path.join(target, output), file)
      } finally {
        await rm(target, { recursive: true, force: true })
      }
      return file
    },
  )
}

interface GoRun {
  title: string
  args: string[]
  env: NodeJS.ProcessEnv
}

async function runGo(places: ProgramPlaces, { title, args, env }: GoRun): Promise<void> {
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  let downloads = 0
  let packages = 0
  places.say(`Building ${title}. The first time this takes two or three minutes.`)
  const go = await startChild('go', {
    command: 'go',
    args,
    env: {
      ...places.env,
      CGO_ENABLED: '0',
      GOFLAGS: `${places.env['GOFLAGS'] ?? ''} -mod=mod -buildvcs=false`,
      ...env,
    },
    onLine: (line) => {
      if (line.startsWith('go: ')) downloads++
      else packages++
    },
  })
  const tell = setInterval(
    () => places.say(`  ${seconds()} s: ${downloads} modules fetched, ${packages} packages compiled`),
    SAY_EVERY_MS,
  )
  const exit = await go.exited
  clearInterval(tell)
  if (exit.code !== 0) throw new Error(`${title} could not be built:\n${go.lastLines().join('\n')}`)
  places.say(`  built in ${seconds()} s`)
}

export async function hashSources(folder: string, names: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const name of names) hash.update(await readFile(path.join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

/** The first program of this name on PATH, or null. */
export async function findOnPath(name: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const folder of (env['PATH'] ?? '').split(path.delimiter)) {
    const file = path.join(folder, name)
    if (folder && (await isProgram(file))) return file
  }
  return null
}

async function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
