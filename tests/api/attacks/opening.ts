// The setting of attacks: two unrelated people, an administrator, a canary in every place that nobody may reach, and a
// snapshot of everything that must not change. Importing this gives a test file all of it. After each test it checks
// that Nido is still alive.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import type { CalendarChange, CalendarRecord, MadeDevice, MadeFeed } from '../../../backend/contract/calendar.ts'
import type { SubscriptionRecord } from '../../../backend/contract/calendar-subscriptions.ts'
import type { FollowRecord } from '../../../backend/contract/follows.ts'
import type { ImportsStarted, VideoProbe } from '../../../backend/contract/imports.ts'
import type { Rule } from '../../../backend/contract/users.ts'
import { environment } from '../../../scripts/lib/environment.ts'
import type { Answer } from '../../helpers/answer.ts'
import type { Client } from '../../helpers/client.ts'
import { startNido, useSite, type Replica, type Site } from '../../helpers/nido.ts'
import { openS3, type PlainS3 } from '../../helpers/s3.ts'
import { until } from '../../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from '../files-client.ts'
import { linksOf } from '../links-client.ts'
import { EVENT, type Targets } from './calls.ts'
import { watchProcesses } from './watched.ts'

/** Whether the long forms run too. In that case the site lives below a base path. */
export const isFull = Boolean(environment()['NIDO_FULL'])

/** The text in each canary of this test file. No answer to an attacker may contain it. */
export const CANARY = `CANARY-${randomBytes(8).toString('hex')}`

export const deny = (path: string): Rule => ({ regex: false, allow: false, path })

export let site: Site & { stop(): Promise<void> }
/** The processes, if the site belongs to this file: the long forms measure their memory. */
export let replicas: readonly Replica[] = []
export let s3: PlainS3
/**
 * The attacker. Rules deny her `/denied` and `/café`. Guests of her link may see `/parent/open`, but nothing else in
 * `/parent`.
 */
export let alice: PersonsFiles
/** The victim. */
export let bob: PersonsFiles
export let admin: Client
/** The values for the placeholders of calls: things that belong to bob. */
export let targets: Targets
let database: Connection

beforeAll(async () => {
  const opened = isFull ? await startNido({ settings: { BASE_URL: '/cloud' }, isWatched: true }) : await useSite()
  ;[site, replicas] = [opened, opened.replicas]
  s3 = openS3(site.servers)
  admin = await site.adminClient()
  const people = await Promise.all([
    site.makePerson({ rules: [deny('/denied'), deny('/cafe\u0301')] }),
    site.makePerson({ perm: { importYouTube: true, calendar: true } }),
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
  const [link, note, sessions, imported, followed, looked, planned, calendar, feed, device, outside] =
    await Promise.all([
      linksOf(alice.client).make('/parent/open'),
      bob.remove('/gone.txt'),
      bob.client.get('/api/sessions'),
      bob.client.post('/api/imports', { links: ['https://example.org/hers'] }),
      bob.client.post('/api/follows', { link: 'https://example.org/hers' }),
      bob.client.post('/api/imports/probe', { link: 'https://example.org/hers' }),
      bob.client.post('/api/calendar/events', EVENT),
      bob.client.post('/api/calendar/calendars', { name: 'Hers', hue: 90 }),
      alice.client.post('/api/calendar/feed', { scope: 'own' }),
      bob.client.post('/api/calendar/devices', { name: 'Hers' }),
      bob.client.post('/api/calendar/subscriptions', { hue: 90, link: 'https://example.org/hers.ics' }),
    ])
  // The delete marker is laid after the answer.
  await until(async () =>
    (await s3.versions(bucketOf(site.bucketPrefix, bob), 'gone.txt')).some(({ isMarker }) => isMarker),
  )
  targets = {
    hash: link.hash,
    size: 'thumb',
    'users/id': String(bob.client.id),
    'trash/id': note.expect(204).headers['x-trash-note'] ?? '',
    'probe/id': looked.expect(200).json<VideoProbe>().id,
    'imports/id': imported.expect(200).json<ImportsStarted>().items[0]?.id ?? '',
    'follows/id': followed.expect(200).json<FollowRecord>().id,
    'events/id': planned.expect(200).json<CalendarChange>().event?.id ?? '',
    'changes/id': planned.json<CalendarChange>().change,
    'calendars/id': calendar.expect(200).json<CalendarRecord>().id,
    'subscriptions/id': outside.expect(200).json<SubscriptionRecord>().id,
    'devices/id': device.expect(200).json<MadeDevice>().device.id,
    'feed/file': feed.expect(200).json<MadeFeed>().path.split('/').at(-1) ?? '',
    'raw/file': '0',
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

/** ALIVE: every process answers, and serves innocent people. */
async function expectAlive(): Promise<void> {
  for (const replica of site.urls.keys()) {
    ;(await site.client().get('/health', { replica })).expect(200)
    expect((await bob.client.get('/api/raw/secret.txt', { replica })).expect(200).text).toBe(CANARY)
  }
}

/**
 * Keys, versions and ETags in people's trees, their records, links and imports. A refused request must change none of
 * it.
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
  const jobs = await database
    .collection('jobs')
    .find({ owner: { $in: ids } })
    .sort({ _id: 1 })
    .toArray()
  const calendars = await database
    .collection('calendars')
    .find({ owner: { $in: ids } })
    .sort({ _id: 1 })
    .toArray()
  const keys = await database
    .collection('calendarKeys')
    .find({ owner: { $in: ids } }, { projection: { 'feed.used': 0 } })
    .sort({ _id: 1 })
    .toArray()
  const reminded = await Promise.all(
    ['ownReminders', 'reminderAnswers', 'pushDevices'].map((name) =>
      database
        .collection(name)
        .find({ owner: { $in: ids } })
        .sort({ _id: 1 })
        .toArray(),
    ),
  )
  const outside = await database
    .collection('calendarSubscriptions')
    .find({ owner: { $in: ids } })
    .sort({ _id: 1 })
    .toArray()
  return JSON.parse(JSON.stringify({ buckets, records, links, jobs, calendars, keys, reminded, outside }))
}

/** A person's record in the database. */
export const recordOf = ({ client }: PersonsFiles) => database.collection('users').findOne({ id: client.id })

/** What is wrong with an answer to an attacker; undefined if nothing is. */
export function troubleWith(answer: Answer, statuses: readonly number[]): string | undefined {
  const said = answer.text + JSON.stringify(answer.headers)
  if (said.includes(CANARY)) return `${answer.request}: tells a secret`
  return statuses.includes(answer.status) ? undefined : `${answer.request}: ${answer.status}`
}
