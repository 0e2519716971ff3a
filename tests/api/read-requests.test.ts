// How many requests to S3 it takes to read a file, on a quiet system, and what a delete does not wait for.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { CUT_AFTER_MS } from '../../backend/src/storage/pinned-reader.ts'
import { soon } from '../helpers/until.ts'
import { type Counted, startCounted } from './counted.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'

const MIB = 1024 * 1024
const GET = 'GET'
const HEAD = 'HEAD'
const LISTING_MS = 4_000
/** Whether a tree is listed, which takes the longer the more is in it; its first key takes a moment. */
const isListingOf = ({ searchParams }: URL, folder: string) =>
  searchParams.get('prefix') === folder && searchParams.get('max-keys') !== '1'

let nido: Counted
let me: PersonsFiles
beforeAll(async () => {
  nido = await startCounted((url) => (isListingOf(url, 'slow/') ? LISTING_MS : 0))
  me = nido.me
})
afterAll(() => nido.stop())

const during = (call: () => Promise<unknown>) => nido.during(call)

/** What S3 is asked during a call, once the index has heard of all that was written, each time that it is made. */
async function settled(call: () => Promise<unknown>, expected: string[]): Promise<void> {
  const isExpected = (seen: string[]) => seen.join() === expected.join()
  expect(await soon(() => during(call), isExpected)).toEqual(expected)
  for (let again = 0; again < 3; again += 1) expect(await during(call)).toEqual(expected)
}

/**
 * The same for a call that S3 has to answer in any case. One that takes longer than a request may be read, as on a busy
 * machine, is answered by several and made again.
 */
async function always(call: () => Promise<unknown>, expected: string[]): Promise<void> {
  for (let inTime = 0; inTime < 3;) {
    const begun = performance.now()
    const seen = await during(call)
    if (performance.now() - begun >= CUT_AFTER_MS) continue
    expect(seen).toEqual(expected)
    inTime += 1
  }
}

const ranged = (path: string, range: string, headers: Record<string, string> = {}) =>
  me.raw(path, {}, { headers: { Range: range, ...headers } })

describe('S3 is asked', () => {
  it('once for a file up to 8 MiB, from its first download on', async () => {
    const bytes = randomBytes(8 * MIB)
    await me.given({ 'counted-a.jpg': 'small', 'counted-b.jpg': bytes })
    await always(async () => expect((await me.raw('/counted-a.jpg')).expect(200).text).toBe('small'), [GET])
    await always(async () => expect((await me.raw('/counted-b.jpg')).expect(200).body.equals(bytes)).toBe(true), [GET])
  })

  it('once for a range of a file', async () => {
    const bytes = randomBytes(9 * MIB)
    await me.given({ 'counted-c.mp4': bytes })
    const ask = async (range: string, [start, end]: [number, number], headers = {}) => {
      const answer = (await ranged('/counted-c.mp4', range, headers)).expect(206)
      expect(answer.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${bytes.length}`)
      expect(answer.body.equals(bytes.subarray(start, end))).toBe(true)
    }
    await always(() => ask('bytes=100-65635', [100, 65_636]), [GET])
    await always(() => ask('bytes=-500', [bytes.length - 500, bytes.length]), [GET])
    await always(() => ask('bytes=8000000-', [8_000_000, bytes.length]), [GET])
    const tag = (await me.client.head('/api/raw/counted-c.mp4')).headers['etag'] ?? ''
    await always(() => ask('bytes=1-2', [1, 3], { 'If-Range': tag }), [GET])
  })

  it('a second time only for what an answer turns out to need', async () => {
    await me.given({ 'counted-d.jpg': Buffer.alloc(1000, 'd'), 'counted-empty.jpg': '' })
    const beyond = async () => (await ranged('/counted-d.jpg', 'bytes=5000-')).expect(416)
    await settled(beyond, [HEAD])
    await always(async () => (await me.raw('/counted-empty.jpg')).expect(200), [HEAD])
    const other = async () => (await ranged('/counted-d.jpg', 'bytes=5-', { 'If-Range': '"other"' })).expect(200)
    await always(other, [GET, GET])
  })

  it('not at all about a file that a client has, nor for the headers of one that was read', async () => {
    await me.given({ 'counted-e.jpg': 'e' })
    const tag = (await me.raw('/counted-e.jpg')).headers['etag'] ?? ''
    const call = '/api/raw/counted-e.jpg'
    const again = async () => {
      const answer = await me.client.get(call, { headers: { 'If-None-Match': tag } })
      if (answer.status !== 304) throw new Error(`status ${answer.status}`)
    }
    await settled(again, [])
    const head = async () => {
      const answer = (await me.client.head(call)).expect(200)
      expect([answer.headers['etag'], answer.headers['content-length']]).toEqual([tag, '1'])
    }
    await settled(head, [])
  })

  it('not at all for the headers of a file that was just written', async () => {
    const head = async (path: string) => (await me.client.head(`/api/raw${path}`)).expect(200).headers
    await me.given({ 'counted-before.jpg': 'read before' })
    await settled(() => head('/counted-before.jpg'), [])
    for (const [name, bytes] of [
      ['counted-at-once.jpg', 1000],
      ['counted-in-parts.jpg', 33 * MIB],
    ] as const) {
      await me.given({ [name]: Buffer.alloc(bytes, 'n') })
      let told: Record<string, unknown> = {}
      expect(await during(async () => (told = await head(`/${name}`)))).toEqual([])
      const whole = (await me.raw(`/${name}`)).expect(200).headers
      for (const header of ['etag', 'last-modified', 'content-type', 'content-length'])
        expect([header, told[header]]).toEqual([header, whole[header]])
    }
  })

  it('not at all for the sums of a folder', async () => {
    await me.given({ 'counted-sums/a.txt': 'abc' })
    await settled(async () => (await me.client.get('/api/usage/counted-sums')).expect(200), [])
  })

  it('not at all for a preview that was given before', async () => {
    const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a8' } })
    await me.given({ 'counted-h.png': await picture.png().toBuffer() })
    const call = '/api/preview/thumb/counted-h.png?render=true'
    const first = (await me.client.get(call)).expect(200).body
    await settled(async () => expect((await me.client.get(call)).expect(200).body.equals(first)).toBe(true), [])
    ;(await me.save('/counted-h.png', await picture.negate().png().toBuffer())).expect(200)
    expect((await me.client.get(call)).expect(200).body.equals(first)).toBe(false)
  })

  it('once for a text that is told with its facts', async () => {
    await me.given({ 'counted-g.txt': 'text' })
    await always(async () => expect(await me.file('/counted-g.txt')).toMatchObject({ content: 'text' }), [GET])
  })

  it('not at all for the facts of a file', async () => {
    const zeros = Buffer.alloc(3)
    for (const name of ['counted-f.zip', 'counted-f.mp4', 'counted-f.pdf']) {
      await me.given({ [name]: zeros })
      await settled(async () => {
        expect(await me.file(`/${name}`)).toMatchObject({ name, size: 3, isDir: false })
      }, [])
    }
    ;(await me.save('/counted-f.zip', 'longer')).expect(200)
    expect((await me.file('/counted-f.zip')).size).toBe(6)
    ;(await me.remove('/counted-f.zip')).expect(200, 204)
    ;(await me.info('/counted-f.zip')).expect(404)
  })

  it('not at all for a folder, with a slash or without', async () => {
    await me.given({ 'counted-folder/in/a.txt': 'a' })
    for (const path of ['/counted-folder', '/counted-folder/', '/counted-folder/in']) {
      const look = async () => expect((await me.folder(path)).items).toHaveLength(1)
      // A look at S3 follows in the background, but not after each.
      expect([
        path,
        await soon(
          () => during(look),
          (asked) => asked.length === 0,
        ),
      ]).toEqual([path, []])
    }
    ;(await me.rename('/counted-folder/in', '/counted-folder/counted-file')).expect(200)
    ;(await me.remove('/counted-folder/counted-file')).expect(200, 204)
    ;(await me.upload('/counted-folder/counted-file', 'now a file')).expect(200)
    expect(await me.file('/counted-folder/counted-file')).toMatchObject({ isDir: false, size: 10 })
    ;(await me.remove('/counted-folder')).expect(200, 204)
    ;(await me.info('/counted-folder')).expect(404)
  })
})

describe('a delete of a folder', () => {
  const take = async (who: PersonsFiles, path: string, status: number) => {
    const begun = performance.now()
    ;(await who.remove(path)).expect(status)
    return performance.now() - begun
  }

  it('is answered before the tree is listed', async () => {
    await me.given({ 'slow/a.txt': 'a', 'slow/deep/b.txt': 'b' })
    expect(await take(me, '/slow', 204)).toBeLessThan(LISTING_MS)
    ;(await me.info('/slow')).expect(404)
  })

  it('lists it first where a rule could match below', async () => {
    const rules = [{ regex: false, allow: false, path: '/slow/deep/secret', regexp: { raw: '' } }]
    const ruled = filesOf(await nido.nido.makePerson({ rules }))
    await ruled.given({ 'slow/a.txt': 'a', 'slow/deep/b.txt': 'b' })
    expect(await take(ruled, '/slow', 204)).toBeGreaterThan(LISTING_MS)
  })
})
