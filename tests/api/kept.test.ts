// Renaming, moving and copying keep what other tools stored with a file: headers, metadata, tags, times, and (except
// when copying) older versions.
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { happens, until } from '../helpers/until.ts'
import { bucket, me, s3 } from './own-folder.ts'

const MIB = 1024 * 1024
beforeAll(async () => {
  ;(await me.mkdir('/d')).expect(200)
})

/** A file as `mc` or `aws s3 cp` would put it, with everything that S3 keeps beside the bytes. */
const FACTS = {
  ContentType: 'application/x-recipe',
  CacheControl: 'max-age=60',
  ContentDisposition: 'attachment; filename="soup.rcp"',
  ContentLanguage: 'es',
  ContentEncoding: 'x-own',
  Metadata: { mtime: '1700000000.25', author: 'ann', 'with-space': 'a b' },
  Tagging: 'course=soup&guests=4',
}

async function facts(key: string, version?: string) {
  const name = { Bucket: bucket, Key: key, VersionId: version }
  const [head, tags] = await Promise.all([
    s3.client.send(new HeadObjectCommand(name)),
    s3.client.send(new GetObjectTaggingCommand(name)),
  ])
  const { mtime, author, 'with-space': spaced } = head.Metadata ?? {}
  return {
    ContentType: head.ContentType,
    CacheControl: head.CacheControl,
    ContentDisposition: head.ContentDisposition,
    ContentLanguage: head.ContentLanguage,
    ContentEncoding: head.ContentEncoding,
    Metadata: { mtime, author, 'with-space': spaced },
    Tagging: tags.TagSet?.map(({ Key, Value }) => `${Key}=${Value}`)
      .sort()
      .join('&'),
  }
}

/** The same, once a large file has its copy: it is seen before that. */
async function factsOfMoved(key: string) {
  await happens(async () => (await s3.list(bucket, key)).length === 1, 'the copy')
  return facts(key)
}

const putWhole = (key: string, body: string) =>
  s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...FACTS }))

async function putInParts(key: string, sizes: number[]): Promise<void> {
  const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ...FACTS }))
  const parts = []
  for (const [index, size] of sizes.entries()) {
    const part = { Bucket: bucket, Key: key, UploadId, PartNumber: index + 1 }
    const { ETag } = await s3.client.send(new UploadPartCommand({ ...part, Body: Buffer.alloc(size, index) }))
    parts.push({ ETag, PartNumber: index + 1 })
  }
  await s3.client.send(
    new CompleteMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId, MultipartUpload: { Parts: parts } }),
  )
}

describe.each([
  ['a small file', (key: string) => putWhole(key, 'soup'), 4],
  ['a file in parts', (key: string) => putInParts(key, [5 * MIB, 3]), 5 * MIB + 3],
  ['a file that is copied in parts', (key: string) => putInParts(key, [40 * MIB, 30 * MIB]), 70 * MIB],
] as const)('%s', (_, put, size) => {
  it('keeps everything when it is renamed, moved and copied', async () => {
    // Names of its own, because a delete lays its markers after the answer, and another tool's put does not check
    // whether it has.
    const [d, e] = [`d${size}`, `e${size}`]
    await put(`${d}/soup.rcp`)
    expect(await facts(`${d}/soup.rcp`)).toEqual(FACTS)
    ;(await me.rename(`/${d}/soup.rcp`, `/${d}/stew.rcp`)).expect(200)
    expect(await factsOfMoved(`${d}/stew.rcp`)).toEqual(FACTS)
    ;(await me.rename(`/${d}`, `/${e}`)).expect(200)
    expect(await factsOfMoved(`${e}/stew.rcp`)).toEqual(FACTS)
    ;(await me.copy(`/${e}/stew.rcp`, `/${d}/soup.rcp`)).expect(200)
    expect(await facts(`${d}/soup.rcp`)).toEqual(FACTS)
    expect(await me.file(`/${d}/soup.rcp`)).toMatchObject({ size, modified: '2023-11-14T22:13:20.250Z' })
    ;(await me.remove(`/${e}`)).expect(204)
    ;(await me.remove(`/${d}/soup.rcp`)).expect(204)
  })
})

describe('older versions', () => {
  it('move along in order, each with its metadata, and so does one that is restored to the top', async () => {
    const versions = async (key: string) => {
      const { Versions = [] } = await s3.client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key }))
      return Promise.all(
        Versions.map(async ({ VersionId = '', IsLatest }) => ({
          id: VersionId,
          isLatest: IsLatest,
          text: (await s3.getVersion(bucket, key, VersionId)).toString(),
          ...(await facts(key, VersionId)),
        })),
      )
    }
    for (const text of ['one', 'two', 'three']) await putWhole('v/a.rcp', text)
    ;(await me.rename('/v/a.rcp', '/v/b.rcp')).expect(200)
    ;(await me.rename('/v', '/w')).expect(200)
    // The answer comes with the commit; the copies are made, and the old keys removed, afterwards.
    expect(await until(async () => (await s3.versions(bucket, 'v/')).length === 0)).toBe(true)
    const moved = await versions('w/b.rcp')
    expect(moved.map(({ text, isLatest }) => [text, isLatest])).toEqual([
      ['three', true],
      ['two', false],
      ['one', false],
    ])
    for (const { id: _id, isLatest: _latest, text: _text, ...kept } of moved) expect(kept).toEqual(FACTS)
    ;(await me.client.patch(`/api/resources/w/b.rcp?action=restore&version=${moved[2]?.id}`)).expect(200)
    expect(await me.read('/w/b.rcp')).toBe('one')
    expect(await facts('w/b.rcp')).toEqual(FACTS)
  })
})
