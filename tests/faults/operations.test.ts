// Operations on many files (with NIDO_FULL: thousands) whose owner is killed or paused half-way, while others write and
// delete in the same folders.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OperationRecord } from '../../backend/contract/operations.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Client } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens } from '../helpers/until.ts'

/** Enough for several batches of a delete, and for an operation to be interrupted half-way. */
const FEWER = 1_200
const FILES = environment()['NIDO_FULL'] ? 2_000 : FEWER
const TAKE_OVER_MS = 90_000
const nameOf = (index: number) => `f${String(index).padStart(4, '0')}.txt`
const contentOf = (index: number) => `content of file ${index}`

let nido: Nido
let s3: PlainS3
beforeAll(async () => {
  nido = await startNido({ replicas: 2 })
  s3 = openS3(nido.servers)
}, 120_000)
afterAll(async () => {
  s3.close()
  await nido.stop()
}, 120_000)

/** Sends again while a path is locked. */
async function patiently(send: () => ReturnType<Client['get']>): Promise<Awaited<ReturnType<Client['get']>>> {
  for (let tries = 0; ; tries += 1) {
    const answer = await send()
    if (answer.status !== 423 || tries === 5) return answer
  }
}

const eventually = (isTrue: () => Promise<boolean>, what: string) => happens(isTrue, what, TAKE_OVER_MS)

/** Creates a person with a folder of many files. */
async function makeFolder(count = FILES) {
  const person = await nido.makePerson()
  const { bucket } = placeOfScope(nido.bucketPrefix, person.scope)
  await mapParallel(
    Array.from({ length: count }, (_, index) => index),
    32,
    (index) => s3.put(bucket, `from/${nameOf(index)}`, contentOf(index), { type: 'text/plain' }),
  )
  return { person, bucket }
}

const startRename = (person: Client) =>
  person.patch('/api/resources/from?action=rename&destination=%2Fto', undefined, { replica: 0 }).catch(() => null)

const untilHalfCopied = (bucket: string) =>
  happens(async () => (await s3.list(bucket, 'to/')).length > 100, 'copies appear')

/** How a listing identifies a content: its MD5, which is the ETag of an object put in one request (S3 API, Object). */
const markOf = (content: string) => `"${createHash('md5').update(content).digest('hex')}"`

/** The bucket's present tree: path to the mark of its content. The bytes of every fiftieth file are read, too. */
async function treeOf(bucket: string): Promise<Map<string, string>> {
  const objects = (await s3.list(bucket)).filter(({ key }) => !key.endsWith('/'))
  for (const { key, etag } of objects.filter((_, index) => index % 50 === 0))
    expect([key, markOf((await s3.get(bucket, key)).toString())]).toEqual([key, etag])
  return new Map(objects.map(({ key, etag }) => [key, etag]))
}

/**
 * Checks that each file of the folder exists exactly once, under either name, with its content. `except`: files that
 * were deleted or changed.
 */
function expectEachOnce(tree: Map<string, string>, except: ReadonlySet<number>, count = FILES): void {
  const wrong = Array.from({ length: count }, (_, index) => index).filter((index) => {
    if (except.has(index)) return false
    const found = [tree.get(`from/${nameOf(index)}`), tree.get(`to/${nameOf(index)}`)].filter(
      (content) => content !== undefined,
    )
    return found.length !== 1 || found[0] !== markOf(contentOf(index))
  })
  expect(wrong).toEqual([])
}

describe('a rename of many files', () => {
  it('is finished by the other replica when its owner is killed, and loses, doubles and revives nothing', async () => {
    const { person, bucket } = await makeFolder()
    const { hash } = (await person.post(`/api/share/from/${nameOf(7)}`, {})).expect(200).json<{ hash: string }>()
    const openLink = () => person.get(`/api/public/dl/${hash}`, { replica: 1 })
    const renaming = startRename(person)
    await untilHalfCopied(bucket)
    const meanwhile = { replica: 1 }
    const early = [
      patiently(() => person.post('/api/resources/from/late-in-from.txt', 'late under the old name', meanwhile)),
      patiently(() => person.post('/api/resources/to/late-in-to.txt', 'late under the new name', meanwhile)),
      patiently(() => person.delete(`/api/resources/from/${nameOf(5)}`, meanwhile)),
      patiently(() => person.delete(`/api/resources/to/${nameOf(6)}`, meanwhile)),
    ] as const
    await nido.replicas[0]?.kill()
    const [lateFrom, lateTo, deletedFrom, deletedTo] = await Promise.all(early)
    await renaming
    await eventually(
      async () => (await person.get(`/api/resources/to/${nameOf(1)}`, meanwhile)).status === 200,
      'the new name',
    )
    expect((await openLink()).expect(200).text).toBe(contentOf(7))
    await eventually(
      async () => !(await s3.versions(bucket, `from/${nameOf(FILES - 1)}`)).length,
      'the old name empties',
    )
    // The link has followed its file, whoever finished the rename. A new file in the old place is not shared.
    ;(
      await patiently(() => person.post(`/api/resources/from/${nameOf(7)}`, 'another in the old place', meanwhile))
    ).expect(200)
    expect((await openLink()).expect(200).text).toBe(contentOf(7))
    ;(await patiently(() => person.delete(`/api/resources/from/${nameOf(7)}`, meanwhile))).expect(204)
    await eventually(async () => (await s3.list(bucket, `from/${nameOf(7)}`)).length === 0, 'its marker is laid')

    const tree = await treeOf(bucket)
    const gone = new Set<number>()
    if (deletedFrom.status === 204) gone.add(5)
    if (deletedTo.status === 204) gone.add(6)
    expect([204, 404]).toContain(deletedFrom.status)
    expect([204, 404]).toContain(deletedTo.status)
    expectEachOnce(tree, gone)
    for (const index of gone)
      expect([tree.has(`from/${nameOf(index)}`), tree.has(`to/${nameOf(index)}`)]).toEqual([false, false])
    expect(lateFrom.status).toBe(200)
    expect([tree.get('from/late-in-from.txt'), tree.get('to/late-in-from.txt')]).toContain(
      markOf('late under the old name'),
    )
    expect(lateTo.status).toBe(200)
    expect(tree.get('to/late-in-to.txt')).toBe(markOf('late under the new name'))
    const listed = (await person.get('/api/resources/to', meanwhile)).expect(200).json<{ items: { name: string }[] }>()
    expect(listed.items.map(({ name }) => name).sort()).toEqual(
      [...tree.keys()]
        .filter((key) => key.startsWith('to/'))
        .map((key) => key.slice(3))
        .sort(),
    )
    await nido.addReplica()
  }, 240_000)

  it('is finished by the other replica when its owner sleeps beyond its lease and then wakes', async () => {
    const sleeper = nido.replicas.find((replica) => replica.isRunning())
    const number = nido.replicas.findIndex((replica) => replica === sleeper)
    const other = { replica: nido.replicas.findIndex((replica) => replica.isRunning() && replica !== sleeper) }
    const { person, bucket } = await makeFolder()
    const renaming = person.patch('/api/resources/from?action=rename&destination=%2Fto', undefined, { replica: number })
    await untilHalfCopied(bucket)
    sleeper?.signal('SIGSTOP')
    await eventually(
      async () => (await person.get(`/api/resources/to/${nameOf(1)}`, other)).status === 200,
      'the new name',
    )
    await eventually(async () => !(await s3.versions(bucket, 'from/')).length, 'the old name empties')
    // Both names are free now. People continue to work, and their changes must survive when the old owner wakes.
    ;(await person.post(`/api/resources/from/${nameOf(1)}`, 'new under the old name', other)).expect(200)
    ;(await person.delete(`/api/resources/to/${nameOf(2)}`, other)).expect(204)
    ;(await person.post(`/api/resources/to/${nameOf(3)}?override=true`, 'replaced under the new name', other)).expect(
      200,
    )
    sleeper?.signal('SIGCONT')
    expect((await renaming).status).toBe(200)
    await wait(4_000)

    const tree = await treeOf(bucket)
    expectEachOnce(tree, new Set([1, 2, 3]))
    expect(tree.get(`from/${nameOf(1)}`)).toBe(markOf('new under the old name'))
    expect(tree.get(`to/${nameOf(1)}`)).toBe(markOf(contentOf(1)))
    expect(tree.has(`to/${nameOf(2)}`) || tree.has(`from/${nameOf(2)}`)).toBe(false)
    expect(tree.get(`to/${nameOf(3)}`)).toBe(markOf('replaced under the new name'))
    expect([...tree.keys()].filter((key) => key.startsWith('from/'))).toEqual([`from/${nameOf(1)}`])
    expect((await person.get(`/api/raw/to/${nameOf(FILES - 1)}`, { replica: number })).expect(200).text).toBe(
      contentOf(FILES - 1),
    )
  }, 240_000)
})

describe('a copy and a delete of many files', () => {
  it('are finished by the other replica when their owner is killed, and deleted files can be restored', async () => {
    const owner = nido.replicas.findIndex((replica) => replica.isRunning())
    const other = { replica: nido.replicas.findIndex((replica, number) => replica.isRunning() && number !== owner) }
    const { person, bucket } = await makeFolder(FEWER)
    const another = await makeFolder(FEWER)
    const { hash } = (await another.person.post(`/api/share/from/${nameOf(7)}`, {}, other))
      .expect(200)
      .json<{ hash: string }>()
    const copying = person
      .patch('/api/resources/from?action=copy&destination=%2Fto', undefined, { replica: owner })
      .catch(() => null)
    await untilHalfCopied(bucket)
    const deleted = (await another.person.delete('/api/resources/from', { replica: owner })).expect(204)
    await nido.replicas[owner]?.kill()
    await copying
    expect((await another.person.get('/api/resources/from', other)).status).toBe(404)

    await eventually(async () => (await person.get(`/api/resources/to/${nameOf(1)}`, other)).status === 200, 'the copy')
    const tree = await treeOf(bucket)
    for (let index = 0; index < FEWER; index += 1) {
      if (
        tree.get(`from/${nameOf(index)}`) !== markOf(contentOf(index)) ||
        tree.get(`to/${nameOf(index)}`) !== markOf(contentOf(index))
      )
        throw new Error(`${nameOf(index)} is not whole in both folders`)
    }
    expect(tree.size).toBe(2 * FEWER)
    await eventually(async () => (await s3.list(another.bucket, 'from/')).length === 0, 'the deleted folder empties')
    const told = async (who: Client, kind: string) =>
      (await who.get('/api/operations', other))
        .expect(200)
        .json<{ items: OperationRecord[] }>()
        .items.find((record) => record.kind === kind)
    await eventually(
      async () => (await told(another.person, 'delete'))?.state === 'done',
      'the end of the delete is told',
    )
    const whole = { state: 'done', itemsDone: FEWER, itemsTotal: FEWER, error: null }
    expect([await told(person, 'copy'), await told(another.person, 'delete')]).toMatchObject([whole, whole])
    const restored = await patiently(() =>
      another.person.post(`/api/trash/${deleted.headers['x-trash-note']}/restore`, {}, other),
    )
    expect([200, 202]).toContain(restored.status)
    await eventually(async () => (await s3.list(another.bucket, 'from/')).length === FEWER, 'everything is back')
    // A link ends with its file, and is not restored with it.
    ;(await person.get(`/api/public/share/${hash}`, other)).expect(404)
    expectEachOnce(await treeOf(another.bucket), new Set(), FEWER)
    await nido.addReplica()
  }, 240_000)
})
