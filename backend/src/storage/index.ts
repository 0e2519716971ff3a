// Opens the one door to S3: what it offers (types.ts), each call handed to the part that answers it.
import type { Readable } from 'node:stream'
import { HeadBucketCommand } from '@aws-sdk/client-s3'
import { Question } from './before-reading.ts'
import type { StorageCore } from './core.ts'
import { untilFree } from './free.ts'
import { historyBytes } from './history.ts'
import { aliasedAround } from './journal-state.ts'
import { endedBetween, JournalWatch, shownOtherwise } from './journal-watch.ts'
import { listObjects } from './listing.ts'
import { answerQuestions } from './live/index-answers.ts'
import { type OpenedCore, openCore } from './open-core.ts'
import { StorageOperations } from './operations/index.ts'
import type { StorageOptions } from './options.ts'
import { createOwnVersions } from './own-versions.ts'
import { makeParts, type StorageParts } from './parts.ts'
import { fileKey, folderKey, pathText, type Place, placeOfText } from './paths.ts'
import { endedOperations, pendingOperations } from './operation-times.ts'
import { translating } from './s3-errors.ts'
import { untilSettled } from './settling.ts'
import type { Expectation, OpenOptions, PutOptions, Storage, WriteOptions } from './types.ts'
import { createUpkeep } from './upkeep.ts'

/** How long a stopping replica waits for its own operations before it leaves them to others. */
const STOP_PATIENCE_MS = 8_000
const HEAR_CLOCK_MS = 60_000
const SERVER_NAME_MAX = 100

/** The core and the parts, and the question that comes before most calls. */
interface Opened extends OpenedCore {
  parts: StorageParts
  question: Question
}

/**
 * Opens the storage: the system bucket and the journal are there when it resolves. Nothing is taken over before
 * `start`.
 */
export async function createStorage(options: StorageOptions): Promise<Storage> {
  const opened = await openCore(options)
  const { core } = opened
  const parts = makeParts(core, options)
  await parts.buckets.ensure(core.systemBucket)
  await core.journal.open()
  await parts.notes.tellOldPaths()
  followJournal(core, parts, options.observeOperation)
  const storage = { ...opened, parts, question: new Question(() => core.attention.attend()) }
  return {
    capabilities: core.clients.capabilities,
    ...following(storage),
    ...reading(storage),
    ...askingTheIndex(storage),
    ...writing(storage),
    ...askingTheServer(core),
    ...createUpkeep(core, parts),
    ...running(core, parts),
    works: parts.works,
  }
}

/** Tells watchers and the index what operations change. */
function followJournal(
  { journal, changes, leases }: StorageCore,
  { index }: StorageParts,
  observeOperation: StorageOptions['observeOperation'] = () => undefined,
): void {
  journal.onChange((before, after) => {
    const told = index.follow(before, after)
    endedOperations(before, after, (owner) => leases.isOwn(owner)).forEach(observeOperation)
    const shown = shownOtherwise(before, after)
    for (const path of shown ?? []) changes.tellUpwards(placeOfText(path))
    if (shown) index.suspect(endedBetween(before, after, told))
    else index.suspectAll()
  })
}

const following = ({ core, followers, question }: Opened) =>
  ({
    beforeReading: (asked) => question.register(asked),
    onCopied: (follow) => void followers.copied.push(follow),
    onHistory: (follow) => void followers.historic.push(follow),
    onMade: (follow) => void followers.made.push(follow),
    watch: (listener) => core.changes.watch(listener),
    attend: () => core.attention.attend(),
  }) satisfies Partial<Storage>

const reading = ({ core, parts: { reader }, question }: Opened) =>
  ({
    stat: question.before((at) => reader.stat(at)),
    list: question.before((at) => reader.list(at)),
    listing: question.before((at) => reader.listing(at)),
    listingVersion: question.before((at) => reader.listingVersion(at)),
    changedSince: question.before((at, version: string) => reader.changedSince(at, version)),
    folderTime: (at) => reader.folderTime(at),
    tree: question.beforeEach((at) => reader.tree(at)),
    find: question.beforeEach((at, terms: readonly string[]) => reader.find(at, terms)),
    survey: async (at, collect) => {
      await question.ask(at)
      return reader.survey(at, collect)
    },
    usage: question.before((at) => reader.usage(at)),
    measure: (at, within) => reader.measure(at, within),
    history: (at) => historyBytes(core, at),
    open: question.before((at, how?: OpenOptions) => reader.open(at, how)),
    known: question.before((at) => reader.known(at)),
    isKnownFree: question.before((at) => reader.isKnownFree(at)),
    recall: question.before((at) => reader.recall(at)),
    pinned: (at, stat) => reader.pinned(at, stat),
    versions: question.before(async (at) => {
      await untilSettled(core, at)
      return reader.versions(at)
    }),
    isTaken: (at) => translating(() => isTaken(core, at)),
  }) satisfies Partial<Storage>

async function isTaken({ clients, journal }: StorageCore, at: Place): Promise<boolean> {
  // What is moved there need not lie there yet.
  if (aliasedAround(await journal.read(), pathText(at)).length > 0) return true
  for (const prefix of at.path === '' ? [''] : [fileKey(at), folderKey(at)]) {
    const request = { bucket: at.bucket, prefix, versions: true, maxKeys: 1, bare: true }
    for await (const listed of listObjects(clients, request)) {
      // A sibling may only begin alike.
      if (prefix === '' || listed.key === fileKey(at) || listed.key.startsWith(folderKey(at))) return true
      break
    }
  }
  return false
}

const askingTheIndex = ({ core, self, parts: { index } }: Opened) =>
  ({
    index: () => index.state,
    pending: () => pendingOperations(core.journal.last),
    hiddenFolders: async () => (await translating(() => index.hidingNames())).length,
    answerForIndex: () =>
      answerQuestions(core.database, {
        self,
        now: core.now,
        tell: async () => ({ sums: await index.sums(), hiding: await index.hidingNames() }),
      }),
    startIndex: () => index.start(),
  }) satisfies Partial<Storage>

/** A stream may fail before its first byte is asked for. Without a listener that would end the process. */
const failingWhenRead = (body: Readable): Readable => body.on('error', () => undefined)

const writing = ({ core, parts, question }: Opened) => {
  const { buckets, commits, context, engine, folders, index, reader, writer } = parts
  const put = question.before((at, body: Readable, how: PutOptions) => writer.put(at, body, how))
  return {
    ensureBucket: (at) => {
      buckets.forget(at.bucket)
      return buckets.ensure(at.bucket)
    },
    restoreVersion: question.before((at, version: string, how?: Pick<WriteOptions, 'replacing' | 'confirm'>) =>
      writer.restoreVersion(at, version, how),
    ),
    put: (at, body, how) => put(at, failingWhenRead(body), how),
    makeFolder: question.before((at) => folders.make(at)),
    checkWritable: question.before((at, expect: Expectation) => commits.checkWritable(at, expect)),
    erase: async (at) => {
      await parts.erasing.erase(at)
      index.suspect([pathText(at)])
    },
    multiparts: parts.multiparts,
    ownVersions: createOwnVersions({
      core,
      free: (path) => untilFree(core, path),
      suspect: (paths) => index.suspect(paths),
      forget: (at, taken) => parts.replaced.forget(at, taken),
    }),
    scratch: parts.scratch,
    operations: new StorageOperations({ context, engine, reader, buckets, question }),
    pointers: parts.pointers,
    setRetention: (days) => buckets.setRetention(days),
  } satisfies Partial<Storage>
}

const ping = async ({ clients, systemBucket }: StorageCore): Promise<void> => {
  await translating(() => clients.control.send(new HeadBucketCommand({ Bucket: systemBucket })))
}

const askingTheServer = (core: StorageCore) =>
  ({
    clockOffset: () => core.clients.clock.offset,
    ping: () => ping(core),
    serverName: async () => {
      // RFC 9110 section 10.2.4: a product with its version, or the product alone.
      const answer = await core.clients.minio.send({ method: 'HEAD', bucket: core.systemBucket })
      answer.resume()
      const { server } = answer.headers
      return typeof server === 'string' ? server.slice(0, SERVER_NAME_MAX) : null
    },
  }) satisfies Partial<Storage>

function running(core: StorageCore, parts: StorageParts): Pick<Storage, 'start' | 'stop'> {
  const watch = new JournalWatch(core)
  let listening: NodeJS.Timeout | undefined
  return {
    start: async () => {
      await core.leases.start()
      parts.engine.start()
      watch.start()
      // Each answer tells the time of the server.
      listening = setInterval(() => void ping(core).catch(() => undefined), HEAR_CLOCK_MS).unref()
    },
    stop: async () => {
      clearInterval(listening)
      await parts.works.stop()
      await parts.engine.stop(STOP_PATIENCE_MS)
      await parts.replaced.stop()
      await parts.notes.stop()
      await parts.versions.stop()
      await watch.stop()
      await parts.index.stop()
      core.changes.stop()
      await core.leases.stop()
      core.clients.close()
    },
  }
}

export type { StorageOptions, StorageSeams } from './options.ts'
export type { Storage } from './types.ts'
