// Starts MinIO, the database server and servers for tests as child processes, reachable only from this machine, and
// waits until they respond.
import { chmod, mkdir } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeExit, startChild, type Child } from './child.ts'
import { hasCode } from './error-code.ts'
import { isListening } from './ports.ts'
import type { DatabaseProgram } from './programs.ts'

const START_MS = 60_000
const POLL_MS = 50
/**
 * MinIO aborts a multipart upload this long after its creation, 24 h by default, whether it is in use or not. An upload
 * may be idle for a week, so its parts have to live longer.
 */
export const STALE_UPLOADS_EXPIRY = '336h'
/**
 * How much a Go program may allocate, in per cent of what it has in use, before it collects (package runtime, GOGC; 100
 * by default). After 10,000 uploads MinIO holds 210 MiB at 50 and 305 MiB at 100, for a tenth of its processor time.
 */
const MINIO_GOGC = '50'

/** The root keys of an S3 server. */
export interface S3Keys {
  accessKey: string
  secretKey: string
}

/** A server that answers at `url`. */
export interface Server {
  url: string
  child: Child
}

interface Place {
  dir: string
  port: number
  logFile?: string
  env: NodeJS.ProcessEnv
}

/** @throws Error with the server's last lines if it does not start */
export async function startMinio(program: string, place: Place & { keys: S3Keys }): Promise<Server> {
  await makeOwnFolder(place.dir)
  const child = await startChild('MinIO', {
    command: program,
    args: ['server', '--quiet', '--address', `127.0.0.1:${place.port}`, place.dir],
    env: {
      GOGC: MINIO_GOGC,
      ...place.env,
      MINIO_ROOT_USER: place.keys.accessKey,
      MINIO_ROOT_PASSWORD: place.keys.secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
      MINIO_API_STALE_UPLOADS_EXPIRY: STALE_UPLOADS_EXPIRY,
    },
    logFile: place.logFile,
  })
  await waitFor(child, () => knowsItsUsers(place.port))
  return { url: `http://127.0.0.1:${place.port}`, child }
}

/**
 * Another S3 server, over a folder, for tests. It stores metadata as extended attributes of the files.
 * @throws Error with the server's last lines if it does not start
 */
export async function startVersitygw(
  program: string,
  place: Place & { keys: S3Keys; hasVersions: boolean },
): Promise<Server> {
  const folders = { objects: path.join(place.dir, 'objects'), versions: path.join(place.dir, 'versions') }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true })
  const child = await startChild('versitygw', {
    command: program,
    // Without keep-alive it opens a new connection for each request.
    args: [
      '--port',
      `127.0.0.1:${place.port}`,
      '--quiet',
      '--keep-alive',
      'posix',
      ...(place.hasVersions ? ['--versioning-dir', folders.versions] : []),
      folders.objects,
    ],
    env: { ...place.env, ROOT_ACCESS_KEY: place.keys.accessKey, ROOT_SECRET_KEY: place.keys.secretKey },
    logFile: place.logFile,
  })
  await waitFor(child, () => isListening(place.port))
  return { url: `http://127.0.0.1:${place.port}`, child }
}

/** Where a database listens: at the path of a Unix socket, or at a local TCP port. */
export type DatabaseDoor = { socket: string } | { port: number }

/**
 * The maximum length of a socket's path on every system: 104 bytes with its terminator on macOS and the BSDs, slightly
 * more on Linux (unix(7), sun_path).
 */
const SOCKET_PATH_MAX = 103

/**
 * The socket of the embedded database, which has no password, in a folder that nobody else may enter. Null if its path
 * is too long, and for a `mongod`.
 */
export function databaseSocket(dir: string, { kind }: Pick<DatabaseProgram, 'kind'>): string | null {
  const socket = path.join(path.resolve(dir), 'door.sock')
  return kind === 'embedded' && Buffer.byteLength(socket) <= SOCKET_PATH_MAX ? socket : null
}

/** The `mongodb://` URL of a database, without its name (Connection String URI Format, "Unix domain sockets"). */
export const databaseUrl = (door: DatabaseDoor): string =>
  `mongodb://${'socket' in door ? encodeURIComponent(door.socket) : `127.0.0.1:${door.port}`}`

/** A folder that only this user may enter, even if it already existed with other permissions. */
export async function makeOwnFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await chmod(dir, 0o700).catch((error: unknown) => {
    // A mounted disk with fixed permissions, or without any.
    if (!['EPERM', 'ENOTSUP', 'EROFS'].some((code) => hasCode(error, code))) throw error
  })
}

/**
 * Starts the database behind a Unix socket, or at the port if it cannot have one.
 * @throws Error with the server's last lines if it does not start
 */
export async function startDatabase(program: DatabaseProgram, place: Place): Promise<Server> {
  await makeOwnFolder(place.dir)
  const dir = path.resolve(place.dir)
  const socket = databaseSocket(dir, program)
  const child = await startChild('the database', {
    command: program.file,
    args:
      program.kind === 'mongod'
        ? ['--dbpath', dir, '--bind_ip', '127.0.0.1', '--port', String(place.port), '--quiet']
        : ['-listen', socket ?? `127.0.0.1:${place.port}`, '-dir', dir],
    env: place.env,
    logFile: place.logFile,
  })
  await waitFor(child, () => isListening(socket ?? place.port))
  return { url: databaseUrl(socket === null ? { port: place.port } : { socket }), child }
}

/**
 * Polls until a child responds.
 * @throws Error if it ends before, or takes longer than a minute
 */
export async function waitFor(child: Child, answers: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + START_MS
  while (child.isRunning() && Date.now() < until) {
    if (await answers()) return
    await sleep(POLL_MS)
  }
  const why = child.isRunning() ? `did not answer within ${START_MS / 1000} s` : describeExit(await child.exited)
  await child.stop()
  throw new Error([`${child.name} ${why}. Its last lines:`, ...child.lastLines()].join('\n'))
}

// MinIO answers 503 until it has loaded its users. After that, it refuses an anonymous caller with 403.
function knowsItsUsers(port: number): Promise<boolean> {
  return statusOf(`http://127.0.0.1:${port}/`).then((status) => status === 403)
}

/** The status of a GET; 0 without an answer. */
export function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false, timeout: 2000 }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(0))
  })
}
