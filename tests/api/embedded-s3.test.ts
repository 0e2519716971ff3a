// The S3 server behind Nido: closed to anybody without a key, and to the network (K03).
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { useSite, type Site } from '../helpers/nido.ts'
import { openS3 } from '../helpers/s3.ts'
import { bucketOf, filesOf } from './files-client.ts'

let site: Site & { stop(): Promise<void> }
let bucket: string
beforeAll(async () => {
  site = await useSite()
  const person = await site.makePerson()
  ;(await person.post('/api/resources/private.txt', 'CANARY')).expect(200)
  bucket = bucketOf(site.bucketPrefix, filesOf(person))
})
afterAll(() => site.stop())

/** The answer to somebody without a key. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      new URL(path, site.servers.s3Endpoint),
      { method, headers, agent: false },
      (response) => {
        let text = ''
        response
          .on('data', (chunk) => {
            text += String(chunk)
          })
          .on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    request.on('error', reject).end()
  })
}

describe('K03: the S3 server', () => {
  it.each([
    'GET /{bucket}/private.txt',
    'HEAD /{bucket}/private.txt',
    'GET /{bucket}?list-type=2',
    'GET /',
    'PUT /{bucket}/planted.txt',
    'DELETE /{bucket}/private.txt',
    'GET /{system}?list-type=2',
    'GET /minio/admin/v3/info',
    'GET /minio/v2/metrics/cluster',
  ])('reveals and does nothing without a key: %s', async (line) => {
    const [method = '', path = ''] = line
      .replace('{bucket}', bucket)
      .replace('{system}', `${site.bucketPrefix}system`)
      .split(' ')
    const { status, text } = await ask(method, path)
    expect([status, text.includes('CANARY')]).toEqual([403, false])
  })

  it('has no well-known key', async () => {
    const s3 = openS3({ ...site.servers, keys: { accessKey: 'minioadmin', secretKey: 'minioadmin' } })
    await expect(s3.list(bucket)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
    s3.close()
  })

  it('listens on this machine only, and so does a database that has a port', async () => {
    const outside = Object.values(os.networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of outside) {
      for (const { port } of [new URL(site.servers.s3Endpoint), new URL(site.servers.mongoUrl)])
        expect([address, port !== '' && (await canConnect(address, Number(port)))]).toEqual([address, false])
    }
    expect(await canConnect('127.0.0.1', Number(new URL(site.servers.s3Endpoint).port))).toBe(true)
  })
})

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, host, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
