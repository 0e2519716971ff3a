// The real servers for tests: MinIO and the database, on free ports, in a temporary folder.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startDatabase, startMinio, startVersitygw, type S3Keys } from '../../scripts/lib/embedded.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { findDatabase, findMinio, findVersitygw } from '../../scripts/lib/programs.ts'
import { environment } from '../../scripts/lib/environment.ts'

/** Running servers, and what a Nido needs in order to use them. */
export interface Servers {
  s3Endpoint: string
  keys: S3Keys
  /** Without a database name: `mongodb://host:port`. */
  mongoUrl: string
}

/** Private servers. Whoever starts them stops them. */
export interface OwnServers extends Servers {
  /** Process ids, for tests that pause or kill a server. */
  pids: { minio: number; database: number }
  stop(): Promise<void>
}

const HANDED_ON = 'NIDO_TEST_SERVERS'

/** Starts MinIO and the database for tests. Takes about half a second. */
export async function startServers(): Promise<OwnServers> {
  const env = environment()
  const places = { env, say: (line: string) => process.stderr.write(`${line}\n`) }
  const [minio, database] = [await findMinio(places), await findDatabase(places)]
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-test-'))
  const keys = { accessKey: 'nido-test-root', secretKey: 'nido-test-root-secret' }
  // MinIO holds little in tests, and would collect garbage all the time.
  const s3 = await startMinio(minio, {
    dir: path.join(folder, 'minio'),
    port: await findFreePort(),
    env: { GOGC: '400', ...env },
    keys,
  })
  const mongo = await startDatabase(database, { dir: path.join(folder, 'database'), port: await findFreePort(), env })
  return {
    s3Endpoint: s3.url,
    keys,
    mongoUrl: mongo.url,
    pids: { minio: s3.child.pid, database: mongo.child.pid },
    stop: async () => {
      await Promise.all([s3.child.stop(), mongo.child.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An S3 server other than MinIO, with the database of this test run. It keeps versions only on request. */
export async function useOtherS3({
  hasVersions,
}: {
  hasVersions: boolean
}): Promise<Servers & { stop(): Promise<void> }> {
  const env = environment()
  const program = await findVersitygw({ env, say: (line) => process.stderr.write(`${line}\n`) })
  const shared = await useServers()
  const dir = await mkdtemp(path.join(os.tmpdir(), 'nido-other-s3-'))
  const keys = { accessKey: 'nido-test-root', secretKey: 'nido-test-root-secret' }
  const s3 = await startVersitygw(program, { dir, port: await findFreePort(), env, keys, hasVersions })
  return {
    s3Endpoint: s3.url,
    keys,
    mongoUrl: shared.mongoUrl,
    stop: async () => {
      await s3.child.stop()
      await rm(dir, { recursive: true, force: true })
      await shared.stop()
    },
  }
}

/** The environment variable through which test processes share servers. */
export const serversEnvironment = ({ s3Endpoint, keys, mongoUrl }: Servers): Record<string, string> => ({
  [HANDED_ON]: JSON.stringify({ s3Endpoint, keys, mongoUrl }),
})

/** Puts the servers into the environment of this process, and of those that it starts. */
export const handOn = (servers: Servers): void => void Object.assign(environment(), serversEnvironment(servers))

/** The servers of this test run, or null if there are none. */
export function sharedServers(): Servers | null {
  const text = environment()[HANDED_ON]
  return text ? (JSON.parse(text) as Servers) : null
}

/** The servers of this test run, or private ones. `stop` leaves shared ones alone. */
export async function useServers(): Promise<Servers & { stop(): Promise<void> }> {
  const shared = sharedServers()
  return shared ? { ...shared, stop: async () => undefined } : startServers()
}
