// A server that takes requests and does not answer, or stops in the middle.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { GetObjectCommand, HeadBucketCommand, PutObjectCommand, UploadPartCopyCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { createS3Connections, type S3Connections } from './s3-clients.ts'

const LIMITS = { connectMs: 1_000, controlMs: 400, idleMs: 400 }
const LATE_MS = 900

/** What the server does with a request. */
let answer: http.RequestListener = () => undefined
const server = http.createServer((request, response) => answer(request, response))
let s3: S3Connections
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  s3 = createS3Connections(
    { endpoint, region: 'us-east-1', accessKey: 'a-key', secretKey: 'its-secret' },
    pino({ level: 'silent' }),
    { limits: LIMITS },
  )
})
afterAll(async () => {
  s3.close()
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})

const object = { Bucket: 'b', Key: 'k' }
const never: http.RequestListener = (request) => void request.resume()
const half: http.RequestListener = (_, response) =>
  void response.writeHead(200, { 'Content-Length': 1000 }).write('<half>')
const errorOf = (work: () => Promise<unknown>) =>
  work().then(
    () => null,
    (error: unknown) => error,
  )

describe('A6: a server that does not answer', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a small request', () => s3.control.send(new HeadBucketCommand({ Bucket: 'b' }))],
    ['a read', () => s3.data.send(new GetObjectCommand(object))],
    ['a write', () => s3.data.send(new PutObjectCommand({ ...object, Body: 'text', ContentLength: 4 }))],
    ['a listing', () => s3.minio.send({ bucket: 'b', query: { 'list-type': '2' } })],
    ['a request under a lease', () => s3.expiring(() => 10_000).send(new HeadBucketCommand({ Bucket: 'b' }))],
  ])('%s ends', async (_, work) => {
    answer = never
    expect(await errorOf(work)).toMatchObject({ name: 'TimeoutError' })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a read', async () => (await s3.data.send(new GetObjectCommand(object))).Body?.transformToByteArray()],
    ['a small read', async () => (await s3.control.send(new GetObjectCommand(object))).Body?.transformToByteArray()],
    [
      'a listing',
      async () => {
        for await (const chunk of await s3.minio.send({ bucket: 'b' })) expect(String(chunk)).toBe('<half>')
      },
    ],
  ])('%s that stops in the middle ends', async (_, work) => {
    answer = half
    expect(await errorOf(work)).toMatchObject({ name: 'TimeoutError' })
  })

  it('has longer where a part is copied: it sends no byte until it is done', async () => {
    answer = (request, response) => {
      request.resume()
      setTimeout(() => response.end('<CopyPartResult><ETag>"e"</ETag></CopyPartResult>'), LATE_MS)
    }
    const copy = () => new UploadPartCopyCommand({ ...object, UploadId: 'u', PartNumber: 1, CopySource: 'b/k' })
    for (const client of [s3.data, s3.control]) {
      expect((await client.send(copy(), { requestTimeout: 5 * LATE_MS })).CopyPartResult?.ETag).toBe('"e"')
    }
  })
})
