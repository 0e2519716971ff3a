// A Nido, a plain client of the same MinIO, and other servers: what is compared with each other.
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Client } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { readMetrics } from '../helpers/scrape.ts'
import { startStore, type Store, type StoreKind } from './store.ts'
import { startCopyparty } from './subjects/copyparty.ts'
import { openMinio } from './subjects/minio.ts'
import { nidoOf } from './subjects/nido.ts'
import type { Peer, Subject } from './subjects/subject.ts'
import { startRelay } from './subjects/relay.ts'
import { startNginx, startRclone } from './subjects/webdav.ts'

/** Other servers, which may not be to be had. */
const PEERS = { relay: startRelay, rclone: startRclone, copyparty: startCopyparty, nginx: startNginx }
const BUCKET = 'plain-client'

export interface SiteOptions {
  store: StoreKind
  replicas: number
  hasPeers: boolean
}

export interface BenchSite {
  subjects: readonly Subject[]
  /** The other servers that are not there, and why. */
  missing: Readonly<Record<string, string>>
  store: Store
  nido: Nido
  /** The person who is `nido`, and their bucket. */
  person: Client
  personsBucket: string
  mongoUrl: string
  stop(): Promise<void>
}

export async function openSite({ store: kind, replicas, hasPeers }: SiteOptions): Promise<BenchSite> {
  const store = await startStore(kind)
  const nido = await startNido({
    servers: store.servers,
    replicas: 0,
    settings: { LOG_LEVEL: 'warn', ...store.settings },
  })
  const metrics: number[] = []
  for (let count = 0; count < replicas; count += 1) {
    const port = await findFreePort()
    metrics.push(port)
    await nido.addReplica({ METRICS_PORT: String(port) })
  }
  const [person, newcomer] = [await nido.makePerson(), await nido.makePerson()]
  const minio = await openMinio(store.servers, store.pids.minio, BUCKET)
  const { peers, missing } = hasPeers ? await startPeers(store) : { peers: [], missing: {} }
  const own = { ...nidoOf(nido, person), asked: () => askedBy(metrics) }
  return {
    subjects: [own, minio, ...peers, nidoOf(nido, newcomer, 'newcomer')],
    missing,
    store,
    nido,
    person,
    personsBucket: placeOfScope(nido.bucketPrefix, person.scope).bucket,
    mongoUrl: nido.mongoUrl,
    stop: async () => {
      await Promise.all([minio, ...peers].map((peer) => peer.stop()))
      await nido.stop()
      await store.stop()
    },
  }
}

async function startPeers(store: Store): Promise<{ peers: Peer[]; missing: Record<string, string> }> {
  const places = { env: environment(), say: (line: string) => void process.stderr.write(`${line}\n`) }
  const peers: Peer[] = []
  const missing: Record<string, string> = {}
  for (const [name, start] of Object.entries(PEERS)) {
    try {
      peers.push(await start(store.servers, places))
    } catch (error) {
      missing[name] = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    }
  }
  return { peers, missing }
}

/** Requests to S3 and commands to the database so far, as the processes themselves count them. */
async function askedBy(ports: readonly number[]): Promise<{ s3: number; database: number }> {
  const samples = (await Promise.all(ports.map(readMetrics))).flat()
  const sumOf = (wanted: string) => samples.reduce((sum, { name, value }) => (name === wanted ? sum + value : sum), 0)
  return { s3: sumOf('nido_storage_seconds_count'), database: sumOf('nido_database_seconds_count') }
}
