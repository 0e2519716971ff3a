// Backups that are kept and deleted, and a backup whose process is killed at its worst moment.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import { momentName, SNAPSHOTS, snapshotId, summaryName } from '../../backend/src/storage/backup/format.ts'
import { unpackBody } from '../../backend/src/storage/journal-body.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Client } from '../helpers/client.ts'
import { runNido, settingsOf, startCommand } from '../helpers/command.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { startS3Proxy } from '../helpers/s3-proxy.ts'
import { happens } from '../helpers/until.ts'

/** A writer gives up after that. */
const PATIENCE_MS = 30_000

let nido: Nido
let s3: PlainS3
let person: Client
let folder: string
beforeAll(async () => {
  nido = await startNido({ replicas: 1 })
  s3 = openS3(nido.servers)
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-kept-'))
  person = await nido.makePerson()
  ;(await person.post('/api/resources/always.txt', 'always')).expect(200)
}, 120_000)
afterAll(async () => {
  s3.close()
  await rm(folder, { recursive: true, force: true })
  await nido.stop()
})

const toFolder = () => ({ ...settingsOf(nido), BACKUP_FOLDER: folder })
const toBucket = () => ({ ...settingsOf(nido), BACKUP_S3_BUCKET: `kept-of-${nido.bucketPrefix}x` })

interface Told {
  id: string
  removed: { backups: number; contents: number }
}

async function backUp(settings: Record<string, string>, ...words: string[]): Promise<Told> {
  const { code, out, err } = await runNido(['backup', ...words, '--json'], settings)
  if (code !== 0) throw new Error(`nido backup ended with ${code}: ${err}${out}`)
  return JSON.parse(out) as Told
}

const listed = async (settings: Record<string, string>) =>
  (JSON.parse((await runNido(['backup', '--list', '--json'], settings)).out) as Told[]).map(({ id }) => id)

/** Puts another file in place of the one before. */
async function change(): Promise<string> {
  const text = randomBytes(8).toString('hex')
  ;(await person.post('/api/resources/changing.txt?override=true', text)).expect(200)
  return text
}

describe.each([
  ['a folder', toFolder],
  ['a bucket', toBucket],
])('backups in %s', (_, target) => {
  it('are all kept unless somebody says how many', async () => {
    for (let count = 0; count < 2; count += 1) {
      await change()
      expect(await backUp(target())).toMatchObject({ removed: { backups: 0, contents: 0 } })
    }
    expect(await listed(target())).toHaveLength(2)
  }, 120_000)

  it('older than those that are kept are deleted, by option or setting, and the others stay whole', async () => {
    await change()
    const third = await backUp(target(), '--keep', '2')
    expect(third.removed).toMatchObject({ backups: 1 })
    expect(third.removed.contents).toBeGreaterThanOrEqual(1)
    const text = await change()
    const fourth = await backUp({ ...target(), BACKUP_KEEP: '2' })
    expect(fourth.removed.backups).toBe(1)
    expect(await listed(target())).toEqual([third.id, fourth.id])
    for (const id of [third.id, fourth.id])
      expect((await runNido(['backup', '--check', '--snapshot', id], target())).code).toBe(0)
    const [bucketPrefix, mark] = [`k${randomBytes(4).toString('hex')}-`, randomBytes(4).toString('hex')]
    const place = { BUCKET_PREFIX: bucketPrefix, MONGO_URL: `${nido.servers.mongoUrl}/kept-${mark}` }
    expect((await runNido(['restore', '--verify'], { ...target(), ...place })).code).toBe(0)
    const own = placeOfScope(bucketPrefix, person.scope).bucket
    expect((await s3.get(own, 'changing.txt')).toString()).toBe(text)
  }, 120_000)
})

it('a backup comes after those that are there, whatever the clock says', async () => {
  const place = await mkdtemp(path.join(os.tmpdir(), 'nido-later-'))
  const settings = { ...settingsOf(nido), BACKUP_FOLDER: place }
  const { id } = await backUp(settings)
  const at = Date.now() + 3_600_000
  const later = snapshotId(at)
  await rename(path.join(place, SNAPSHOTS, id), path.join(place, SNAPSHOTS, later))
  for (const name of [momentName(later), summaryName(later)].map((one) => path.join(place, one)))
    await writeFile(name, JSON.stringify({ ...JSON.parse(await readFile(name, 'utf8')), id: later, at }))
  const newest = await backUp(settings, '--keep', '1')
  expect(newest.removed.backups).toBe(1)
  expect(await listed(settings)).toEqual([newest.id])
  await rm(place, { recursive: true, force: true })
}, 120_000)

describe('the number of backups to keep', () => {
  it.each([
    ['--keep', '0'],
    ['--keep', '-1'],
    ['--keep', 'all'],
    ['--keep', '3', '--list'],
    ['--keep', '3', '--check'],
  ])('is refused: %s %s %s', async (...words) => {
    const { code, err } = await runNido(['backup', ...words.filter((word) => word !== undefined)], toFolder())
    expect([code, err]).toEqual([2, expect.stringContaining('--keep')])
  })

  it('is refused as a setting, in words', async () => {
    const { code, err } = await runNido(['backup'], { ...toFolder(), BACKUP_KEEP: 'some' })
    expect([code, err]).toEqual([2, expect.stringContaining('BACKUP_KEEP')])
  })
})

/** Whether changes are held back for a backup. */
async function isHeld(database: mongoose.Connection): Promise<boolean> {
  const document = await database.collection<{ _id: string; body: string }>('journal').findOne({ _id: 'journal' })
  return document !== null && unpackBody(document.body).ops.some(({ id }) => id.endsWith('-backup'))
}

describe('a backup that is killed while it holds changes back', () => {
  it('lets them go on when its lease has run out, before anybody gives up', async () => {
    const proxy = await startS3Proxy(nido.servers.s3Endpoint)
    const database = await mongoose.createConnection(nido.mongoUrl).asPromise()
    try {
      // Its listings never answer, so it stays in the middle of its moment.
      proxy.delay(({ url }) => (url.searchParams.has('versions') ? 600_000 : 0))
      const killed = startCommand(['backup'], { ...toFolder(), S3_ENDPOINT: proxy.endpoint })
      await happens(() => isHeld(database), 'changes are held back')
      const begun = performance.now()
      const writing = person.post('/api/resources/held.txt', 'held')
      killed.kill()
      await killed.ended
      expect(await isHeld(database)).toBe(true)
      ;(await writing).expect(200)
      expect(performance.now() - begun).toBeLessThan(PATIENCE_MS)
      expect(await isHeld(database)).toBe(false)
      // The lease of the backup itself runs out as well, and what was begun is no backup.
      const before = await listed(toFolder())
      await happens(async () => (await runNido(['backup'], toFolder())).code === 0, 'another backup', 90_000)
      expect(await listed(toFolder())).toHaveLength(before.length + 1)
    } finally {
      await database.close()
      await proxy.stop()
    }
  }, 240_000)
})
