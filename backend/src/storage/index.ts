// Builds the one door to S3 from its parts.
import { randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import { HeadBucketCommand } from '@aws-sdk/client-s3'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { Question } from './before-reading.ts'
import { Buckets } from './buckets.ts'
import { FolderChanges } from './changes.ts'
import type { StorageCore } from './core.ts'
import { type Failpoints, NO_FAILPOINTS } from './failpoints.ts'
import { tryCapabilities } from './capabilities.ts'
import { historyBytes } from './history.ts'
import { untilFree } from './free.ts'
import { Journal } from './journal.ts'
import { endedBetween, JournalWatch, shownOtherwise } from './journal-watch.ts'
import { listObjects } from './listing.ts'
import { answerQuestions } from './live/index-answers.ts'
import { LiveIndex } from './live/live-index.ts'
import { WriteMarks } from './live/write-marks.ts'
import { clearTheWay } from './operations/clearing.ts'
import { endNotes } from './operations/notes.ts'
import { DeletedNotes } from './operations/deleted-notes.ts'
import { DoubtfulNotes } from './operations/doubtful-notes.ts'
import { Engine } from './operations/engine.ts'
import { Erasing } from './operations/erasing.ts'
import { StorageOperations } from './operations/index.ts'
import { Manifests } from './operations/manifests.ts'
import { NoteStore } from './operations/note-store.ts'
import { OperationRecords } from './operations/records.ts'
import { Registry } from './operations/registry.ts'
import { Retention } from './operations/retention.ts'
import { OpenParts } from './open-parts.ts'
import { StrayParts } from './operations/stray-parts.ts'
import { createOwnVersions } from './own-versions.ts'
import { Trimming } from './operations/trimming.ts'
import { WorkLists } from './operations/work-lists.ts'
import { fileKey, folderKey, houseBucket, pathText, type Place, placeOfText } from './paths.ts'
import { StoragePointers } from './pointers.ts'
import { PROTOCOL_RULES, type ProtocolRules } from './protocol-rules.ts'
import { Reader } from './reader.ts'
import { ReplacedNotes } from './replaced.ts'
import { type LeaseBook, ReplicaLeases } from './replica-lease.ts'
import { createS3Connections, type S3Settings } from './s3-clients.ts'
import type { S3Limits } from './s3-limits.ts'
import { translating } from './s3-errors.ts'
import { createScratch } from './scratch.ts'
import type { Expectation, PutOptions, Storage, WriteOptions } from './types.ts'
import { VersionLimit, versionBounds } from './version-limit.ts'
import type { InTheWay } from './names.ts'
import { FileCommits } from './file-commits.ts'
import { PartUploads } from './part-uploads.ts'
import { FolderWrites } from './folder-writes.ts'
import { Writer } from './writer.ts'

/** Where tests reach in. A running Nido has none of it. */
export interface StorageSeams {
  failpoints?: Failpoints
  rules?: ProtocolRules
}

export interface StorageOptions extends StorageSeams {
  s3: S3Settings
  bucketPrefix: string
  retentionDays: number
  database: Connection
  leases: LeaseBook
  log: Logger
  /** Told how long each look into the journal and each change of it took. */
  observeJournal: (step: 'read' | 'change', seconds: number) => void
  /** Told how long bucket events take to get here, and of differences that no event told of. */
  observeIndex?: { lag(seconds: number): void; correction(): void }
  /** The time of the database in ms since 1970: what is stored, and compared with what is stored, goes by it. */
  now?: () => number
  /** Versions that a name may have, where tests want fewer. */
  versionsMax?: number
  /** Other limits than those of a running Nido, for tests. */
  limits?: { s3?: S3Limits; giveUpMs?: number }
}

// How long a stopping replica waits for its own operations before it leaves them to others.
const STOP_PATIENCE_MS = 8_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const HEAR_CLOCK_MS = 60_000
const SERVER_NAME_MAX = 100

/**
 * Opens the storage: the system bucket and the journal are there when it resolves. Nothing is taken over before
 * `start`.
 */
export async function createStorage(options: StorageOptions): Promise<Storage> {
  const now = options.now ?? Date.now
  // In the order of time: what is listed by its id comes in the order it was made in.
  const newId = () => randomUUIDv7().replaceAll('-', '')
  const systemBucket = houseBucket(options.bucketPrefix, 'system')
  const connections = createS3Connections(options.s3, options.log, { limits: options.limits?.s3 })
  const capabilities = await tryCapabilities({
    clients: connections,
    systemBucket,
    versionedBucket: houseBucket(options.bucketPrefix, 'home'),
    log: options.log,
  })
  const clients = { ...connections, capabilities }
  const leases = new ReplicaLeases({
    book: options.leases,
    now,
    newId,
    onLapse: (id) =>
      options.log.warn({ lease: id }, 'the lease of this replica ran out; operations under it are fenced'),
  })
  const self = newId()
  const marks = new WriteMarks({ database: options.database, now, self })
  const journal = new Journal({
    database: options.database,
    now,
    observe: options.observeJournal,
    hearMarks: (found, begun) => marks.hear(found, begun),
  })
  const copied: StorageCore['onCopied'][] = []
  const historic: StorageCore['onHistory'][] = []
  const core: StorageCore = {
    clients,
    database: options.database,
    journal,
    changes: new FolderChanges(),
    marks,
    leases,
    openParts: new OpenParts({ database: options.database, now, log: options.log }),
    systemBucket,
    log: options.log,
    failpoints: options.failpoints ?? NO_FAILPOINTS,
    rules: options.rules ?? PROTOCOL_RULES,
    now,
    newId,
    onCopied: async (from, to, type) => void (await Promise.all(copied.map((follow) => follow(from, to, type)))),
    onHistory: async (change) => void (await Promise.all(historic.map((follow) => follow(change)))),
  }
  const buckets = new Buckets({
    client: clients.control,
    capabilities,
    prefix: options.bucketPrefix,
    systemBucket,
    retentionDays: options.retentionDays,
  })
  const index = new LiveIndex({
    core,
    bucketPrefix: options.bucketPrefix,
    observeLag: (seconds) => options.observeIndex?.lag(seconds),
    observeCorrection: () => options.observeIndex?.correction(),
  })
  const reader = new Reader(core, index, buckets)
  const scratch = createScratch(core)
  const [records, manifests, work] = [new OperationRecords(core), new Manifests(scratch), new WorkLists(scratch)]
  const notes = new NoteStore(core, scratch, manifests)
  const doubts = new DoubtfulNotes(core, notes, manifests)
  const pointers = new StoragePointers(core)
  const versions = new VersionLimit(versionBounds(options.versionsMax))
  const context = {
    core,
    registry: new Registry(core),
    records,
    manifests,
    work,
    notes,
    deleted: new DeletedNotes(core, notes),
    doubts,
    pointers,
    versions,
  }
  const engine = new Engine(context, options.limits?.giveUpMs)
  const replaced = new ReplacedNotes(core, { notes, manifests, doubts })
  const clear = (inTheWay: InTheWay) => clearTheWay({ context, engine }, inTheWay)
  const commits = new FileCommits(core, { buckets, replaced, index, versions, clear })
  const multiparts = new PartUploads(core, buckets, commits)
  const writer = new Writer(core, commits, multiparts)
  const folders = new FolderWrites(core, { buckets, index, clear })
  const retention = new Retention({ context, engine, buckets })
  const strayParts = new StrayParts({ context, buckets, open: core.openParts })
  const trimming = new Trimming({ context, engine, buckets, bounds: versions.bounds })
  versions.onDue((at) => trimming.trim(at))
  const erasing = new Erasing({ context, engine, buckets })
  const watch = new JournalWatch(core)
  const question = new Question()

  const isTaken = async (at: Place): Promise<boolean> => {
    for (const prefix of at.path === '' ? [''] : [fileKey(at), folderKey(at)]) {
      for await (const listed of listObjects(clients, {
        bucket: at.bucket,
        prefix,
        versions: true,
        maxKeys: 1,
        bare: true,
      })) {
        // A sibling that only begins alike is none of it.
        if (prefix === '' || listed.key === fileKey(at) || listed.key.startsWith(folderKey(at))) return true
        break
      }
    }
    return false
  }

  const ping = async () => {
    await translating(() => clients.control.send(new HeadBucketCommand({ Bucket: systemBucket })))
  }
  const endOldVersions = () => retention.sweep()
  const endManyVersions = () => trimming.sweep()
  const settleNotes = () => translating(() => doubts.settle())
  /** Harmless when two replicas do it. */
  const tidy = async () => {
    await context.records.closeLost(await journal.read())
    await context.records.removeEnded()
    // Listed before the journal is read: who writes something down has registered before.
    const works = await work.ids()
    const { ops } = await journal.read()
    await work.drop(works.filter((id) => !ops.some((op) => op.id === id)))
    // By then the versions that a note could bring back are gone: the lifecycle rules end them after as many days.
    await endNotes(context, now() - (buckets.retentionDays + 1) * DAY_MS)
    await leases.removeEnded()
  }
  let listening: NodeJS.Timeout | undefined

  await buckets.ensure(systemBucket)
  await journal.open()
  await notes.tellOldPaths()
  journal.onChange((before, after) => {
    const shown = shownOtherwise(before, after)
    for (const path of shown ?? []) core.changes.tellUpwards(placeOfText(path))
    if (shown) index.suspect(endedBetween(before, after))
    else index.suspectAll()
  })
  return {
    capabilities,
    ensureBucket: (at) => {
      buckets.forget(at.bucket)
      return buckets.ensure(at.bucket)
    },
    beforeReading: (asked) => question.register(asked),
    onCopied: (follow) => void copied.push(follow),
    onHistory: (follow) => void historic.push(follow),
    stat: question.before((at) => reader.stat(at)),
    list: question.before((at) => reader.list(at)),
    folderTime: (at) => reader.folderTime(at),
    tree: question.beforeEach((at) => reader.tree(at)),
    find: question.beforeEach((at, terms: readonly string[]) => reader.find(at, terms)),
    index: () => index.state,
    hiddenFolders: async () => (await translating(() => index.hidingNames())).length,
    answerForIndex: () =>
      answerQuestions(options.database, {
        self,
        now,
        tell: async () => ({ sums: await index.sums(), hiding: await index.hidingNames() }),
      }),
    survey: async (at, collect) => {
      await question.ask(at)
      return reader.survey(at, collect)
    },
    usage: question.before((at) => reader.usage(at)),
    measure: (at, parts) => reader.measure(at, parts),
    history: (at) => historyBytes(core, at),
    watch: (listener) => core.changes.watch(listener),
    open: question.before((at, version?: string) => reader.open(at, version)),
    recall: question.before((at) => reader.recall(at)),
    pinned: (at, stat) => reader.pinned(at, stat),
    versions: question.before((at) => reader.versions(at)),
    restoreVersion: question.before((at, version: string, how?: Pick<WriteOptions, 'replacing' | 'confirm'>) =>
      writer.restoreVersion(at, version, how),
    ),
    put: question.before((at, body: Readable, put: PutOptions) => writer.put(at, body, put)),
    makeFolder: question.before((at) => folders.make(at)),
    checkWritable: question.before((at, expect: Expectation) => commits.checkWritable(at, expect)),
    isTaken: (at) => translating(() => isTaken(at)),
    erase: async (at) => {
      await erasing.erase(at)
      index.suspect([pathText(at)])
    },
    multiparts,
    ownVersions: createOwnVersions({
      core,
      free: (path) => untilFree(core, path),
      suspect: (paths) => index.suspect(paths),
      forget: (at, taken) => replaced.forget(at, taken),
    }),
    scratch,
    operations: new StorageOperations({ context, engine, reader, buckets, question }),
    pointers,
    setRetention: (days) => buckets.setRetention(days),
    clockOffset: () => connections.clock.offset,
    ping,
    serverName: async () => {
      // RFC 9110 section 10.2.4: a product with its version, or the product alone.
      const answer = await clients.minio.send({ method: 'HEAD', bucket: systemBucket })
      answer.resume()
      const { server } = answer.headers
      return typeof server === 'string' ? server.slice(0, SERVER_NAME_MAX) : null
    },
    endOldVersions,
    endStrayParts: (held) => strayParts.sweep(held),
    endManyVersions,
    settleNotes,
    tasks: [
      { name: 'storage', everyMs: 10 * MINUTE_MS, run: tidy },
      { name: 'notes', everyMs: MINUTE_MS, run: settleNotes },
      { name: 'versions', everyMs: DAY_MS, run: endManyVersions },
      { name: 'retention', everyMs: 10 * MINUTE_MS, run: endOldVersions },
    ],
    start: async () => {
      await leases.start()
      engine.start()
      watch.start()
      // Each answer tells the time there.
      listening = setInterval(() => void ping().catch(() => undefined), HEAR_CLOCK_MS).unref()
    },
    startIndex: () => index.start(),
    stop: async () => {
      clearInterval(listening)
      await engine.stop(STOP_PATIENCE_MS)
      await replaced.stop()
      await notes.stop()
      await versions.stop()
      await watch.stop()
      await index.stop()
      core.changes.stop()
      await leases.stop()
      clients.close()
    },
  }
}

export type { Storage } from './types.ts'
