// A Nido of one process and, in the same MinIO, a bucket for a plain client: the two sides of the comparison.
import { Client as MinioClient } from 'minio'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { startServers, type OwnServers } from '../helpers/servers.ts'
import { exchange, type Sent } from './wire.ts'

const BUCKET = 'plain-client'
const HOUR_S = 3600

export interface BenchSite {
  /** Sends a call of the API as one person, such as `/api/raw/a`. */
  nido(path: string, sent?: Sent): ReturnType<typeof exchange>
  /** The same as somebody else, who has not done anything yet. */
  newcomer(path: string, sent?: Sent): ReturnType<typeof exchange>
  /** Nido's database. */
  mongoUrl: string
  /** The address of a direct request to MinIO, signed before the clock starts. */
  sign(method: string, key: string, query?: Record<string, string>): Promise<string>
  s3: PlainS3
  /** The plain client's bucket, and the person's. */
  bucket: string
  personsBucket: string
  stop(): Promise<void>
}

export async function openBenchSite(): Promise<BenchSite> {
  const servers: OwnServers = await startServers()
  const site: Nido = await startNido({ servers, replicas: 1, settings: { LOG_LEVEL: 'warn' } })
  const [person, newcomer] = [await site.makePerson(), await site.makePerson()]
  const s3 = openS3(servers)
  await s3.makeBucket(BUCKET)
  const { hostname, port } = new URL(servers.s3Endpoint)
  const minio = new MinioClient({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: servers.keys.accessKey,
    secretKey: servers.keys.secretKey,
    region: 'us-east-1',
  })
  const [url = ''] = site.urls
  const as =
    ({ token }: typeof person): BenchSite['nido'] =>
    (path, sent = {}) =>
      exchange(url + path, { ...sent, headers: { 'X-Auth': token, ...sent.headers } })
  return {
    nido: as(person),
    newcomer: as(newcomer),
    mongoUrl: site.mongoUrl,
    sign: (method, key, query = {}) => minio.presignedUrl(method, BUCKET, key, HOUR_S, query),
    s3,
    bucket: BUCKET,
    personsBucket: placeOfScope(site.bucketPrefix, person.scope).bucket,
    stop: async () => {
      s3.close()
      await site.stop()
      await servers.stop()
    },
  }
}
