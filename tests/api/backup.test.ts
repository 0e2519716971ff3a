// `nido backup` and `nido restore`: a household at work is copied, and made again beside itself. F24 of the security
// cases: database and files of two different moments.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import { KEPT_COLLECTIONS, LEFT_COLLECTIONS } from '../../backend/src/database/household-dump.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import type { StoredEntry } from '../../backend/src/storage/backup/format.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { storedIn } from '../helpers/backups.ts'
import { type Client, encodePath } from '../helpers/client.ts'
import { runNido, settingsOf, startCommand } from '../helpers/command.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { readMetrics } from '../helpers/scrape.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens } from '../helpers/until.ts'

const MANY = 60
const LETTER = '/letters/ünï cödé.txt'
/** Beyond what is put in one request. */
const LARGE = 70 * 1024 * 1024

let nido: Nido
let s3: PlainS3
let metricsPort: number
let person: Client
let bucket: string
let folder: string
let first: { id: string; copiedBytes: number; objects: number }
const password = 'a password of somebody'
const username = `ada-${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  metricsPort = await findFreePort()
  nido = await startNido({ replicas: 1, settings: { METRICS_PORT: String(metricsPort) } })
  s3 = openS3(nido.servers)
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-backup-'))
  person = await nido.makePerson({ username, password })
  bucket = placeOfScope(nido.bucketPrefix, person.scope).bucket
  ;(await person.post('/api/resources/empty-folder/')).expect(200)
  ;(await person.post(`/api/resources${encodePath(LETTER)}`, 'first letter')).expect(200)
  ;(await person.post('/api/resources/none.txt', '')).expect(200)
  ;(await person.post('/api/resources/large.bin', randomBytes(LARGE))).expect(200)
  const numbers = Array.from({ length: MANY }, (_, index) => index)
  await mapParallel(numbers, 16, (index) => s3.put(bucket, `many/${index}.txt`, `content ${index}`))
}, 180_000)
afterAll(async () => {
  s3.close()
  await rm(folder, { recursive: true, force: true })
  await nido.stop()
})

const toFolder = () => ({ ...settingsOf(nido), BACKUP_FOLDER: folder })

/** The name of bytes that the newest whole backup needs. Others may be left of one that was interrupted. */
async function contentOfNewest(): Promise<string> {
  const snapshots = path.join(folder, 'snapshots')
  for (const id of (await readdir(snapshots)).toSorted().toReversed()) {
    const names = await readdir(path.join(snapshots, id))
    if (!names.includes('done.json')) continue
    const list = await readFile(path.join(snapshots, id, 'stored-000000.jsonl'), 'utf8')
    const stored = list.split('\n').filter(Boolean)
    const entry = stored.map((line) => JSON.parse(line) as StoredEntry).find(({ size }) => size > 0)
    if (entry) return entry.content
  }
  throw new Error('there is no whole backup')
}

/** The keys of the person in a backup. */
async function keysIn(id: string): Promise<string[]> {
  const own = bucket.slice(nido.bucketPrefix.length)
  return (await storedIn(folder, id))
    .filter((entry) => entry.bucket === own)
    .map(({ key }) => key)
    .sort()
}

/** Runs a command that must succeed, and answers its JSON. */
async function done(words: string[], settings: Record<string, string>) {
  const { code, out, err } = await runNido([...words, '--json'], settings)
  if (code !== 0) throw new Error(`nido ${words.join(' ')} ended with ${code}: ${err}${out}`)
  return JSON.parse(out)
}

/** The hash of each file, by its bucket (without the prefix) and key. */
async function hashesOf(prefix: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const name of await s3.buckets(prefix)) {
    if (name === `${prefix}system`) continue
    await mapParallel(await s3.list(name), 8, async ({ key }) => {
      hashes[`${name.slice(prefix.length)}/${key}`] = createHash('sha256')
        .update(await s3.get(name, key))
        .digest('hex')
    })
  }
  return hashes
}

/** A place for another household, on the same servers. */
function beside() {
  const mark = randomBytes(4).toString('hex')
  const [bucketPrefix, mongoUrl] = [`r${mark}-`, `${nido.servers.mongoUrl}/restored-${mark}`]
  return { bucketPrefix, mongoUrl, settings: { ...toFolder(), BUCKET_PREFIX: bucketPrefix, MONGO_URL: mongoUrl } }
}

/** Starts a Nido on a restored household. */
const startOn = ({ bucketPrefix, mongoUrl }: ReturnType<typeof beside>) =>
  startNido({ replicas: 1, servers: nido.servers, settings: { BUCKET_PREFIX: bucketPrefix, MONGO_URL: mongoUrl } })

describe('a backup', () => {
  it('holds changes back for less than ten seconds, and its bytes are those of the files', async () => {
    const summary = await done(['backup'], toFolder())
    first = summary
    expect(summary.objects).toBeGreaterThanOrEqual(MANY + 4)
    expect(summary.heldMs).toBeLessThan(10_000)
    expect(summary.gone).toBe(0)
    const check = await done(['backup', '--check'], toFolder())
    expect(check).toMatchObject({ id: summary.id, objects: summary.objects, damaged: [] })
    expect(JSON.parse((await runNido(['status', '--json'], settingsOf(nido))).out).backup).toBe(summary.at)
    const told = (await readMetrics(metricsPort)).find(({ name }) => name === 'nido_backup_timestamp_seconds')
    expect(told?.value).toBeCloseTo(Date.parse(summary.at) / 1000, 1)
  }, 120_000)

  it('copies only what is new the next time, whatever was renamed', async () => {
    ;(await person.patch('/api/resources/large.bin?action=rename&destination=%2Frenamed.bin')).expect(200)
    ;(await person.post('/api/resources/new.txt', 'twelve bytes')).expect(200)
    const summary = await done(['backup'], toFolder())
    // Of all objects there may be more: the audit log goes on.
    const [before, after] = await Promise.all([first.id, summary.id].map((id) => keysIn(id)))
    expect(after).toEqual([...(before ?? []).filter((key) => key !== 'large.bin'), 'new.txt', 'renamed.bin'].sort())
    expect(summary.copiedBytes).toBeLessThan(20_000)
    expect(summary.copiedBytes).toBeGreaterThanOrEqual(12)
    const all = await done(['backup', '--list'], toFolder())
    expect(all.map(({ id }: { id: string }) => id)).toEqual([first.id, summary.id])
  }, 120_000)

  it('loses no file while people write, rename and delete', async () => {
    const other = await mkdtemp(path.join(os.tmpdir(), 'nido-backup-'))
    const ending = new AbortController()
    const acknowledged: string[] = []
    let longest = 0
    const work = (async () => {
      for (let round = 0; !ending.signal.aborted; round += 1) {
        const begun = performance.now()
        ;(await person.patch(`/api/resources/many?action=rename&destination=%2Fmoved`)).expect(200)
        ;(await person.patch(`/api/resources/moved?action=rename&destination=%2Fmany`)).expect(200)
        ;(await person.post(`/api/resources/written/${round}.txt`, `round ${round}`)).expect(200)
        acknowledged.push(`written/${round}.txt`)
        longest = Math.max(longest, performance.now() - begun)
      }
    })()
    await happens(() => acknowledged.length > 0, 'people are at work')
    const before = [...acknowledged]
    const place = beside()
    const summary = await done(['backup'], { ...toFolder(), BACKUP_FOLDER: other })
    ending.abort()
    await work
    expect(summary.gone).toBe(0)
    // Ten seconds for the hold, and what the three requests take by themselves on a busy machine.
    expect(longest).toBeLessThan(30_000)
    await done(['restore', '--verify'], { ...place.settings, BACKUP_FOLDER: other })
    const restored = Object.keys(await hashesOf(place.bucketPrefix))
    const own = bucket.slice(nido.bucketPrefix.length)
    for (const name of before) expect(restored).toContain(`${own}/${name}`)
    for (let index = 0; index < MANY; index += 1)
      expect(restored.filter((name) => /\/(many|moved)\//.test(name) && name.endsWith(`/${index}.txt`))).not.toEqual([])
    await rm(other, { recursive: true, force: true })
  }, 240_000)

  it('goes on with what an interrupted one has copied, in a bucket', async () => {
    const settings = { ...settingsOf(nido), BACKUP_S3_BUCKET: `backups-of-${nido.bucketPrefix}x` }
    const interrupted = startCommand(['backup'], settings)
    const copied = () => s3.list(settings.BACKUP_S3_BUCKET, 'sums/').catch(() => [])
    await happens(async () => (await copied()).length > 20, 'something is copied')
    interrupted.kill()
    await interrupted.ended
    const there = (await copied()).length
    // The lease of the one that was killed has to run out.
    await happens(async () => (await runNido(['backup'], settings)).code === 0, 'another backup', 90_000)
    expect((await copied()).length).toBeGreaterThanOrEqual(there)
    expect((await done(['backup', '--check'], settings)).damaged).toEqual([])
  }, 240_000)

  it('is refused without a target, and in a bucket of the household itself', async () => {
    const none = await runNido(['backup'], settingsOf(nido))
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('BACKUP_FOLDER or BACKUP_S3_BUCKET')])
    const own = await runNido(['backup'], { ...settingsOf(nido), BACKUP_S3_BUCKET: `${nido.bucketPrefix}backup` })
    expect([own.code, own.err]).toEqual([2, expect.stringContaining('must not begin with')])
  })

  it('knows every collection of the database', async () => {
    const database = await mongoose.createConnection(nido.mongoUrl).asPromise()
    const names = (await database.listCollections()).map(({ name }) => name)
    await database.close()
    const known: string[] = [...KEPT_COLLECTIONS, ...LEFT_COLLECTIONS]
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('a restored household', () => {
  it('has the same files, people and links, and is at work', async () => {
    const { hash } = (await person.post('/api/share/letters', {})).expect(200).json<{ hash: string }>()
    await done(['backup'], toFolder())
    const expected = await hashesOf(nido.bucketPrefix)
    const place = beside()
    // As after an installation: there is an administrator, and nothing else.
    const installed = await startOn(place)
    const running = await runNido(['restore'], place.settings)
    expect([running.code, running.err]).toEqual([2, expect.stringContaining('stop it first')])
    await installed.stop()
    const told = await done(['restore', '--verify'], place.settings)
    expect(told.wrong).toEqual([])
    expect(await hashesOf(place.bucketPrefix)).toEqual(expected)
    const again = await startOn(place)
    try {
      const client = await again.client().signIn(username, password)
      expect((await client.get(`/api/raw${encodePath(LETTER)}`)).expect(200).text).toBe('first letter')
      ;(await client.get('/api/resources/empty-folder/')).expect(200)
      ;(await client.patch('/api/resources/letters?action=rename&destination=%2Fmail')).expect(200)
      ;(await again.client().get(`/api/public/share/${hash}`)).expect(200)
      const check = await runNido(['fsck', '--json'], { ...place.settings })
      expect(JSON.parse(check.out)).toMatchObject({ findings: [], gaps: { lostLinks: [], nobodysBuckets: [] } })
      expect((await again.client().post('/api/login', installed.admin)).status).toBe(403)
    } finally {
      await again.stop()
    }
    const busy = await runNido(['restore'], place.settings)
    expect([busy.code, busy.err]).toEqual([2, expect.stringContaining('has people already')])
  }, 240_000)

  it('F24: of database and files of two moments starts, and fsck tells the gaps both ways', async () => {
    // It has been restored once; from here on it would only take time.
    ;(await person.delete('/api/resources/renamed.bin')).expect(200, 204)
    const { id: earlier } = await done(['backup'], toFolder())
    const late = await nido.makePerson()
    ;(await late.post('/api/resources/late.txt', 'late')).expect(200)
    ;(await late.post('/api/share/late.txt', {})).expect(200)
    const { id: later } = await done(['backup'], toFolder())
    const lateBucket = placeOfScope('', late.scope).bucket

    const newerFiles = beside()
    await done(['restore', '--snapshot', later, '--database-of', earlier, '--verify'], newerFiles.settings)
    const one = await startOn(newerFiles)
    const kept = JSON.parse((await runNido(['fsck', '--json'], newerFiles.settings)).out)
    await one.stop()
    expect(kept.gaps).toEqual({ lostLinks: [], nobodysBuckets: [newerFiles.bucketPrefix + lateBucket] })
    expect((await s3.get(newerFiles.bucketPrefix + lateBucket, 'late.txt')).toString()).toBe('late')

    const newerBooks = beside()
    await done(['restore', '--snapshot', earlier, '--database-of', later, '--verify'], newerBooks.settings)
    const other = await startOn(newerBooks)
    const lost = JSON.parse((await runNido(['fsck', '--json'], newerBooks.settings)).out)
    await other.stop()
    expect(lost.gaps).toEqual({
      lostLinks: [{ link: expect.any(String), place: `${newerBooks.bucketPrefix}${lateBucket}/late.txt` }],
      nobodysBuckets: [],
    })
    expect((await runNido(['fsck'], newerBooks.settings)).out).toContain('where nothing is')
  }, 300_000)

  it('is refused where buckets hold something, and goes on where a restore was interrupted', async () => {
    const place = beside()
    const interrupted = startCommand(['restore'], place.settings)
    const put = async () =>
      (await Promise.all((await s3.buckets(place.bucketPrefix)).map((name) => s3.list(name)))).flat()
    await happens(async () => (await put()).length > 5, 'something is restored')
    interrupted.kill()
    await interrupted.ended
    const refused = await runNido(['restore'], place.settings)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('was interrupted here')])
    const other = await runNido(['restore'], { ...place.settings, MONGO_URL: beside().mongoUrl })
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('is not empty')])
    const nothing = await runNido(['restore', '--continue'], beside().settings)
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('no restore was interrupted')])
    expect((await done(['restore', '--continue', '--verify'], place.settings)).wrong).toEqual([])
  }, 120_000)

  it('is refused of a damaged backup, which a check finds', async () => {
    const content = await contentOfNewest()
    await writeFile(path.join(folder, 'contents', content.slice(0, 2), content), 'other bytes')
    const check = await runNido(['backup', '--check', '--json'], toFolder())
    expect(check.code).toBe(1)
    expect(JSON.parse(check.out).damaged).toEqual([expect.objectContaining({ why: 'changed' })])
    const { code } = await runNido(['restore'], beside().settings)
    expect(code).toBe(2)
  }, 120_000)
})
