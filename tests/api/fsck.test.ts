// `nido fsck`: a plain S3 client causes each kind of damage, and the command finds it. A household at work has none.
import { setTimeout as wait } from 'node:timers/promises'
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { pino } from 'pino'
import { askReplicas, knownPeople } from '../../backend/src/commands/fsck.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { heldByUploads } from '../../backend/src/features/uploads/held.ts'
import { createInspector, type Report } from '../../backend/src/storage/inspection/index.ts'
import { answerQuestions } from '../../backend/src/storage/live/index-answers.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Trash } from '../../backend/contract/trash.ts'
import type { Client } from '../helpers/client.ts'
import { runNido, settingsOf } from '../helpers/command.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { soon, until } from '../helpers/until.ts'

const WEEK_MS = 7 * 86_400_000

let nido: Nido
let s3: PlainS3
let database: Connection
let person: Client
let bucket: string
beforeAll(async () => {
  nido = await startNido({ replicas: 1 })
  s3 = openS3(nido.servers)
  database = await mongoose.createConnection(nido.mongoUrl).asPromise()
  person = await nido.makePerson()
  bucket = placeOfScope(nido.bucketPrefix, person.scope).bucket
  ;(await person.post('/api/resources/first.txt', 'x')).expect(200)
}, 120_000)
afterAll(async () => {
  await database.close()
  s3.close()
  await nido.stop()
})

/** The findings of an inspection `later` milliseconds from now, as texts. */
async function find(later = 0): Promise<string[]> {
  return (await inspect(later)).findings
    .map(({ code, bucket: where, key }) => `${code} ${where.slice(nido.bucketPrefix.length)}/${key}`)
    .sort()
}

async function inspect(later = 0): Promise<Report> {
  const now = () => Date.now() + later
  const inspector = createInspector({
    s3: { endpoint: nido.servers.s3Endpoint, region: 'us-east-1', ...nido.servers.keys },
    bucketPrefix: nido.bucketPrefix,
    database,
    uploads: () => heldByUploads(database, now),
    people: () => knownPeople({ BUCKET_PREFIX: nido.bucketPrefix }, database),
    indexes: () => askReplicas(database, pino({ level: 'silent' }), Date.now),
    uploadExpiryMs: WEEK_MS,
    log: pino({ level: 'silent' }),
    now,
  })
  try {
    return await inspector.inspect()
  } finally {
    inspector.close()
  }
}

/** Runs the command itself, with the household's settings. */
const run = (words: string[], settings: Record<string, string> = {}) =>
  runNido(words, { ...settingsOf(nido), ...settings })

/**
 * Deletes something and waits for its last marker. Until then Nido would move what others put there out of the way.
 * Returns the note's id.
 */
async function deleteForGood(name: string): Promise<string> {
  const note = (await person.delete(`/api/resources/${name}`)).expect(200, 204).headers['x-trash-note'] ?? ''
  const isOver = async () =>
    (await person.get('/api/trash')).json<Trash>().items.some(({ id, pending }) => id === note && !pending)
  expect(await until(isOver)).toBe(true)
  return note
}

const own = (bucketName: string) => bucketName.slice(nido.bucketPrefix.length)

describe('nido fsck on a household at work', () => {
  it('finds nothing, even while operations and uploads are under way', async () => {
    await mapParallel(
      Array.from({ length: 60 }, (_, index) => index),
      16,
      (index) => s3.put(bucket, `work/f${index}.txt`, 'x'),
    )
    ;(await person.put('/api/resources/work/f1.txt', 'replaced')).expect(200)
    await person.post('/api/tus/begun.bin', undefined, {
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' },
    })
    await person.patch('/api/tus/begun.bin', Buffer.alloc(100), {
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    })
    const changes = [
      person.patch('/api/resources/work?action=copy&destination=%2Fcopied', undefined),
      (async () => {
        await person.post('/api/resources/gone/a.txt', 'x')
        return person.delete('/api/resources/gone')
      })(),
    ]
    const looks = await Promise.all([find(), find()])
    expect(looks).toEqual([[], []])
    for (const answer of await Promise.all(changes)) expect(answer.status).toBeLessThan(300)
    expect(await find()).toEqual([])
    const [words, json] = await Promise.all([run(['fsck']), run(['fsck', '--json'])])
    expect(words).toMatchObject({ code: 0, out: expect.stringContaining('No problems found.'), err: '' })
    const told = JSON.parse(json.out) as Report
    expect([told.findings, told.inspected.objects > 120, told.inspected.indexes, told.remarks.silentReplicas]).toEqual([
      [],
      true,
      1,
      0,
    ])
  })
})

describe('nido fsck on a damaged household', () => {
  it('reports a name that hides what lies below it', async () => {
    await s3.put(bucket, 'both/', Buffer.alloc(0))
    await s3.put(bucket, 'both/lost.txt', 'x')
    await s3.put(bucket, 'both', 'a file')
    expect(await find()).toEqual([`hiddenKeys ${own(bucket)}/both/`])
    const told = await run(['fsck'])
    expect([told.code, told.out]).toEqual([1, expect.stringContaining(`${bucket}/both/`)])
    await s3.delete(bucket, 'both')
    await Promise.all(
      (await s3.versions(bucket, 'both'))
        .filter(({ key }) => key === 'both')
        .map(({ key, versionId }) => s3.delete(bucket, key, versionId)),
    )
    expect(await find()).toEqual([])
  })

  it("reports another tool's file at the name of a deleted folder, which hides what is in the trash", async () => {
    await person.post('/api/resources/papers/a.txt', 'x')
    await deleteForGood('papers')
    await s3.put(bucket, 'papers', 'a file')
    // No listing shows the folder, but the note knows what was in it.
    expect(await until(async () => (await find()).includes(`hiddenKeys ${own(bucket)}/papers/`))).toBe(true)
    await Promise.all(
      (await s3.versions(bucket, 'papers'))
        .filter(({ key }) => key === 'papers')
        .map(({ key, versionId }) => s3.delete(bucket, key, versionId)),
    )
    expect(await find()).toEqual([])
  })

  it('reports an index that differs from the bucket, and a replica that does not answer', async () => {
    // A stand-in for another replica that has missed a file, and answers as replicas do.
    const known = { files: 1, bytes: 1, digest: '0'.repeat(16) }
    const isOver = new AbortController()
    const replicas = database.collection<{ _id: string }>('versions')
    const answering = (async () => {
      while (!isOver.signal.aborted) {
        await replicas.updateOne({ _id: 'versions' }, { $set: { 'replicas.another': { seen: 0, at: Date.now() } } })
        await answerQuestions(database, {
          self: 'another',
          now: Date.now,
          tell: async () => ({ sums: new Map([[bucket, known]]), hiding: [] }),
        })
        await wait(20)
      }
    })()
    const report = await inspect()
    isOver.abort()
    await answering
    expect([
      report.findings.map(({ code, bucket: where, key }) => [code, where, key]),
      report.inspected.indexes,
    ]).toEqual([[['staleIndex', bucket, '']], 2])
    const silent = await inspect()
    expect([silent.findings, silent.inspected.indexes, silent.remarks.silentReplicas]).toEqual([[], 1, 1])
    await replicas.updateOne({ _id: 'versions' }, { $unset: { 'replicas.another': '' } })
  })

  it('reports a folder marker with bytes, and counts names that cannot be a path', async () => {
    await s3.put(bucket, 'odd/', 'bytes')
    await s3.put(bucket, 'tab\there.txt', 'x')
    const report = await inspect()
    expect(report.findings.map(({ code, key }) => [code, key])).toEqual([['markerWithBytes', 'odd/']])
    expect(report.remarks.unreachableKeys).toBe(1)
    await s3.delete(bucket, 'odd/')
  })

  it('reports unfinished uploads once nobody can continue them, and gives them up on request', async () => {
    await s3.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'stray.bin' }))
    expect(await find()).toEqual([])
    expect(await find(WEEK_MS + 60_000)).toContain(`strayMultipart ${own(bucket)}/stray.bin`)
    const settings = { UPLOAD_EXPIRY: '1s' }
    // The upload has to become old enough first.
    expect(await until(async () => (await run(['fsck'], settings)).code === 1)).toBe(true)
    expect(await s3.unfinished(bucket)).toEqual(['stray.bin'])
    expect(await run(['fsck', '--repair'], settings)).toMatchObject({
      code: 0,
      out: expect.stringContaining('stray.bin  (repaired)'),
    })
    expect(await s3.unfinished(bucket)).toEqual([])
  })

  it("reports Nido's own objects that nothing refers to any more, and removes those that nobody can miss", async () => {
    const system = `${nido.bucketPrefix}system`
    const putStrays = async () => {
      for (const key of ['manifests/nobody/1.json', 'uploads/nobody/generation/1', 'trials/left'])
        await s3.put(system, key, '[]')
    }
    await putStrays()
    expect(await find()).toEqual([])
    // The household itself removes such tails of uploads now and then, maybe just now.
    const later = await soon(
      async () => {
        await putStrays()
        return inspect(3_600_000)
      },
      ({ findings }) => findings.length === 3,
    )
    expect(later.findings.map(({ code, key }) => `${code} ${key}`).sort()).toEqual([
      'strayManifest manifests/nobody/1.json',
      'strayScratch uploads/nobody/generation/1',
      'strayTrial trials/left',
    ])
    for (const { repair } of later.findings) await repair?.()
    expect((await inspect(3_600_000)).findings.map(({ code }) => code)).toEqual(['strayManifest'])
    await s3.delete(system, 'manifests/nobody/1.json')
  })

  it('reports a trash note whose list is gone, and moved-aside versions that no note mentions', async () => {
    const system = `${nido.bucketPrefix}system`
    await person.post('/api/resources/noted.txt', 'x')
    const note = await deleteForGood('noted.txt')
    const lists = await s3.list(system, `manifests/${note}/`)
    expect(lists).toHaveLength(1)
    await s3.put(system, `history/${bucket}/old.txt/version`, 'x')
    for (const { key } of lists) await s3.delete(system, key)
    const report = await inspect()
    expect(report.findings.map(({ code, key }) => [code, key])).toEqual([['noteWithoutManifest', `manifests/${note}/`]])
    expect(report.remarks.unnotedHistory).toBe(1)
    await database.collection<{ _id: string }>('trash').deleteOne({ _id: note })
  })

  it('A11: knows notes that have left the database, and reports one whose list is gone', async () => {
    const system = `${nido.bucketPrefix}system`
    await person.post('/api/resources/spilled.txt', 'x')
    const id = await deleteForGood('spilled.txt')
    const notes = database.collection<{ _id: string }>('trash')
    await s3.put(system, `notes/${id}.json`, JSON.stringify(await notes.findOne({ _id: id })))
    await notes.deleteOne({ _id: id })
    expect(await inspect()).toMatchObject({ findings: [] })
    for (const { key } of await s3.list(system, `manifests/${id}/`)) await s3.delete(system, key)
    expect((await inspect()).findings.map(({ code, key }) => [code, key])).toEqual([
      ['noteWithoutManifest', `manifests/${id}/`],
    ])
    await s3.delete(system, `notes/${id}.json`)
  })
})

describe('nido fsck that cannot inspect anything', () => {
  it('exits with 2 and says why: wrong arguments or settings, unreachable servers, an empty database', async () => {
    const outcomes = await Promise.all([
      run(['fsck', '--wrong']),
      run(['other']),
      run(['fsck'], { S3_ENDPOINT: 'nowhere' }),
      run(['fsck'], { S3_ENDPOINT: 'http://127.0.0.1:1' }),
      run(['fsck'], { MONGO_URL: `${nido.servers.mongoUrl}/empty` }),
    ])
    expect(outcomes.map(({ code, out, err }) => [code, out, err !== ''])).toEqual(outcomes.map(() => [2, '', true]))
    const said = [
      '--wrong',
      'Usage: nido COMMAND',
      'S3_ENDPOINT',
      'the storage does not answer',
      'the database has no journal',
    ]
    expect(outcomes.map(({ err }, index) => err.includes(said[index] ?? ''))).toEqual(said.map(() => true))
    expect(outcomes.map(({ err }) => err).join()).not.toContain(nido.servers.keys.secretKey)
  })
})
