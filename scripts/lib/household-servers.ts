// The S3 server and the database of a started Nido: those in the settings, or embedded ones of the data folder.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'
import { openLogFile, readOwnKeys, readPorts, writePorts, type DataFolder, type Ports } from './data-folder.ts'
import { databaseSocket, type DatabaseDoor, databaseUrl, startDatabase, startMinio, type S3Keys } from './embedded.ts'
import { tryLock, type FileLock } from './file-lock.ts'
import { findFreePort, isListening, isPortFree } from './ports.ts'
import { type DatabaseProgram, findDatabase, findMinio } from './programs.ts'

const HOST = '127.0.0.1'
const JOIN_MS = 60_000
const POLL_MS = 500
/** How often in a row another Nido's servers must respond before they are used, because they may be stopping. */
const ANSWERS_TO_JOIN = 3
const DATABASE_NAME = 'nido'

/** Servers that a Nido can use. */
export interface HouseholdServers {
  /** The settings that name them for the API. */
  settings: Record<string, string>
  /** The servers started here, to be stopped in this order; the database last. */
  children: Child[]
  /** Where they run, for display. */
  described: string[]
  stop(): Promise<void>
}

export interface Wishes {
  folder: DataFolder
  env: NodeJS.ProcessEnv
  /** Wanted ports; 0 for those of the last start, or free ones. */
  ports: Ports
  say: (line: string) => void
}

/** Whether a setting is given, directly or as a file. */
export const isGiven = (env: NodeJS.ProcessEnv, name: string): boolean => Boolean(env[name] || env[`${name}_FILE`])

/**
 * Starts the servers that the settings do not name. If another process already runs the servers of this folder, they
 * are used, so that a second replica is the same command with another PORT.
 * @throws Error with a readable message
 */
export async function openServers(wishes: Wishes): Promise<HouseholdServers> {
  const { env, folder } = wishes
  const wants = { minio: !isGiven(env, 'S3_ENDPOINT'), database: !isGiven(env, 'MONGO_URL') }
  const described = [
    ...(wants.minio ? [] : [`S3: as set, ${env['S3_ENDPOINT'] ?? 'in a file'}`]),
    ...(wants.database ? [] : ['database: as set']),
  ]
  if (!wants.minio && !wants.database) return { settings: {}, children: [], described, stop: async () => undefined }

  const keys = await keysOf(wishes)
  const { lock, joined } = await claimOrJoin(wishes, wants)
  const children: Child[] = []
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop()))
    await lock?.release()
  }
  try {
    const ports = joined ?? (await startOwn(wishes, { wants, keys, children }))
    const door = doorOf(folder, ports)
    const origin = joined ? ', of the Nido that runs already' : ''
    return {
      settings: {
        ...(wants.minio && settingsOfMinio(ports, keys)),
        ...(wants.database && { MONGO_URL: `${databaseUrl(door)}/${DATABASE_NAME}` }),
      },
      children,
      described: [
        ...(wants.minio ? [`S3: http://${HOST}:${ports.minio}${origin}, keys in ${folder.root}/s3-keys.json`] : []),
        ...(wants.database ? [`database: ${'socket' in door ? door.socket : `${HOST}:${door.port}`}${origin}`] : []),
        ...described,
      ],
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const settingsOfMinio = ({ minio }: Ports, { accessKey, secretKey }: S3Keys) => ({
  S3_ENDPOINT: `http://${HOST}:${minio}`,
  S3_ACCESS_KEY: accessKey,
  S3_SECRET_KEY: secretKey,
})

type Wants = { minio: boolean; database: boolean }

/**
 * Where the database of a folder listens. If another Nido runs it, that may be an older release without a socket, which
 * its port shows.
 */
function doorOf({ database }: DataFolder, ports: Ports): DatabaseDoor {
  const socket = databaseSocket(database, { kind: 'embedded' })
  return ports.database === 0 && socket !== null ? { socket } : { port: ports.database }
}

interface Programs {
  minio: string | null
  database: DatabaseProgram | null
}

async function startOwn(
  wishes: Wishes,
  { wants, keys, children }: { wants: Wants; keys: S3Keys; children: Child[] },
): Promise<Ports> {
  const { folder, env, say } = wishes
  // Built one after another, because each build uses all cores. Started in parallel.
  const minio = wants.minio ? await findMinio({ env, say }) : null
  const database = wants.database ? await findDatabase({ env, say }) : null
  const programs = { minio, database }
  const needsPort = database !== null && databaseSocket(folder.database, database) === null
  const ports = await choosePorts(wishes, wants, needsPort)
  await startMissing(wishes, { programs, ports, keys, children })
  await writePorts(folder, ports)
  return ports
}

interface Missing {
  programs: Programs
  ports: Ports
  keys: S3Keys
  children: Child[]
}

async function startMissing(
  { folder, env }: Wishes,
  { programs: { minio, database }, ports, keys, children }: Missing,
): Promise<void> {
  const place = (dir: string, port: number, logFile: string) => ({ dir, port, logFile, env })
  const logs = { minio: await openLogFile(folder, 'minio.log'), database: await openLogFile(folder, 'database.log') }
  const results = await Promise.allSettled([
    minio && startMinio(minio, { ...place(folder.minio, ports.minio, logs.minio), keys }),
    database && startDatabase(database, place(folder.database, ports.database, logs.database)),
  ])
  for (const result of results) if (result.status === 'fulfilled' && result.value) children.push(result.value.child)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

// The settings for another server's keys may also set the root keys of the embedded MinIO.
async function keysOf({ folder, env }: Wishes): Promise<S3Keys> {
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = env
  return accessKey && secretKey ? { accessKey, secretKey } : readOwnKeys(folder)
}

async function choosePorts(
  { folder, ports: wished }: Wishes,
  wants: Wants,
  needsDatabasePort: boolean,
): Promise<Ports> {
  const last = await readPorts(folder)
  const choose = async (name: string, wish: number, before: number | undefined) => {
    if (!wish) return before && (await isPortFree(before, HOST)) ? before : findFreePort(HOST)
    if (await isPortFree(wish, HOST)) return wish
    throw new Error(`Port ${wish} (${name}) is taken by another program. Choose another one, or leave the setting out.`)
  }
  return {
    minio: wants.minio ? await choose('MINIO_PORT', wished.minio, last?.minio) : (last?.minio ?? 0),
    database: needsDatabasePort ? await choose('MONGO_PORT', wished.database, last?.database) : 0,
  }
}

// The holder of the lock runs the servers. If it is killed, the lock expires after some seconds, and its servers end at
// once.
async function claimOrJoin(
  { folder, say }: Wishes,
  wants: Wants,
): Promise<{ lock: FileLock | null; joined: Ports | null }> {
  const answers = async (at: number | string, isWanted: boolean) => !isWanted || (at !== 0 && isListening(at, HOST))
  const doorAt = (ports: Ports) => {
    const door = doorOf(folder, ports)
    return 'socket' in door ? door.socket : door.port
  }
  let answered = 0
  for (let tries = 0; tries < JOIN_MS / POLL_MS; tries++) {
    if (tries > 0) await sleep(POLL_MS)
    if (tries === ANSWERS_TO_JOIN + 1) say(`Waiting for the servers of another Nido that uses ${folder.root}`)
    const lock = await tryLock(folder.lock)
    if (lock) return { lock, joined: null }
    const ports = await readPorts(folder)
    answered =
      ports && (await answers(ports.minio, wants.minio)) && (await answers(doorAt(ports), wants.database))
        ? answered + 1
        : 0
    if (ports && answered === ANSWERS_TO_JOIN) return { lock: null, joined: ports }
  }
  throw new Error(
    `${folder.root} is in use by another Nido whose servers do not answer. Stop that one, or choose another DATA_DIR.`,
  )
}
