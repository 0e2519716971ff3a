// Uploads that lie, break off, or send more than they should (group U). For what the protocol refuses see tus.test.ts,
// for limits and expiry upload-upkeep.test.ts.
import http from 'node:http'
import { GetObjectAclCommand } from '@aws-sdk/client-s3'
import { describe, expect, it } from '@jest/globals'
import { mapParallel } from '../../../backend/src/lib/parallel.ts'
import { measure, MIB } from '../../helpers/memory.ts'
import { until } from '../../helpers/until.ts'
import { bucketOf } from '../files-client.ts'
import { alice, bob, CANARY, isFull, replicas, s3, site, stateOf } from './opening.ts'
import { watched } from './watched.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const bucket = () => bucketOf(site.bucketPrefix, alice)

describe('the metadata of an upload', () => {
  const elsewhere = base64('../../x/secret.txt')
  const metadata = [
    `filename ${elsewhere}`,
    `relativePath ${elsewhere},name ${elsewhere}`,
    'filename not-base64!',
    'filename',
    'a b c d',
    `filename ${base64('a')},filename ${base64('b')}`,
    `__proto__ ${base64('{"admin":true}')}`,
    `constructor ${base64('x')},prototype ${base64('x')}`,
    `filetype ${base64('text/html')}`,
    `mtime ${base64('-1')}`,
    `mtime ${base64('9'.repeat(30))}`,
    `mtime ${base64('{"$gt":0}')}`,
    'é'.repeat(100),
    ',,,',
    ' ',
  ]

  it(
    'U06, U07: decides neither where the file goes nor its type',
    watched(async () => {
      const before = await stateOf(bob)
      ;(await alice.remove('/u06')).expect(204, 404)
      await mapParallel(metadata, 4, async (value) => {
        const path = `/u06/${metadata.indexOf(value)}.txt`
        ;(await alice.tusBegin(path, 4, {}, { 'Upload-Metadata': Buffer.from(value).toString('latin1') })).expect(
          201,
          400,
        )
        if ((await alice.tusHead(path)).status === 200) (await alice.tusPatch(path, 0, 'text')).expect(204)
        else (await alice.upload(path, 'text')).expect(200)
      })
      expect((await alice.names('/u06')).toSorted()).toEqual(metadata.map((_, index) => `${index}.txt`).toSorted())
      for (const { key } of await s3.list(bucket(), 'u06/'))
        expect([key, (await s3.head(bucket(), key)).ContentType]).toEqual([key, expect.stringMatching(/^text\/plain/)])
      expect(await stateOf(bob)).toEqual(before)
      ;(await alice.tusBegin('/u07.txt', 4, {}, { 'Upload-Metadata': `filename ${'A'.repeat(64 * 1024)}` })).expect(431)
      expect('admin' in {}).toBe(false)
    }),
  )
})

describe('an upload over a file', () => {
  it(
    'U16: leaves the file as it was, however it fails',
    watched(async () => {
      await alice.given({ 'u16.txt': 'kept' })
      const before = await stateOf(alice)
      const begin = async () => (await alice.tusBegin('/u16.txt', 6, { override: 'true' })).expect(201)
      await begin()
      ;(await alice.tusPatch('/u16.txt', 0, 'far too many bytes')).expect(413)
      ;(await alice.tusPatch('/u16.txt', 3, 'abc')).expect(409)
      ;(await alice.tusPatch('/u16.txt', 0, 'abc', { headers: { 'Content-Type': 'text/plain' } })).expect(415)
      ;(await alice.tusDelete('/u16.txt')).expect(204)
      await begin()
      ;(await alice.tusPatch('/u16.txt', 0, 'abc')).expect(204)
      await breakOff(
        'PATCH',
        '/api/tus/u16.txt',
        { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '3' },
        3,
        1,
      )
      await begin()
      ;(await alice.tusBegin('/u16.txt', -1, { override: 'true' })).expect(400)
      // A call that broke off may still be under way.
      expect(await until(async () => (await alice.tusDelete('/u16.txt')).status !== 423)).toBe(true)
      expect((await alice.tusHead('/u16.txt')).status).toBe(404)
      expect(await stateOf(alice)).toEqual(before)
      expect(await alice.read('/u16.txt')).toBe('kept')
    }),
  )
})

describe('headers meant for the storage', () => {
  const HEADERS = {
    'x-amz-acl': 'public-read',
    'x-amz-grant-read': 'uri="http://acs.amazonaws.com/groups/global/AllUsers"',
    'x-amz-meta-evil': '1',
    'x-amz-meta-mtime': '1',
    'x-amz-storage-class': 'GLACIER',
    'x-amz-website-redirect-location': '/evil',
    'x-amz-copy-source': '/nido-system/secret',
    'x-minio-source-etag': 'evil',
    'x-minio-source-mtime': '2001-01-01T00:00:00Z',
    'x-minio-source-replication-request': 'true',
    'x-amz-tagging': 'evil=1',
    'x-amz-server-side-encryption': 'AES256',
    'x-amz-server-side-encryption-customer-algorithm': 'AES256',
    'x-amz-bypass-governance-retention': 'true',
    'x-amz-object-lock-mode': 'GOVERNANCE',
    'If-None-Match': '*',
  }

  it(
    'U17: do not reach it through any call',
    watched(async () => {
      const headers = HEADERS
      const chunked = {
        ...headers,
        'Content-Encoding': 'aws-chunked',
        'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'Content-Type': 'text/html',
      }
      const body = '4\r\nevil\r\n0\r\n\r\n'
      ;(await alice.remove('/u17')).expect(204, 404)
      const whole = (await alice.upload('/u17/post.txt', body, {}, { headers: chunked })).expect(200, 415)
      if (whole.status === 415) (await alice.upload('/u17/post.txt', body, {}, { headers })).expect(200)
      ;(await alice.upload('/u17/put.txt', 'old')).expect(200)
      ;(await alice.save('/u17/put.txt', body, { headers })).expect(200)
      ;(await alice.tusBegin('/u17/tus.txt', body.length, {}, headers)).expect(201)
      ;(await alice.tusPatch('/u17/tus.txt', 0, body, { headers })).expect(204)
      ;(await alice.copy('/u17/post.txt', '/u17/copy.txt', {}, { headers })).expect(200)
      ;(await alice.rename('/u17/copy.txt', '/u17/renamed.txt', {}, { headers })).expect(200)
      ;(await alice.raw('/u17/post.txt', {}, { headers: { ...headers, 'If-None-Match': '"x"' } })).expect(200)
      for (const name of ['post', 'put', 'tus', 'renamed']) {
        const key = `u17/${name}.txt`
        const {
          Metadata = {},
          ContentType,
          ContentEncoding,
          ServerSideEncryption,
          StorageClass,
          WebsiteRedirectLocation,
          ObjectLockMode,
        } = await s3.head(bucket(), key)
        const { Grants = [] } = await s3.client.send(new GetObjectAclCommand({ Bucket: bucket(), Key: key }))
        expect({
          key,
          evil: Metadata['evil'],
          isOld: Number(Metadata['mtime']) < 1_000_000,
          ContentEncoding,
          ServerSideEncryption,
          WebsiteRedirectLocation,
          ObjectLockMode,
          grants: Grants.length,
        }).toEqual({ key, isOld: false, grants: 1 })
        expect([ContentType, StorageClass ?? 'STANDARD', (await s3.get(bucket(), key)).toString()]).toEqual([
          expect.stringMatching(/^text\/plain/),
          'STANDARD',
          body,
        ])
      }
      expect(
        (
          await alice.raw(
            '/u17/post.txt',
            {},
            { headers: { 'x-amz-copy-source': `/${bucketOf(site.bucketPrefix, bob)}/secret.txt` } },
          )
        ).expect(200).text,
      ).not.toContain(CANARY)
    }),
  )
})

/** Sends some bytes of a declared (or chunked) body and cuts the connection while they are on their way. */
function breakOff(
  method: string,
  path: string,
  headers: Record<string, string>,
  length: number | undefined,
  bytes: number,
): Promise<void> {
  const base = new URL(site.urls[0] ?? '')
  return new Promise((resolve) => {
    const request = http.request({
      method,
      hostname: base.hostname,
      port: base.port,
      path: base.pathname.replace(/\/$/, '') + path,
      headers: {
        'X-Auth': alice.client.token,
        ...(length === undefined ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': length }),
        ...headers,
      },
    })
    request.on('error', () => undefined).on('close', () => resolve())
    const chunk = Buffer.alloc(Math.min(bytes, 1024 * 1024), 'n')
    let left = bytes
    const write = () => {
      if (left <= 0) return void request.destroy()
      left -= chunk.length
      request.write(chunk, write)
    }
    write()
  })
}

/** How far a process may grow: the data on its way through it, and the garbage of that. */
const MOST = 100 * MIB

// Gigabytes take a while.
if (isFull) {
  describe('a body of five gigabytes', () => {
    it.each(['POST', 'PUT'])(
      'U13: that breaks off half-way leaves nothing, and takes no memory, by %s',
      watched(async (method) => {
        await alice.given({ [`u13-${method}.bin`]: 'kept' })
        const send = (gibibytes: number) =>
          breakOff(method, `/api/resources/u13-${method}.bin?override=true`, {}, undefined, gibibytes * 1024 ** 3)
        // A new process grows with its first upload, whatever the size.
        await send(0.25)
        const { growth } = await measure(replicas, () => send(2.5))
        expect(growth).toBeLessThan(MOST)
        expect(await until(async () => (await s3.unfinished(bucket())).length === 0)).toBe(true)
        expect(await alice.read(`/u13-${method}.bin`)).toBe('kept')
      }),
      600_000,
    )
  })
}
