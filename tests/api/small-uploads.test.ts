// Small files by tus at a process that alone serves people: it keeps to itself for a moment what it knows of them. What
// is promised holds at its end, too, and for other processes.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { startNido, type Nido } from '../helpers/nido.ts'
import { happens } from '../helpers/until.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'

/** Longer than another process waits for the lease with which a record was made. */
const PATIENT_MS = 10_000

let nido: Nido
let me: PersonsFiles
let database: Connection
beforeAll(async () => {
  nido = await startNido({ replicas: 1 })
  me = filesOf(await nido.makePerson())
  database = await mongoose.createConnection(nido.mongoUrl).asPromise()
})
afterAll(async () => {
  await database.close()
  await nido.stop()
})

const recordCount = () => database.collection('uploads').countDocuments()
const begin = async (path: string, bytes: number, override = 'false') =>
  (await me.tusBegin(path, bytes, { override })).expect(201)

/** Uploads a file in one chunk. */
async function send(path: string, content: string, override = 'false'): Promise<void> {
  await begin(path, content.length, override)
  ;(await me.tusPatch(path, 0, content)).expect(204)
}

/** Ends the process without a warning, and starts another one. */
async function dieAndReturn(): Promise<void> {
  await nido.replicas.pop()?.kill()
  await nido.addReplica()
}

describe('an upload in one chunk', () => {
  it('has ended for everybody who asks, and its record soon goes', async () => {
    for (let count = 0; count < 80; count += 1) await send(`/ended/${count}`, 'abc')
    for (const call of [me.tusHead('/ended/79'), me.tusPatch('/ended/79', 0, 'abc'), me.tusDelete('/ended/79')])
      (await call).expect(404)
    await happens(async () => (await recordCount()) === 0, 'no record is left')
  })

  it('may begin anew at once, before its chunk and after it', async () => {
    await begin('/anew', 5)
    await begin('/anew', 3)
    ;(await me.tusPatch('/anew', 0, 'abc')).expect(204)
    ;(await me.tusBegin('/anew', 3)).expect(409)
    for (const content of ['four', 'fifth']) await send('/anew', content, 'true')
    expect(await me.read('/anew')).toBe('fifth')
  })

  it('is found, refused and given up as any other', async () => {
    await begin('/refused', 6)
    expect((await me.tusHead('/refused')).expect(200).headers).toMatchObject({
      'upload-offset': '0',
      'upload-length': '6',
    })
    ;(await me.tusPatch('/refused', 2, 'x')).expect(409)
    ;(await me.tusPatch('/refused', 0, 'abcdefg')).expect(413)
    ;(await me.tusPatch('/refused', 0, 'abc')).expect(204)
    ;(await me.tusPatch('/refused', 3, 'def')).expect(204)
    expect(await me.read('/refused')).toBe('abcdef')
    await begin('/given-up', 3)
    ;(await me.tusDelete('/given-up')).expect(204)
    ;(await me.tusHead('/given-up')).expect(404)
  })

  it('is stored once where its chunk is sent twice at once', async () => {
    await begin('/twice', 3)
    const both = await Promise.all([0, 1].map(() => me.tusPatch('/twice', 0, 'abc')))
    expect(both.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
    expect(await me.read('/twice')).toBe('abc')
  })

  it('keeps its lease while the chunk is slow', async () => {
    const body = randomBytes(300_000)
    await begin('/slow', body.length)
    const slowly = async function* () {
      for (let at = 0; at < body.length; at += 50_000) {
        yield body.subarray(at, at + 50_000)
        await new Promise((resolve) => setTimeout(resolve, 700))
      }
    }
    const headers = { 'Content-Length': String(body.length) }
    const sent = me.tusPatch('/slow', 0, Readable.from(slowly()), { headers })
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    const record = await database.collection<{ leaseUntil: number }>('uploads').findOne({ shown: '/slow' })
    expect(record?.leaseUntil).toBeGreaterThan(Date.now() + PATIENT_MS)
    ;(await sent).expect(204)
    expect((await me.raw('/slow')).body.equals(body)).toBe(true)
  })
})

describe('when the process is killed', () => {
  it('an upload goes on that has only begun', async () => {
    await begin('/begun', 3)
    await dieAndReturn()
    ;(await me.tusHead('/begun')).expect(200)
    ;(await me.tusPatch('/begun', 0, 'abc')).expect(204)
    expect(await me.read('/begun')).toBe('abc')
  })

  it('files stay that were acknowledged; whoever sends one again is told so, or replaces it', async () => {
    for (let count = 0; count < 20; count += 1) await send(`/acknowledged/${count}`, `abc ${count}`)
    await dieAndReturn()
    expect(await me.names('/acknowledged/')).toHaveLength(20)
    // The record may have been deleted before.
    ;(await me.tusPatch('/acknowledged/19', 0, 'abc 19')).expect(204, 404)
    expect(await me.read('/acknowledged/19')).toBe('abc 19')
    ;(await me.tusBegin('/acknowledged/18', 3)).expect(409)
    const isBegun = async () => (await me.tusBegin('/acknowledged/18', 3, { override: 'true' })).status === 201
    await happens(isBegun, 'the file may be replaced', PATIENT_MS)
    ;(await me.tusPatch('/acknowledged/18', 0, 'new')).expect(204)
    expect(await me.read('/acknowledged/18')).toBe('new')
  })
})

describe('an upload while another process begins to serve people, too', () => {
  it('gets its chunk at either of them', async () => {
    await begin('/elsewhere', 3)
    const other = await nido.addReplica()
    ;(await me.tusPatch('/elsewhere', 0, 'abc', { replica: 1 })).expect(204)
    for (let count = 0; count < 10; count += 1) {
      const call = `/api/tus/both/${count}`
      const begun = await me.client.post(call, undefined, { headers: { 'Upload-Length': '3' }, replica: count % 2 })
      begun.expect(201)
      ;(await me.tusPatch(`/both/${count}`, 0, 'abc', { replica: 1 - (count % 2) })).expect(204)
      ;(await me.client.head(call, { replica: count % 2 })).expect(404)
    }
    await other.stop()
    nido.replicas.pop()
  })
})

it('a process that stops leaves no record of what has ended', async () => {
  for (let count = 0; count < 20; count += 1) await send(`/last/${count}`, 'abc')
  await nido.replicas.pop()?.stop()
  expect(await database.collection('uploads').countDocuments({ shown: /^\/last/ })).toBe(0)
  await nido.addReplica()
})
