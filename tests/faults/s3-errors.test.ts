// S3 that answers 503 to some requests, in the middle of a call.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OperationList } from '../../backend/contract/operations.ts'
import type { Answer } from '../helpers/answer.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { type Matches, type Refusal, type S3Proxy, startS3Proxy } from '../helpers/s3-proxy.ts'
import { useServers } from '../helpers/servers.ts'
import { until } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from '../api/files-client.ts'

const OLD = 'the old file'
const NEW = 'the new one'
/** Two S3 parts. A stream without a length is always sent in parts. */
const LARGE = Buffer.alloc(11 * 1024 * 1024, 'n')

let servers: Awaited<ReturnType<typeof useServers>>
let nido: Nido
let proxy: S3Proxy
let s3: PlainS3
let files: PersonsFiles
beforeAll(async () => {
  servers = await useServers()
  proxy = await startS3Proxy(servers.s3Endpoint)
  nido = await startNido({ replicas: 1, servers, settings: { S3_ENDPOINT: proxy.endpoint } })
  s3 = openS3(servers)
  files = filesOf(await nido.makePerson())
})
afterAll(async () => {
  s3.close()
  await nido.stop()
  await proxy.stop()
  await servers.stop()
})

const overIt = { override: 'true' }
const tusOver = async (path: string, chunks: readonly (string | Buffer)[]): Promise<Answer> => {
  let answer = await files.tusBegin(
    path,
    chunks.reduce((sum, { length }) => sum + length, 0),
    overIt,
  )
  let offset = 0
  for (const chunk of chunks) {
    if (answer.status >= 400) return answer
    answer = await files.tusPatch(path, offset, chunk)
    offset += chunk.length
  }
  return answer
}
const isPut: Matches = ({ method, url }) => method === 'PUT' && url.searchParams.get('uploadId') === null
const isPart: Matches = ({ method, url }) => method === 'PUT' && url.searchParams.has('partNumber')
const isBeginning: Matches = ({ method, url }) => method === 'POST' && url.searchParams.has('uploads')
const isEnd: Matches = ({ method, url }) => method === 'POST' && url.searchParams.has('uploadId')
const isAbort: Matches = ({ method, url }) => method === 'DELETE' && url.searchParams.has('uploadId')

describe('A10: a storage that is full', () => {
  // MinIO's answers on a full drive (2026-02): before it starts writing, and when the drive fills up half-way.
  const WORDS: [string, Refusal][] = [
    [
      'at once',
      {
        status: 507,
        code: 'XMinioStorageFull',
        message:
          'Storage backend has reached its minimum free drive threshold. Please delete a few objects to proceed.',
      },
    ],
    [
      'in the middle',
      {
        status: 500,
        code: 'InternalError',
        message: 'We encountered an internal error, please try again.: cause(no space left on device)',
      },
    ],
  ]
  const isPartCopy: Matches = (request) => isPart(request) && request.headers['x-amz-copy-source'] !== undefined
  /** Whether a move was undone because there is no room, as the tray says. */
  const isTurnedBack = (to: string) =>
    until(async () => {
      const { items } = (await files.client.get('/api/operations')).expect(200).json<OperationList>()
      return items.some(
        ({ destination, state, error }) => destination === to && state === 'failed' && error === 'noRoom',
      )
    })
  /** Where its copy is slow to fail, a move is answered before, and the tray says the same. */
  const move = async (path: string): Promise<Pick<Answer, 'status'>> => {
    const answer = await files.rename('/small.txt', path)
    return answer.status === 200 && (await isTurnedBack(path)) ? { status: 507 } : answer
  }
  const ways: [string, Matches, (path: string) => Promise<Pick<Answer, 'status'>>][] = [
    ['POST', isPut, (path) => files.upload(path, NEW)],
    ['POST of a stream, in a part', isPart, (path) => files.upload(path, Readable.from([LARGE]))],
    ['POST of a stream, at its beginning', isBeginning, (path) => files.upload(path, Readable.from([LARGE]))],
    ['POST of a stream, at its end', isEnd, (path) => files.upload(path, Readable.from([LARGE]))],
    ['tus, when it is put', (request) => isPut(request) || isBeginning(request), (path) => tusOver(path, [NEW])],
    ['tus, in a part', isPart, (path) => tusOver(path, [LARGE, NEW])],
    ['tus, at its end', isEnd, (path) => tusOver(path, [LARGE, NEW])],
    ['a new folder', isPut, (path) => files.mkdir(path)],
    ['a copy', isPut, (path) => files.copy('/small.txt', path)],
    ['a copy in parts', isPartCopy, (path) => files.copy('/large.bin', path)],
    ['a move', isPut, move],
    ['a move that may replace something', isPut, (path) => files.rename('/small.txt', path, overIt)],
  ]
  beforeAll(async () => {
    ;(await files.upload('/small.txt', OLD)).expect(200)
    ;(await files.upload('/large.bin', Buffer.alloc(17 * 1024 * 1024, 'l'))).expect(200)
  })

  it.each(
    ways.flatMap(([name, refused, change]) => WORDS.map(([when, words]) => ({ name, when, refused, change, words }))),
  )('$name: 507, reported $when', async ({ name, when, refused, change, words }) => {
    const path = `/full-${`${name} ${when}`.replaceAll(/\W+/g, '-')}`
    proxy.refuse(
      (request) =>
        decodeURIComponent(request.url.pathname).startsWith(`/${bucketOf(nido.bucketPrefix, files)}${path}`) &&
        refused(request),
      words,
    )
    const { status } = await change(path)
    const { refused: count } = proxy
    proxy.refuse(null)
    expect([status, count > 0]).toEqual([507, true])
    expect(await files.read('/small.txt')).toBe(OLD)
    expect(await files.names('/')).not.toContain(path.slice(1))
    await files.tusDelete(path)
  })

  it('a rename of many files is answered before, and turned back, and the tray says why', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `f${index}.txt`)
    await files.given(Object.fromEntries(names.map((name) => [`many/${name}`, OLD])))
    proxy.refuse((request) => request.url.pathname.includes('/full-many/') && isPut(request), WORDS[0]?.[1])
    ;(await files.rename('/many', '/full-many')).expect(200)
    expect(await until(async () => (await files.raw('/many/f1.txt')).status === 200)).toBe(true)
    proxy.refuse(null)
    expect(await isTurnedBack('/full-many')).toBe(true)
    expect(await files.names('/')).not.toContain('full-many')
    ;(await files.rename('/many', '/full-many')).expect(200)
    expect((await files.names('/full-many')).toSorted()).toEqual(names.toSorted())
  })
})

describe('an upload over a file', () => {
  it.each<[string, Matches[], (path: string) => Promise<Answer>]>([
    ['POST, when it is put', [isPut], (path) => files.upload(path, NEW, overIt)],
    ['PUT, when it is put', [isPut], (path) => files.save(path, NEW)],
    ['POST, in a part', [isPart], (path) => files.upload(path, Readable.from([LARGE]), overIt)],
    [
      'POST, in a part, and in clearing up',
      [isPart, isAbort],
      (path) => files.upload(path, Readable.from([LARGE]), overIt),
    ],
    ['POST, at its end', [isEnd], (path) => files.upload(path, Readable.from([LARGE]), overIt)],
    ['tus, when it is put', [isPut, isBeginning], (path) => tusOver(path, [NEW])],
    ['tus, when it begins', [isBeginning], (path) => tusOver(path, [LARGE, NEW])],
    ['tus, in a part', [isPart], (path) => tusOver(path, [LARGE, NEW])],
    ['tus, in a part, and in clearing up', [isPart, isAbort], (path) => tusOver(path, [LARGE, NEW])],
    ['tus, at its end', [isEnd], (path) => tusOver(path, [LARGE, NEW])],
  ])('U16: that S3 fails leaves the file as it was: %s', async (name, refused, upload) => {
    const path = `/${name.replaceAll(/\W+/g, '-')}.txt`
    const bucket = bucketOf(nido.bucketPrefix, files)
    ;(await files.upload(path, OLD)).expect(200)
    const before = await s3.versions(bucket, path.slice(1))
    proxy.refuse(
      (request) => request.url.pathname === `/${bucket}${path}` && refused.some((matches) => matches(request)),
    )
    expect([name, (await upload(path)).status]).toEqual([name, 503])
    expect(proxy.refused).toBeGreaterThan(0)
    expect(await files.read(path)).toBe(OLD)
    const given = (await files.tusDelete(path)).status
    expect([204, 404, 503]).toContain(given)
    expect(await s3.versions(bucket, path.slice(1))).toEqual(before)

    // S3 works again: the remains can be cleaned up, and the same upload succeeds.
    proxy.refuse(null)
    expect(await until(async () => (await files.tusDelete(path)).status === 404)).toBe(true)
    expect(await files.read(path)).toBe(OLD)
    ;(await files.upload(path, NEW, overIt)).expect(200)
    expect(await files.read(path)).toBe(NEW)
  })
})
