// If a person may no longer do something when an upload takes effect, the upload is refused then, however it was
// started.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import type { Answer } from '../helpers/answer.ts'
import type { Person } from '../helpers/client.ts'
import { soon } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'
import { s3, site } from './own-folder.ts'

const MIB = 1024 * 1024
const CHUNK = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' }
const NO_RULES = { regex: false, allow: false, path: '/f', regexp: { raw: '' } }

/** Changes one field of a person's record, as an administrator does. */
async function change({ client }: PersonsFiles, changed: Partial<Person>): Promise<void> {
  const admin = await site.adminClient()
  const record = (await admin.get(`/api/users/${client.id}`)).expect(200).json<Person>()
  const data = { id: client.id, ...changed, ...(changed.perm && { perm: { ...record.perm, ...changed.perm } }) }
  const body = { what: 'user', which: Object.keys(changed), current_password: site.admin.password, data }
  ;(await admin.put(`/api/users/${client.id}`, body)).expect(200)
}
async function remove({ client }: PersonsFiles): Promise<void> {
  const admin = await site.adminClient()
  ;(await admin.delete(`/api/users/${client.id}`, { body: { current_password: site.admin.password } })).expect(200)
}

/** Sends half of a body, waits until something has happened, and sends the rest. */
function halting(body: Buffer): { stream: Readable; length: { 'Content-Length': string }; goOn(): void } {
  const half = Math.ceil(body.length / 2)
  const stream = new Readable({ read() {} })
  stream.push(body.subarray(0, half))
  return {
    stream,
    length: { 'Content-Length': String(body.length) },
    goOn: () => {
      stream.push(body.subarray(half))
      stream.push(null)
    },
  }
}

type Call = (one: PersonsFiles, body: ReturnType<typeof halting>) => Promise<Answer>
const post: Call = (one, { stream, length }) => one.upload('/f', stream, { override: 'true' }, { headers: length })
const put: Call = (one, { stream, length }) => one.save('/f', stream, { headers: length })
const patch: Call = (one, { stream, length }) =>
  one.client.patch('/api/tus/f', stream, { headers: { ...CHUNK, ...length } })

/** Makes a call, takes something from its person when half of it is sent, and finishes it. */
async function overtaken(one: PersonsFiles, call: Call, taken: () => Promise<void>, size = 1_000): Promise<Answer> {
  const body = halting(randomBytes(size))
  const answer = call(one, body)
  await new Promise((resolve) => setTimeout(resolve, 150))
  await taken()
  body.goOn()
  return answer
}

describe('A15: while an upload is under way', () => {
  const cases: [string, Call, (one: PersonsFiles) => Promise<void>][] = [
    ['POST, modify', post, (one) => change(one, { perm: { modify: false } })],
    ['POST, create', post, (one) => change(one, { perm: { create: false } })],
    ['PUT, modify', put, (one) => change(one, { perm: { modify: false } })],
    ['tus, modify', patch, (one) => change(one, { perm: { modify: false } })],
    ['tus, a rule', patch, (one) => change(one, { rules: [NO_RULES] })],
    ['POST, another scope', post, (one) => change(one, { scope: `/elsewhere-${one.client.id}` })],
    ['PUT, the person', put, remove],
  ]
  it.each(cases)('%s is taken away: 403, the old file stays, and no parts are left', async (_, call, take) => {
    const one = filesOf(await site.makePerson())
    const bucket = bucketOf(site.bucketPrefix, one)
    await one.given({ f: 'the old bytes' })
    if (call === patch) (await one.tusBegin('/f', 1_000, { override: 'true' })).expect(201)
    ;(await overtaken(one, call, () => take(one))).expect(403)
    expect((await s3.get(bucket, 'f')).toString()).toBe('the old bytes')
    expect((await s3.versions(bucket, 'f')).length).toBe(1)
    expect(await s3.unfinished(bucket)).toEqual([])
  })

  it('the same for an upload in many parts', async () => {
    const one = filesOf(await site.makePerson())
    await one.given({ f: 'the old bytes' })
    ;(await overtaken(one, post, () => change(one, { perm: { modify: false } }), 40 * MIB)).expect(403)
    expect(await one.read('/f')).toBe('the old bytes')
    expect(await s3.unfinished(bucketOf(site.bucketPrefix, one))).toEqual([])
  })

  it('a person who may no longer replace anything can still make a new file in many parts', async () => {
    const one = filesOf(await site.makePerson())
    ;(await overtaken(one, post, () => change(one, { perm: { modify: false } }), 40 * MIB)).expect(200)
    expect((await one.file('/f')).size).toBe(40 * MIB)
  })
})

describe('A15: an upload that ends by itself', () => {
  it('is refused even if nobody asks any more: its parts are freed, the old file stays', async () => {
    const one = filesOf(await site.makePerson())
    const bucket = bucketOf(site.bucketPrefix, one)
    await one.given({ f: 'the old bytes' })
    ;(await one.tusBegin('/f', null, { override: 'true' })).expect(201)
    ;(await one.tusPatch('/f', 0, randomBytes(11 * MIB))).expect(204)
    expect(await s3.unfinished(bucket)).toEqual(['f'])
    await change(one, { perm: { modify: false } })
    expect(
      await soon(
        () => s3.unfinished(bucket),
        (left) => left.length === 0,
      ),
    ).toEqual([])
    expect((await s3.get(bucket, 'f')).toString()).toBe('the old bytes')
    expect((await s3.versions(bucket, 'f')).length).toBe(1)
  })
})
