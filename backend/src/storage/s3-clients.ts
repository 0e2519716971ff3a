// The connections to S3: one client for small requests, one for bodies, one whose requests expire with a lease, and
// MinIO's own requests.
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { Client as MinioClient } from 'minio'
import type { Logger } from 'pino'
import { OtherClock } from '../lib/other-clock.ts'
import { Distance } from './distance.ts'
import { MinioRequests } from './minio-requests.ts'
import { LeasedClient, PlainCopies } from './plain/copies.ts'
import { PlainGets } from './plain/gets.ts'
import { PlainPuts } from './plain/puts.ts'
import { LimitedHandler, type LimitedOptions, type ObserveRequest, S3_LIMITS, type S3Limits } from './s3-limits.ts'
import { expiringSigner } from './s3-signing.ts'
import type { Capabilities } from './types.ts'

export interface S3Settings {
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
}

/** The connections, and what the server behind them can do. */
export interface S3Clients extends S3Connections {
  capabilities: Capabilities
}

export interface S3Connections {
  /** For small requests. An answer begins within ten seconds, or the request is cut. */
  control: S3Client
  /**
   * For bodies of any size, and for requests that must not be repeated. Cut when no byte goes either way for half a
   * minute.
   */
  data: S3Client
  /** For bytes of objects, before `data` is asked; null where that must be asked, since the storage speaks TLS. */
  ranges: PlainGets | null
  /** For bytes that become objects or parts, before `data` is asked; null where that must be asked. */
  puts: PlainPuts | null
  /** For listings with metadata, which the AWS client cannot ask for. */
  minio: MinioRequests
  /** For bucket events, on connections of its own without a limit. `hangUp` ends them, whatever they wait for. */
  events: { minio: MinioClient; region: string; hangUp(): void }
  /**
   * A client whose requests the server refuses once the lease they were sent under has ended (query-signed, S3 API
   * "X-Amz-Expires"), so that a paused owner that wakes harms nothing. It never repeats a request by itself.
   */
  expiring(remainingMs: () => number): S3Client
  /** The clock of the storage, by which signatures are made. Each answer tells it (the `Date` header). */
  clock: OtherClock
  /** How far away the storage is, by all its answers. */
  distance: Distance
  close(): void
}

export interface ConnectionOptions {
  /** Limits for tests, instead of those of a running Nido. */
  limits?: S3Limits | undefined
  /** Called for each request but those that wait for events. */
  observe?: ObserveRequest | undefined
  /** A monotonic clock for tests, in milliseconds. */
  ticks?: () => number
}

/**
 * MinIO closes a connection that is idle for 30 s. A request that takes one up at that moment would fail, and some
 * requests must not be repeated.
 */
const KEPT_MS = 15_000

export function createS3Connections(
  settings: S3Settings,
  log: Logger,
  { limits = S3_LIMITS, observe = () => undefined, ticks = () => performance.now() }: ConnectionOptions = {},
): S3Connections {
  const [clock, distance] = [new OtherClock('storage', log), new Distance()]
  const onAnswer = hearing(clock, distance)
  const handlers = handlersFor({ limits, onAnswer, observe })
  const base = baseOf(settings, log)
  const plain = { settings, limits, keptMs: KEPT_MS, storeTime: clock.now, ticks, onAnswer, observe }
  const ranges = PlainGets.of(plain)
  const [puts, copies] = [new PlainPuts(plain), new PlainCopies(plain)]
  return {
    clock,
    distance,
    control: byStoreTime(new S3Client({ ...base, requestHandler: handlers.control, maxAttempts: 3 }), clock),
    data: byStoreTime(new S3Client({ ...base, requestHandler: handlers.data, maxAttempts: 1 }), clock),
    ranges,
    puts,
    minio: new MinioRequests({ settings, handler: handlers.listings, storeTime: clock.now }),
    events: eventConnections(settings),
    expiring: (remainingMs) =>
      new LeasedClient(
        {
          ...base,
          requestHandler: handlers.control,
          maxAttempts: 1,
          signer: async () => expiringSigner(settings, remainingMs, clock.now),
        },
        (...asked) => copies.send(...asked, remainingMs),
      ),
    close: () => {
      for (const handler of Object.values(handlers)) handler.destroy()
      ranges?.close()
      puts.close()
      copies.close()
    },
  }
}

function handlersFor(basic: Pick<LimitedOptions, 'limits' | 'onAnswer' | 'observe'>) {
  const patient = { ...basic.limits, connectMs: basic.limits.idleMs }
  return {
    control: new LimitedHandler({ ...basic, agents: agents(), kind: 'control' }),
    data: new LimitedHandler({ ...basic, agents: agents(), kind: 'data' }),
    // Listings have connections of their own, so that none waits behind somebody's film.
    listings: new LimitedHandler({ ...basic, limits: patient, agents: agents(), kind: 'data' }),
  }
}

const hearing = (clock: OtherClock, distance: Distance) => (sentAt: number, receivedAt: number, date?: string) => {
  distance.hear(receivedAt - sentAt)
  // `Date` tells whole seconds (RFC 9110 section 6.6.1).
  const from = Date.parse(date ?? '')
  if (!Number.isNaN(from)) clock.hear({ sentAt, receivedAt, from, to: from + 999 })
}

const agents = () => ({
  httpAgent: new HttpAgent({ keepAlive: true, maxSockets: 256, timeout: KEPT_MS }),
  httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: 256, timeout: KEPT_MS }),
})

const baseOf = (settings: S3Settings, log: Logger): S3ClientConfig => ({
  endpoint: settings.endpoint,
  region: settings.region,
  credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
  forcePathStyle: true,
  // Nido computes the hashes that it promises. The client's own checksums would take a whole core, and S3 servers
  // differ on them.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  logger: quietLogger(log),
})

function eventConnections({ endpoint, accessKey, secretKey, region }: S3Settings): S3Connections['events'] {
  const url = new URL(endpoint)
  const useSSL = url.protocol === 'https:'
  const transportAgent = useSSL ? new HttpsAgent() : new HttpAgent()
  const minio = new MinioClient({
    endPoint: url.hostname,
    port: Number(url.port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    region,
    pathStyle: true,
    transportAgent,
  })
  return { minio, region, hangUp: () => transportAgent.destroy() }
}

/**
 * Makes a client sign by the clock of the storage. By itself it would go by the last `Date` alone, which may be off by
 * half a second and more.
 */
function byStoreTime(client: S3Client, clock: OtherClock): S3Client {
  Object.defineProperty(client.config, 'systemClockOffset', {
    get: () => clock.offset ?? 0,
    set() {
      // The client sets this property after each answer.
    },
  })
  return client
}

/** The client's own messages are for debugging. What matters reaches the log as errors. */
const quietLogger = (log: Logger) => {
  const debug = (...words: unknown[]) => log.trace({ words }, 's3 client')
  return { trace: debug, debug, info: debug, warn: debug, error: debug }
}

export { Fenced } from './s3-signing.ts'
