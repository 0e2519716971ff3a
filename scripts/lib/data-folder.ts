// What `make start` stores in DATA_DIR besides the servers' own data: keys, ports, and who is using it.
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeOwnFolder, type S3Keys } from './embedded.ts'
import { hasCode } from './error-code.ts'

const LOG_MAX_BYTES = 20 * 1024 * 1024

/** The ports of the embedded servers. `database` is 0 if it listens on a socket in its folder. */
export interface Ports {
  minio: number
  database: number
}

/** The paths below a data folder. */
export interface DataFolder {
  root: string
  minio: string
  database: string
  logs: string
  lock: string
}

/** Creates the folder and returns the paths in it. */
export async function openDataFolder(root: string): Promise<DataFolder> {
  const at = path.resolve(root)
  const folder = {
    root: at,
    minio: path.join(at, 'minio'),
    database: path.join(at, 'database'),
    logs: path.join(at, 'logs'),
    lock: path.join(at, 'servers.lock'),
  }
  await mkdir(at, { recursive: true, mode: 0o700 })
  // The servers create their own folders; this one may hold other things too.
  await makeOwnFolder(folder.logs)
  return folder
}

/** The keys of the embedded MinIO, generated at the first start and readable only by this user. */
export async function readOwnKeys(folder: DataFolder): Promise<S3Keys> {
  const file = path.join(folder.root, 's3-keys.json')
  const kept = await readJson<S3Keys>(file)
  if (kept) return kept
  const keys = { accessKey: `nido-${randomBytes(6).toString('hex')}`, secretKey: randomBytes(30).toString('base64url') }
  await writeWhole(file, keys)
  return keys
}

/** The ports of the last start, so that other tools find the servers again. */
export async function readPorts(folder: DataFolder): Promise<Ports | null> {
  return readJson<Ports>(path.join(folder.root, 'ports.json'))
}

export async function writePorts(folder: DataFolder, ports: Ports): Promise<void> {
  await writeWhole(path.join(folder.root, 'ports.json'), ports)
}

/** A log file in this folder. A long one is renamed first. */
export async function openLogFile(folder: DataFolder, name: string): Promise<string> {
  const file = path.join(folder.logs, name)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_MAX_BYTES) await rename(file, `${file}.1`)
  return file
}

async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

async function writeWhole(file: string, value: object): Promise<void> {
  const draft = `${file}.${process.pid}`
  try {
    await writeFile(draft, `${JSON.stringify(value)}\n`, { mode: 0o600 })
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
