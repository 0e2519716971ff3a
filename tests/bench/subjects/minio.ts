// MinIO by a plain client, which does what anybody would do: it lists, copies 32 at a time, and deletes in batches.
import { createHash } from 'node:crypto'
import http from 'node:http'
import { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, DeleteObjectsCommand } from '@aws-sdk/client-s3'
import { Client as MinioClient } from 'minio'
import sharp from 'sharp'
import { openS3 } from '../../helpers/s3.ts'
import type { Servers } from '../../helpers/servers.ts'
import { each, exchange } from '../wire.ts'
import { putMany } from './snowball.ts'
import type { Body, Peer } from './subject.ts'

const HOUR_S = 3600
const PARALLEL = 32
const BATCH = 1_000
const READS_AT_ONCE = 8
const THUMB = { width: 256, height: 256 } as const

/** Signs addresses of requests to a bucket. */
function signerOf({ s3Endpoint, keys }: Servers, bucket: string) {
  const { hostname, port, protocol } = new URL(s3Endpoint)
  const useSSL = protocol === 'https:'
  const minio = new MinioClient({ endPoint: hostname, port: Number(port), useSSL, ...keys, region: 'us-east-1' })
  return (method: string, key: string, query: Record<string, string> = {}) =>
    minio.presignedUrl(method, bucket, key, HOUR_S, query)
}

export async function openMinio(servers: Servers, pid: number, bucket: string): Promise<Peer> {
  const s3 = openS3(servers)
  await s3.makeBucket(bucket)
  const sign = signerOf(servers, bucket)
  // What is read again and again has its address already.
  const reads = new Map<string, Promise<string>>()
  const addressOf = (path: string) => {
    const address = reads.get(path) ?? sign('GET', path)
    reads.set(path, address)
    return address
  }
  const listed = async (folder: string) => (await s3.list(bucket, `${folder}/`)).map(({ key }) => key)
  const get = async (path: string, headers = {}) => exchange(await addressOf(path), { headers })
  const put = async (path: string, body: Body) => exchange(await sign('PUT', path), { method: 'PUT', body })
  const copyAll = async (from: string, to: string) => {
    const keys = await listed(from)
    await each(keys.length, PARALLEL, (index) => {
      const key = keys[index] ?? ''
      return s3.copy(bucket, key, key.replace(from, to))
    })
    return keys
  }
  const deleteAll = async (keys: readonly string[]) => {
    for (let start = 0; start < keys.length; start += BATCH) {
      const Objects = keys.slice(start, start + BATCH).map((Key) => ({ Key }))
      await s3.client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }))
    }
  }
  return {
    name: 'minio',
    pids: () => [pid],
    put,
    get,
    list: listed,
    putInChunks: (path, chunks) => putInParts({ client: s3.client, bucket, sign }, path, chunks),
    search: async (folder, words) => (await listed(folder)).filter((key) => key.includes(words)),
    rename: async (from, to) => deleteAll(await copyAll(from, to)),
    copy: copyAll,
    remove: async (path) => deleteAll(await listed(path)),
    zip: async (folder) => {
      const paths = await listed(folder)
      await each(paths.length, READS_AT_ONCE, (index) => get(paths[index] ?? ''))
    },
    hash: async (path, algorithm = 'sha256') => hashOf(await addressOf(path), algorithm),
    thumb: async (path, isCold) => {
      if (!isCold) return get(`${path}.thumb`)
      const { body } = await exchange(await addressOf(path), { isKept: true })
      return put(`${path}.thumb`, await sharp(body).rotate().resize(THUMB).jpeg().toBuffer())
    },
    map: listed,
    roms: () => listed('ARCADE/gb'),
    fill: (paths) => putMany(servers, bucket, paths),
    stop: async () => s3.close(),
  }
}

interface Parts {
  client: ReturnType<typeof openS3>['client']
  bucket: string
  sign: ReturnType<typeof signerOf>
}

/** A multipart upload, part by part. */
async function putInParts({ client, bucket, sign }: Parts, path: string, chunks: readonly Body[]): Promise<void> {
  const at = { Bucket: bucket, Key: path }
  const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand(at))
  const parts: { PartNumber: number; ETag: string }[] = []
  for (const [index, body] of chunks.entries()) {
    const url = await sign('PUT', path, { partNumber: String(index + 1), uploadId: UploadId })
    const { headers } = await exchange(url, { method: 'PUT', body })
    parts.push({ PartNumber: index + 1, ETag: String(headers.etag) })
  }
  await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: parts } }))
}

/** Reads and hashes at once, as a program without a stored hash has to. */
async function hashOf(url: string, algorithm: string): Promise<string> {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, resolve).on('error', reject)
  })
  const hash = createHash(algorithm)
  for await (const bytes of answer) hash.update(bytes as Buffer)
  return hash.digest('hex')
}
