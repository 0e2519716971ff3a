// `node --expose-gc tests/bench/operations-memory.ts`: how far memory grows while a folder with a million files is
// renamed, copied and deleted. The storage is a generated one that keeps one byte for each file, so the growth is
// Nido's own. FILES=100000 for fewer. Exits with 1 if it grows too far.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { environment } from '../../scripts/lib/environment.ts'
import { Attempt } from '../../backend/src/storage/at-work.ts'
import { NO_FAILPOINTS } from '../../backend/src/storage/failpoints.ts'
import type { ChangeKind, JournalState, PendingOperation } from '../../backend/src/storage/journal-state.ts'
import { PROTOCOL_RULES } from '../../backend/src/storage/protocol-rules.ts'
import { KINDS } from '../../backend/src/storage/operations/kinds.ts'
import { Manifests } from '../../backend/src/storage/operations/manifests.ts'
import { OperationProgress } from '../../backend/src/storage/operations/progress.ts'
import type { JournalEdit } from '../../backend/src/storage/operations/registry.ts'
import { WorkLists } from '../../backend/src/storage/operations/work-lists.ts'
import type { OperationContext, OperationRun, Owner } from '../../backend/src/storage/operations/worker.ts'
import { place } from '../../backend/src/storage/paths.ts'
import type { ConditionalScratch } from '../../backend/src/storage/scratch.ts'
import type { ChangeOptions } from '../../backend/src/storage/types.ts'
import { inMiB, MIB } from '../helpers/memory.ts'
import { GeneratedTree } from './generated-tree.ts'

const FILES = Number(environment()['FILES'] ?? 1_000_000)
const GROWTH_MAX = 64 * MIB
/** Memory is measured once every so many pages of a listing. */
const LOOK_EVERY = 10
const BUCKET = 'home'

const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-operations-'))
const fileOf = (key: string) => path.join(folder, encodeURIComponent(key))

const writes = new Map<string, number>()
const etagOf = (key: string) => String(writes.get(key))

async function put(key: string, body: Buffer): Promise<void> {
  await writeFile(fileOf(key), body)
  writes.set(key, (writes.get(key) ?? 0) + 1)
}

/** Keeps small objects as files, so that they do not count as the operation's memory. One process writes them. */
const scratch: ConditionalScratch = {
  put,
  putTagged: async (key, body) => {
    await put(key, body)
    return etagOf(key)
  },
  replace: async (key, body) => {
    await put(key, body)
    return true
  },
  get: (key) => readFile(fileOf(key)).catch(() => null),
  find: async (key) => {
    const body = await scratch.get(key)
    return body && { body, etag: etagOf(key) }
  },
  listTagged: async (prefix) => (await scratch.list(prefix)).map((key) => ({ key, etag: etagOf(key) })),
  delete: async (keys) => {
    for (const key of keys) await rm(fileOf(key), { force: true })
  },
  list: async (prefix) => {
    const keys = (await readdir(folder)).map(decodeURIComponent)
    return keys.filter((key) => key.startsWith(prefix)).sort()
  },
}

const memory = { base: 0, peak: 0, pages: 0 }

function heapBytes(): number {
  if (!globalThis.gc) throw new Error('this is to be run with --expose-gc')
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const tree = new GeneratedTree(FILES, () => {
  memory.pages += 1
  if (memory.pages % LOOK_EVERY === 0) memory.peak = Math.max(memory.peak, heapBytes())
})

/** A journal with a single operation. */
class OneOperation {
  op: PendingOperation | null

  constructor(op: PendingOperation) {
    this.op = op
  }

  async step(_: unknown, edit: JournalEdit): Promise<true | null> {
    return this.op && edit(this.op, { rev: 1, floor: 0, ops: [], closed: [] } satisfies JournalState) ? true : null
  }
  async mine(): Promise<PendingOperation | null> {
    return this.op && { ...this.op }
  }
  async close(): Promise<true> {
    this.op = null
    return true
  }
  async isCancelled(): Promise<boolean> {
    return false
  }
}

/** The services that an operation needs, without a database. */
function contextOf(registry: OneOperation): OperationContext {
  const nothing = async () => undefined
  const nobody = async () => []
  const manifests = new Manifests(scratch)
  const context = {
    core: {
      clients: {
        minio: tree.minio,
        control: tree.client,
        distance: { isFar: false },
        capabilities: { versioning: true, listedMetadata: true },
      },
      systemBucket: 'system',
      failpoints: NO_FAILPOINTS,
      rules: PROTOCOL_RULES,
      log: console,
      now: Date.now,
      newId: () => `${Date.now()}${randomUUID().replaceAll('-', '')}`,
      onCopied: nothing,
      onHistory: nothing,
      onMade: nothing,
    },
    registry,
    manifests,
    work: new WorkLists(scratch),
    records: { begin: nothing, update: nothing, end: nothing, get: async () => null },
    notes: {
      note: async () => null,
      update: nothing,
      listings: async () => ({ replacing: nobody, replacedIn: nobody, spilledAround: nobody }),
    },
    deleted: { add: async (id: string) => id, settle: nothing, forget: () => undefined },
    doubts: { drop: nothing },
    pointers: { relocated: nothing },
    versions: { grew: () => undefined },
  }
  // The operation uses no other members.
  return context as unknown as OperationContext
}

function runOf(kind: ChangeKind, change: Partial<PendingOperation>): { run: OperationRun; registry: OneOperation } {
  const id = randomUUID().replaceAll('-', '')
  const registry = new OneOperation({
    id,
    kind,
    src: null,
    dst: null,
    isFile: false,
    merge: false,
    state: 'new',
    since: 0,
    owner: 'bench',
    late: 0,
    cancel: false,
    userId: 1,
    ...change,
  })
  const context = contextOf(registry)
  const owner = {
    lease: { id: 'bench', remainingMs: () => 60_000 },
    client: tree.client,
    manifests: context.manifests,
    attempt: new Attempt(),
  } as unknown as Owner
  return { run: { context, owner, id, kind, progress: new OperationProgress(context.records, id) }, registry }
}

const options: ChangeOptions = {
  by: { userId: 1, username: 'bench' },
  conflict: 'fail',
  shown: { source: '/from', destination: '/to' },
  check: () => undefined,
  admit: async () => undefined,
}

async function transfer(kind: 'move' | 'copy', from: string, to: string): Promise<void> {
  const { run, registry } = runOf(kind, { src: `${BUCKET}/${from}`, dst: `${BUCKET}/${to}` })
  tree.folder(to).copiedBy = run.id
  const source = { at: place(BUCKET, from), isFile: false }
  const edit = await KINDS[kind].prepare(
    run,
    { kind, source, destination: place(BUCKET, to), options },
    () => undefined,
  )
  await registry.step(run, edit)
  await KINDS[kind].carryOut(run, () => undefined)
  tree.folder(to).copiedBy = ''
}

async function remove(name: string): Promise<void> {
  const { run, registry } = runOf('delete', { src: `${BUCKET}/${name}` })
  const target = { at: place(BUCKET, name), isFile: false }
  const edit = await KINDS.delete.prepare(run, { target, options, wanted: run.id, expected: null }, () => undefined)
  await registry.step(run, edit)
  await KINDS.delete.carryOut(run)
}

/** Returns whether memory stayed within its limit and the work was completed. */
async function measure(what: string, work: () => Promise<void>, isDone: () => boolean): Promise<boolean> {
  memory.base = heapBytes()
  memory.peak = memory.base
  const before = tree.listed.pages
  const began = performance.now()
  await work()
  const growth = memory.peak - memory.base
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const is = isDone() && growth <= GROWTH_MAX ? 'ok' : 'WRONG'
  const pages = tree.listed.pages - before
  console.log(
    `${what} of ${FILES} files: ${inMiB(growth)} above ${inMiB(memory.base)}, ${pages} pages, ${seconds} s: ${is}`,
  )
  return is === 'ok'
}

const none = { present: 0, marked: 0 }
const isLike = (name: string, wanted: { present: number; marked: number }) =>
  JSON.stringify(tree.count(name)) === JSON.stringify(wanted)

try {
  tree.fill('from')
  const all = { ...none, present: FILES }
  const results = [
    await measure(
      'rename',
      () => transfer('move', 'from', 'to'),
      () => isLike('from', none) && isLike('to', all),
    ),
    await measure(
      'copy',
      () => transfer('copy', 'to', 'copy'),
      () => isLike('to', all) && isLike('copy', all),
    ),
    await measure(
      'delete',
      () => remove('copy'),
      () => isLike('copy', { ...none, marked: FILES }),
    ),
  ]
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
