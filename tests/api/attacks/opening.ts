// What attacks begin with: two people who have nothing in common, an administrator, a canary in every place that nobody
// may reach, and a picture of all that has to be the same afterwards. Importing this gives a test file all of it; each
// test ends with a look at whether Nido is alive.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import type { Rule } from '../../../backend/contract/users.ts'
import { environment } from '../../../scripts/lib/environment.ts'
import type { Answer } from '../../helpers/answer.ts'
import type { Client } from '../../helpers/client.ts'
import { startNido, useSite, type Replica, type Site } from '../../helpers/nido.ts'
import { openS3, type PlainS3 } from '../../helpers/s3.ts'
import { until } from '../../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from '../files-client.ts'
import { linksOf } from '../links-client.ts'
import type { Targets } from './calls.ts'
import { watchProcesses } from './watched.ts'

/** Whether the long forms are played too. Then the site lives below a base path. */
export const isFull = Boolean(environment()['NIDO_FULL'])

/** In each canary of this file's run; no answer to an attacker may have it. */
export const CANARY = `CANARY-${randomBytes(8).toString('hex')}`

export const deny = (path: string): Rule => ({ regex: false, allow: false, path })

export let site: Site & { stop(): Promise<void> }
/** The processes, where the site is this file's own: the long forms look at their memory. */
export let replicas: readonly Replica[] = []
export let s3: PlainS3
/**
 * Who attacks. Rules deny her `/denied` and `/café`; what is in `/parent` beside `/parent/open` is not for the guests
 * of her link.
 */
export let alice: PersonsFiles
/** Who is attacked. */
export let bob: PersonsFiles
export let admin: Client
/** What the placeholders of calls stand for: things of bob's. */
export let targets: Targets
let database: Connection

beforeAll(async () => {
  const opened = isFull ? await startNido({ settings: { BASE_URL: '/cloud' }, isWatched: true }) : await useSite()
  ;[site, replicas] = [opened, opened.replicas]
  s3 = openS3(site.servers)
  admin = await site.adminClient()
  const people = await Promise.all([
    site.makePerson({ rules: [deny('/denied'), deny('/cafe\u0301')] }),
    site.makePerson(),
  ])
  ;[alice, bob] = [filesOf(people[0]), filesOf(people[1])]
  for (const [who, key] of [
    [alice, 'denied/secret.txt'],
    [alice, 'caf\u00e9/secret.txt'],
    [alice, 'parent/secret.txt'],
    [bob, 'secret.txt'],
    [bob, 'gone.txt'],
  ] as const)
    await s3.put(bucketOf(site.bucketPrefix, who), key, CANARY)
  await s3.put(`${site.bucketPrefix}system`, systemKey(), CANARY)
  await alice.given({ 'parent/open/in.txt': 'open' })
  database = await mongoose.createConnection(site.mongoUrl).asPromise()
  const [link, note, sessions] = await Promise.all([
    linksOf(alice.client).make('/parent/open'),
    bob.remove('/gone.txt'),
    bob.client.get('/api/sessions'),
  ])
  // Its marker is laid behind the answer.
  await until(async () =>
    (await s3.versions(bucketOf(site.bucketPrefix, bob), 'gone.txt')).some(({ isMarker }) => isMarker),
  )
  targets = {
    hash: link.hash,
    size: 'thumb',
    'users/id': String(bob.client.id),
    'trash/id': note.expect(204).headers['x-trash-note'] ?? '',
    'operations/id': randomBytes(8).toString('hex'),
    'sessions/id': sessions.expect(200).json<{ items: { id: string }[] }>().items[0]?.id ?? '',
  }
  await watchProcesses(site.watched)
})
afterEach(expectAlive)
afterAll(async () => {
  await s3.delete(`${site.bucketPrefix}system`, systemKey())
  await database.close()
  s3.close()
  await site.stop()
})

const systemKey = () => `attacks/${CANARY}/secret.txt`

/** ALIVE: every process answers, and serves those who do nothing wrong. */
async function expectAlive(): Promise<void> {
  for (const replica of site.urls.keys()) {
    ;(await site.client().get('/health', { replica })).expect(200)
    expect((await bob.client.get('/api/raw/secret.txt', { replica })).expect(200).text).toBe(CANARY)
  }
}

/**
 * Keys, versions and ETags of people's trees, their records and their links: the same before and after what is refused.
 */
export async function stateOf(...people: readonly PersonsFiles[]): Promise<unknown> {
  const ids = people.map(({ client }) => client.id)
  const buckets = await Promise.all(
    people.map(async (who) => {
      const bucket = bucketOf(site.bucketPrefix, who)
      return [
        (await s3.list(bucket)).map(({ key, etag }) => `${key} ${etag}`),
        (await s3.versions(bucket)).map(({ key, versionId }) => `${key} ${versionId}`).toSorted(),
        await s3.unfinished(bucket),
      ]
    }),
  )
  const records = await database
    .collection('users')
    .find({ id: { $in: ids } })
    .sort({ id: 1 })
    .toArray()
  const links = await database
    .collection('shares')
    .find({ userId: { $in: ids } }, { projection: { lastUsed: 0, opened: 0, downloads: 0, guests: 0 } })
    .sort({ _id: 1 })
    .toArray()
  return JSON.parse(JSON.stringify({ buckets, records, links }))
}

/** What a person's record is in the database. */
export const recordOf = ({ client }: PersonsFiles) => database.collection('users').findOne({ id: client.id })

/** What is wrong with an answer to an attacker, in a word; undefined for nothing. */
export function troubleWith(answer: Answer, statuses: readonly number[]): string | undefined {
  const said = answer.text + JSON.stringify(answer.headers)
  if (said.includes(CANARY)) return `${answer.request}: tells a secret`
  return statuses.includes(answer.status) ? undefined : `${answer.request}: ${answer.status}`
}
