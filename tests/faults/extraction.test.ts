// Extractions of hundreds of files (with NIDO_FULL: thousands) whose process is killed half-way.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { hasEnded } from '../../backend/contract/operation-states.ts'
import type { OperationRecord } from '../../backend/contract/operations.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { environment } from '../../scripts/lib/environment.ts'
import type { Client } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { pack } from '../helpers/packed-zip.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens, soon } from '../helpers/until.ts'

const FILES = environment()['NIDO_FULL'] ? 2_000 : 500
/** A process has to be silent for a minute before its work counts as lost. */
const TOLD_MS = 240_000
const nameOf = (index: number) => `f${String(index).padStart(4, '0')}.txt`
const contentOf = (index: number) => `content of file ${index} `.repeat(500)
const indexes = Array.from({ length: FILES }, (_, index) => index)
const ASYNC = { headers: { Prefer: 'respond-async' } }

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

const zip = () => pack(indexes.map((index) => ({ name: nameOf(index), body: contentOf(index) })))

function packedTar(): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nido-extraction-'))
  try {
    for (const index of indexes) writeFileSync(path.join(folder, nameOf(index)), contentOf(index))
    return execFileSync('tar', ['-C', folder, '-czf', '-', '.'], { maxBuffer: 1e8 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Somebody whose archive is being extracted by the first process. */
async function extracting(name: string, archive: Buffer) {
  const person = await nido.makePerson()
  const { bucket } = placeOfScope(nido.bucketPrefix, person.scope)
  ;(await person.post(`/api/resources/${name}`, archive)).expect(200)
  const { headers } = (await person.post(`/api/archive/extract/${name}`, { to: '/' }, { ...ASYNC, replica: 0 })).expect(
    202,
  )
  return { name, person, bucket, record: headers['location'] ?? '' }
}

const recordAt = async (person: Client, at: string) =>
  (await person.get(at, { replica: 1 })).expect(200).json<OperationRecord>()
const endOf = (person: Client, at: string) => soon(() => recordAt(person, at), hasEnded, TOLD_MS)

/** Whole files below a folder; every file there has to be whole. */
async function wholeFiles(bucket: string, folder: string): Promise<string[]> {
  const found = (await s3.list(bucket, `${folder}/`)).filter(({ key }) => !key.endsWith('/'))
  const sums = new Map(
    indexes.map((index) => [nameOf(index), createHash('md5').update(contentOf(index)).digest('hex')]),
  )
  const names = found.map(({ key, etag }) => ({ name: key.slice(folder.length + 1), etag }))
  // The ETag of an object that was put in one request is the MD5 of its content (S3 API, Object).
  expect(names.filter(({ name, etag }) => etag !== `"${sums.get(name)}"`)).toEqual([])
  return names.map(({ name }) => name)
}

/** The processes that a process has started. */
const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'ppid=,pid='])
    .toString()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([parent, child]) => (parent === pid && child !== undefined ? child : []))

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('an extraction whose process is killed', () => {
  it('is told as interrupted, leaves whole files only, and can be done again', async () => {
    const works = await Promise.all([extracting('one.zip', zip()), extracting('two.tar.gz', packedTar())])
    for (const { bucket, name } of works)
      await happens(async () => (await s3.list(bucket, `${name.slice(0, 3)}/`)).length > 20, `files of ${name} appear`)
    const [owner] = nido.replicas
    const children = childrenOf(owner?.pid ?? 0)
    await owner?.kill()
    await happens(() => !children.some(isAlive), 'the processes that unpacked have ended')

    for (const { person, bucket, name, record } of works) {
      const folder = name.slice(0, 3)
      const told = await endOf(person, record)
      expect(told).toMatchObject({ state: 'failed', error: 'interrupted', itemsTotal: FILES, canCancel: false })
      const kept = await wholeFiles(bucket, folder)
      expect(kept.length).toBeLessThan(FILES)
      expect(await s3.unfinished(bucket)).toEqual([])
      ;(await person.delete(record, { replica: 1 })).expect(409)

      const again = (await person.post(`/api/archive/extract/${name}`, { to: '/' }, { ...ASYNC, replica: 1 })).expect(
        202,
      )
      expect(await endOf(person, again.headers['location'] ?? '')).toMatchObject({ state: 'done', itemsDone: FILES })
      expect((await wholeFiles(bucket, `${folder}(1)`)).length).toBe(FILES)
      expect((await wholeFiles(bucket, folder)).toSorted()).toEqual(kept.toSorted())
    }
  }, 600_000)
})
