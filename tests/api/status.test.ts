// What works, in codes (api-contract 15).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { STATUS_S3_PARTS, type HouseholdStatus, type StatusRecord } from '../../backend/contract/status.ts'
import type { Client } from '../helpers/client.ts'
import { LivePage } from '../helpers/live.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { until } from '../helpers/until.ts'
import { bucketOf, filesOf } from './files-client.ts'

// A separate Nido: its household's numbers are checked, and other tests would change them meanwhile.
let site: Nido
let admin: Client
let person: Client
let s3: PlainS3
beforeAll(async () => {
  site = await startNido()
  admin = await site.adminClient()
  person = await site.makePerson()
  s3 = openS3(site.servers)
})
afterAll(async () => {
  s3.close()
  await site.stop()
})

const look = async (client: Client, replica?: number) =>
  (await client.get('/api/status', { replica })).expect(200).json<StatusRecord>()
/** Asks until each replica reports it. */
const bothTell = async (isTold: (household: HouseholdStatus) => boolean) => {
  for (const replica of [0, 1]) {
    expect(
      await until(async () => {
        const { household } = await look(admin, replica)
        return household !== undefined && isTold(household)
      }),
    ).toBe(true)
  }
}

describe('the status', () => {
  it('shows people what works, and administrators also versions and numbers', async () => {
    const told = await look(person)
    expect(told.parts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ part: 'storage', state: 'ok' }),
        expect.objectContaining({ part: 'database', state: 'ok' }),
      ]),
    )
    expect([Object.keys(told), told.parts.filter(({ setting, objects }) => setting ?? objects)]).toEqual([
      ['parts', 'looked'],
      [],
    ])
    const { version, household } = await look(admin)
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
    expect(household).toMatchObject({
      node: process.versions.node,
      storage: expect.stringMatching(/^MinIO/),
      database: expect.stringMatching(/^(FerretDB( v?\d.*)?|MongoDB \d+\..*)$/),
      people: expect.any(Number),
      operations: expect.any(Number),
      uploads: expect.any(Number),
      jobs: { running: expect.any(Number), waiting: expect.any(Number) },
    })
    await bothTell(
      ({ replicas, index: { buckets, bucketsKnown, checked } }) =>
        replicas === 2 && bucketsKnown === buckets && checked !== null,
    )
  })
  it('shows whether the index is ready, and administrators also its size', async () => {
    const indexFor = async (client: Client) => (await look(client)).parts.find(({ part }) => part === 'index')
    expect(await until(async () => (await indexFor(person))?.state === 'ok')).toBe(true)
    expect(await indexFor(person)).toEqual({ part: 'index', state: 'ok' })
    expect(await indexFor(admin)).toEqual({ part: 'index', state: 'ok', objects: expect.any(Number) })
  })
  it('shows what the S3 server cannot do, which is nothing on MinIO', async () => {
    const statesOf = async () =>
      (await look(admin)).parts
        .filter(({ part }) => STATUS_S3_PARTS.some((own) => own === part))
        .map(({ state }) => state)
    expect(await until(async () => (await statesOf()).every((state) => state === 'ok'))).toBe(true)
  })
  it('shows administrators which setting turns a part off', async () => {
    expect((await look(admin)).parts.find(({ part }) => part === 'captcha')).toEqual({
      part: 'captcha',
      state: 'off',
      setting: 'RECAPTCHA_KEY',
    })
    expect((await look(person)).parts.find(({ part }) => part === 'captcha')).toEqual({ part: 'captcha', state: 'off' })
  })
  it('counts open pages and unfinished uploads', async () => {
    const page = await LivePage.open(site.urls[1] ?? '', person.token)
    ;(
      await person.post('/api/tus/begun.bin', '', { headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' } })
    ).expect(201)
    await bothTell(({ pages, uploads }) => pages >= 1 && (uploads ?? 0) >= 1)
    await page.close()
    ;(await person.delete('/api/tus/begun.bin', { headers: { 'Tus-Resumable': '1.0.0' } })).expect(204)
  })
  it('counts objects whose keys are no path, and names people whose tree hides behind the shared folder', async () => {
    const { household: before } = await look(admin)
    const bucket = `${site.bucketPrefix}${person.username}-odd`
    await s3.makeBucket(bucket)
    await s3.put(bucket, 'a\tb.txt', 'odd')
    await s3.put(bucket, 'a.txt', 'even')
    ;(await person.post('/api/resources/first.txt', 'first')).expect(200)
    await s3.put(bucketOf(site.bucketPrefix, filesOf(person)), 'Shared/mine.txt', 'hidden')
    await bothTell(
      ({ unreachableKeys, shadowed }) =>
        unreachableKeys > (before?.unreachableKeys ?? Infinity) && (shadowed ?? []).includes(person.username),
    )
    await s3.delete(bucket, 'a\tb.txt')
    await bothTell(({ unreachableKeys }) => unreachableKeys === before?.unreachableKeys)
  })
  it('A5: counts folders that another tool has hidden behind a file of the same name', async () => {
    const { household: before } = await look(admin)
    const bucket = bucketOf(site.bucketPrefix, filesOf(person))
    ;(await person.post('/api/resources/both/inner.txt', 'inner')).expect(200)
    await s3.put(bucket, 'both', 'foreign')
    await bothTell(({ hiddenFolders }) => (hiddenFolders ?? 0) === (before?.hiddenFolders ?? 0) + 1)
    await s3.delete(bucket, 'both')
    await bothTell(({ hiddenFolders }) => hiddenFolders === before?.hiddenFolders)
  })
  it('reveals no hosts, buckets and keys to anybody', async () => {
    const { text } = await admin.get('/api/status')
    for (const secret of [
      new URL(site.servers.s3Endpoint).host,
      site.bucketPrefix,
      site.servers.keys.accessKey,
      site.servers.keys.secretKey,
      new URL(site.mongoUrl).host,
    ])
      expect(text).not.toContain(secret)
  })
  it('is not for strangers', async () => expect((await site.client().get('/api/status')).status).toBe(401))
})
