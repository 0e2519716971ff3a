// The work on names: listing, searching, renaming, copying, deleting. The plain client does what anybody would do: it
// lists, copies 32 at a time, and deletes in batches.
import { DeleteObjectsCommand } from '@aws-sdk/client-s3'
import mongoose from 'mongoose'
import type { NoteDocument } from '../../backend/src/storage/operations/note-keys.ts'
import type { BenchSite } from './bench-site.ts'
import type { Work } from './bytes.ts'
import { each, timed } from './wire.ts'

const MANY = 10_000
const MAPPED = 100_000
const MAPPED_FOLDERS = 100
const ROMS = 5_000
const SOME = 1_000
const PARALLEL = 32
const BATCH = 1_000
const TEXT = 'a small file'
const DELETED = 50
/** Newer notes stay in the database. */
const KEPT_NOTES = 300

const nameOf = (index: number) => `file ${String(index).padStart(5, '0')}.txt`

async function fill(site: BenchSite, folder: string, count: number): Promise<void> {
  for (const bucket of [site.bucket, site.personsBucket])
    await each(count, PARALLEL, (index) => site.s3.put(bucket, `${folder}/${nameOf(index)}`, TEXT))
}

/** The folder of many files that several kinds of work use. */
const filled = new WeakSet<BenchSite>()
async function fillMany(site: BenchSite): Promise<void> {
  if (filled.has(site)) return
  filled.add(site)
  await fill(site, 'many', MANY)
}

/** Files in folders, as a household has them. The plain client only lists them. */
const mappedKey = (index: number) =>
  `mapped/folder ${String(index % MAPPED_FOLDERS).padStart(3, '0')}/part ${index % 7}/${nameOf(index)}`

async function fillMapped(site: BenchSite): Promise<void> {
  await each(MAPPED, PARALLEL, (index) => site.s3.put(site.personsBucket, mappedKey(index), TEXT))
  await untilKnown(site, '/api/storage/map/mapped', new RegExp(`"files":${MAPPED}\\b`))
}

async function fillRoms(site: BenchSite): Promise<void> {
  await each(ROMS, PARALLEL, (index) => site.s3.put(site.personsBucket, `ARCADE/gb/Game ${index} (Europe).gb`, TEXT))
  await untilKnown(site, '/api/gb/roms', new RegExp(`Game ${ROMS - 1} `))
}

/** Waits, with the clock stopped, until the index has heard of what was put into the bucket. */
async function untilKnown(site: BenchSite, path: string, words: RegExp): Promise<void> {
  while (!words.test((await site.nido(path, { isKept: true })).text))
    await new Promise((resolve) => setTimeout(resolve, 500))
}

const change = (site: BenchSite, action: string, from: string, to: string) =>
  site.nido(`/api/resources/${from}?action=${action}&destination=${encodeURIComponent(`/${to}`)}`, { method: 'PATCH' })

async function copyAll(site: BenchSite, from: string, to: string): Promise<string[]> {
  const keys = (await site.s3.list(site.bucket, `${from}/`)).map(({ key }) => key)
  await each(keys.length, PARALLEL, (index) =>
    site.s3.copy(site.bucket, keys[index] ?? '', (keys[index] ?? '').replace(from, to)),
  )
  return keys
}

async function deleteAll(site: BenchSite, keys: string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += BATCH) {
    await site.s3.client.send(
      new DeleteObjectsCommand({
        Bucket: site.bucket,
        Delete: { Objects: keys.slice(start, start + BATCH).map((Key) => ({ Key })), Quiet: true },
      }),
    )
  }
}

/** Waits, with the clock stopped, until everything that was started has ended. */
async function settle(site: BenchSite): Promise<void> {
  for (;;) {
    const { bytes } = await site.nido('/api/operations')
    if (bytes === EMPTY_LIST.length || !(await isBusy(site))) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
const EMPTY_LIST = '{"items":[]}'

/** Nido's folders of this work have to be empty or complete in the bucket. */
async function isBusy(site: BenchSite): Promise<boolean> {
  const counts = await Promise.all(
    ['moved', 'copied'].map(
      async (folder) =>
        (await site.s3.list(site.personsBucket, `${folder}`)).filter(({ key }) => !key.endsWith('/')).length,
    ),
  )
  return counts.some((count) => count % SOME !== 0)
}

/** Fills the person's trash with deletes from a day ago, and waits until the old ones have left the database. */
async function fillTrash({ mongoUrl, personsBucket: bucket, nido }: BenchSite): Promise<void> {
  const database = await mongoose.createConnection(mongoUrl).asPromise()
  const notes = database.collection<NoteDocument>('trash')
  const end = Date.now() - 86_400_000
  for (let from = 0; from < MANY; from += BATCH) {
    await notes.insertMany(
      Array.from({ length: BATCH }, (_, index): NoteDocument => ({
        _id: `bench${from + index}`,
        kind: 'delete',
        action: '',
        userId: 1,
        username: 'bench',
        bucket,
        isFile: true,
        path: nameOf(from + index),
        shown: `/${nameOf(from + index)}`,
        names: [],
        when: end + from + index,
        count: 1,
        bytes: 1,
      })),
    )
  }
  // The first delete in a bucket makes them leave, in the background.
  await deleteOneByOne(nido, 'first', 1)
  while ((await notes.countDocuments({ bucket })) > KEPT_NOTES) await new Promise((resolve) => setTimeout(resolve, 500))
  await database.close()
}

async function deleteOneByOne(send: BenchSite['nido'], folder: string, count: number): Promise<number> {
  const path = (index: number) => `/api/resources/${folder}/${index}`
  await each(count, PARALLEL, (index) => send(path(index), { method: 'POST', body: Buffer.from(TEXT) }))
  return timed(() => each(count, 1, (index) => send(path(index), { method: 'DELETE' })))
}

const list = (site: BenchSite) => site.nido('/api/resources/many/', { headers: { 'Accept-Encoding': 'br, gzip' } })
const listDirect = (site: BenchSite) => site.s3.list(site.bucket, 'many/')

export const NAMES: readonly Work[] = [
  {
    ids: ['d1', 'd2'],
    prepare: fillMany,
    nido: async (site, round) => {
      await site.nido(`/api/resources/many/change-${round}`, { method: 'POST', body: Buffer.from(TEXT) })
      return [await timed(() => list(site)), await timed(() => list(site))]
    },
    direct: async (site, round) => {
      await site.s3.put(site.bucket, `many/change-${round}`, TEXT)
      return [await timed(() => listDirect(site)), await timed(() => listDirect(site))]
    },
  },
  {
    ids: ['g'],
    prepare: fillMany,
    nido: async (site) => [await timed(() => site.nido('/api/search/many/?query=04321'))],
    direct: async (site) => [
      await timed(async () => (await listDirect(site)).filter(({ key }) => key.includes('04321'))),
    ],
  },
  {
    ids: ['h1'],
    prepare: fillMapped,
    nido: async (site) => [await timed(() => site.nido('/api/storage/map/mapped'))],
    direct: async (site) => [await timed(() => site.s3.list(site.personsBucket, 'mapped/'))],
  },
  {
    ids: ['h2'],
    prepare: fillRoms,
    nido: async (site) => [
      await timed(() => site.nido('/api/gb/roms', { headers: { 'Accept-Encoding': 'br, gzip' } })),
    ],
    direct: async (site) => [await timed(() => site.s3.list(site.personsBucket, 'ARCADE/gb/'))],
  },
  {
    ids: ['e1'],
    prepare: (site) => fill(site, 'moved-0', SOME),
    nido: async (site, round) => {
      const time = await timed(() => change(site, 'rename', `moved-${round}`, `moved-${round + 1}`))
      await settle(site)
      return [time]
    },
    direct: async (site, round) => [
      await timed(async () => deleteAll(site, await copyAll(site, `moved-${round}`, `moved-${round + 1}`))),
    ],
  },
  {
    ids: ['e2', 'e3'],
    prepare: (site) => fill(site, 'origin', SOME),
    nido: async (site, round) => {
      const copying = await timed(() => change(site, 'copy', 'origin', `copied-${round}`))
      const deleting = await timed(() => site.nido(`/api/resources/copied-${round}`, { method: 'DELETE' }))
      await settle(site)
      return [copying, deleting]
    },
    direct: async (site, round) => {
      const copying = await timed(() => copyAll(site, 'origin', `copied-${round}`))
      const keys = (await site.s3.list(site.bucket, `copied-${round}/`)).map(({ key }) => key)
      return [copying, await timed(() => deleteAll(site, keys))]
    },
  },
  {
    ids: ['e4'],
    prepare: fillTrash,
    nido: async (site, round) => [await deleteOneByOne(site.nido, `deleted-${round}`, DELETED)],
    direct: async (site, round) => [await deleteOneByOne(site.newcomer, `deleted-${round}`, DELETED)],
  },
]
