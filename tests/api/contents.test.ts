// What identifies a content: never its MD5 and size alone, since two contents can be made to share both (C9). Copies
// are identified by what they are copies of.
import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { FileResource } from '../../backend/contract/resources.ts'
import { twins } from '../helpers/twins.ts'
import { until } from '../helpers/until.ts'
import { bucket, dir, given, me, s3, site } from './own-folder.ts'

const sumOf = (body: Buffer) => createHash('sha512').update(body).digest('hex')
const ask = async (path: string, replica: number) =>
  (await me.info(path, { checksum: 'sha512' }, { replica })).expect(200).json<FileResource>().checksums?.sha512
const tagOf = async (path: string, replica = 0) =>
  (await me.raw(path, {}, { replica })).expect(200).headers['etag'] ?? ''
const etagInS3 = async (path: string) => (await s3.head(bucket, path.slice(1))).ETag

/** Small contents are remembered within one process, large ones by all replicas. */
const SIZES: [string, Buffer][] = [
  ['small', Buffer.alloc(0)],
  ['large', Buffer.alloc(2 * 1024 * 1024, 'x')],
]

describe('C9: two files with the same MD5 and size', () => {
  it.each(SIZES)('each have their own checksum and ETag (%s)', async (_, behind) => {
    const [one, other] = twins(behind)
    await given({ 'one.bin': one, 'other.bin': other })
    expect(await etagInS3(`${dir}/one.bin`)).toBe(await etagInS3(`${dir}/other.bin`))
    for (const replica of [0, 1]) {
      expect([await ask(`${dir}/one.bin`, replica), await ask(`${dir}/other.bin`, replica)]).toEqual([
        sumOf(one),
        sumOf(other),
      ])
    }
    expect(await tagOf(`${dir}/one.bin`)).not.toBe(await tagOf(`${dir}/other.bin`))
  })

  it('have different ETags even where one replaces the other, with the same time', async () => {
    const [one, other] = twins()
    const path = `${dir}/same.bin`
    const put = async (body: Buffer, replica: number) =>
      (await me.upload(path, body, { override: 'true', modified: '1700000000000' }, { replica })).expect(200).headers[
        'etag'
      ] ?? ''
    const tags: string[] = []
    for (const [turn, body] of [one, other, one].entries()) {
      const tag = await put(body, turn % 2)
      for (const replica of [0, 1, 0]) {
        const answer = (
          await me.raw(path, {}, { replica, headers: { 'If-None-Match': tags.join(', ') || '"none"' } })
        ).expect(200)
        expect([answer.body.equals(body), answer.headers['etag']]).toEqual([true, tag])
        ;(await me.raw(path, {}, { replica, headers: { 'If-None-Match': tag } })).expect(304)
        ;(await me.raw(path, {}, { replica, headers: { 'If-Match': tags[0] ?? '"none"' } })).expect(412)
        const part = (
          await me.raw(path, {}, { replica, headers: { Range: 'bytes=0-9', 'If-Range': tags[0] ?? '"none"' } })
        ).expect(200)
        expect(part.body.equals(body)).toBe(true)
      }
      tags.push(tag)
    }
    expect(new Set(tags).size).toBe(3)
  })

  it('are told apart where another tool has put them', async () => {
    const [one, other] = twins()
    await s3.put(bucket, `${dir.slice(1)}/one.bin`, one)
    await s3.put(bucket, `${dir.slice(1)}/other.bin`, other)
    expect([await ask(`${dir}/one.bin`, 0), await ask(`${dir}/other.bin`, 0)]).toEqual([sumOf(one), sumOf(other)])
    expect(await tagOf(`${dir}/one.bin`)).not.toBe(await tagOf(`${dir}/other.bin`))
  })
})

describe('C9: a file', () => {
  it.each(['by Nido', 'by another tool'])(
    'that was written %s keeps its ETag when it is moved, copied and restored',
    async (how) => {
      const text = `written ${how}`
      if (how === 'by Nido') await given({ 'a/a.txt': text })
      else await s3.put(bucket, `${dir.slice(1)}/a/a.txt`, text)
      const tag = await tagOf(`${dir}/a/a.txt`)
      ;(await me.rename(`${dir}/a/a.txt`, `${dir}/a/b.txt`)).expect(200)
      ;(await me.rename(`${dir}/a`, `${dir}/b`)).expect(200)
      ;(await me.copy(`${dir}/b/b.txt`, `${dir}/copy.txt`)).expect(200)
      ;(await me.copy(`${dir}/copy.txt`, `${dir}/again.txt`)).expect(200)
      ;(await me.mkdir(`/Shared${dir}`)).expect(200)
      ;(await me.rename(`${dir}/again.txt`, `/Shared${dir}/again.txt`)).expect(200)
      for (const path of [`${dir}/b/b.txt`, `${dir}/copy.txt`, `/Shared${dir}/again.txt`])
        expect([path, await tagOf(path, 1)]).toEqual([path, tag])
      ;(await me.remove(`/Shared${dir}`)).expect(204)

      const { items } = (await me.client.get(`/api/versions${dir}/copy.txt`))
        .expect(200)
        .json<{ items: { id: string }[] }>()
      const saved = (await me.save(`${dir}/copy.txt`, text)).expect(200).headers['etag']
      expect([saved, await tagOf(`${dir}/copy.txt`)]).toEqual([saved, expect.not.stringContaining(tag)])
      ;(await me.client.patch(`/api/resources${dir}/copy.txt?action=restore&version=${items[0]?.id ?? ''}`)).expect(200)
      expect(await tagOf(`${dir}/copy.txt`)).toBe(tag)
    },
  )

  it('that arrives in chunks keeps the ETag that its first download shows', async () => {
    ;(await me.tusBegin(`${dir}/t.bin`, 6)).expect(201)
    ;(await me.tusPatch(`${dir}/t.bin`, 0, 'abc')).expect(204)
    ;(await me.tusPatch(`${dir}/t.bin`, 3, 'def')).expect(204)
    const tag = await tagOf(`${dir}/t.bin`)
    expect(await until(async () => (await tagOf(`${dir}/t.bin`, 1)) === tag)).toBe(true)
    // Uploading the same bytes to the same name again makes another file.
    ;(await me.upload(`${dir}/t.bin`, 'abcdef', { override: 'true' })).expect(200)
    expect(await tagOf(`${dir}/t.bin`)).not.toBe(tag)
    expect(site.urls.length).toBeGreaterThan(1)
  })
})
