// Opens what every part of the storage is built from: the connections to S3, the journal, the lease of this replica.
import { randomUUIDv7 } from 'node:crypto'
import { tryCapabilities } from './capabilities.ts'
import { Attention } from '../lib/attention.ts'
import { FolderChanges } from './changes.ts'
import type { StorageCore } from './core.ts'
import { NO_FAILPOINTS } from './failpoints.ts'
import { Journal } from './journal.ts'
import { WriteMarks } from './live/write-marks.ts'
import { OpenParts } from './open-parts.ts'
import { RememberedBatches } from './operations/remembered-batches.ts'
import type { StorageOptions } from './options.ts'
import { houseBucket } from './paths.ts'
import { PROTOCOL_RULES } from './protocol-rules.ts'
import { ReplicaLeases } from './replica-lease.ts'
import { createS3Connections, type S3Clients } from './s3-clients.ts'

/** In the order of time: what is listed by its id comes in the order in which it was made. */
const newId = (): string => randomUUIDv7().replaceAll('-', '')

export interface OpenedCore {
  core: StorageCore
  /** The name of this replica. */
  self: string
  /** Who follows copies, old versions and what people change: all that are registered by the time something happens. */
  followers: { copied: StorageCore['onCopied'][]; historic: StorageCore['onHistory'][]; made: StorageCore['onMade'][] }
}

/** @throws when S3 does not answer */
export async function openCore(options: StorageOptions): Promise<OpenedCore> {
  const { database, log, now = Date.now, attention = new Attention() } = options
  const systemBucket = houseBucket(options.bucketPrefix, 'system')
  const clients = await connect(options, systemBucket)
  const leases = new ReplicaLeases({
    book: options.leases,
    now,
    newId,
    onLapse: (id) => log.warn({ lease: id }, 'the lease of this replica ran out; operations under it are fenced'),
  })
  const self = newId()
  const { journal, marks } = openJournal({ ...options, attention }, self)
  const followers: OpenedCore['followers'] = { copied: [], historic: [], made: [] }
  const core: StorageCore = {
    clients,
    database,
    journal,
    changes: new FolderChanges(),
    marks,
    leases,
    attention,
    openParts: new OpenParts({ database, now, log }),
    batches: new RememberedBatches(),
    systemBucket,
    log,
    failpoints: options.failpoints ?? NO_FAILPOINTS,
    rules: options.rules ?? PROTOCOL_RULES,
    now,
    newId,
    onCopied: async (...copy) => void (await Promise.all(followers.copied.map((follow) => follow(...copy)))),
    onHistory: async (change) => void (await Promise.all(followers.historic.map((follow) => follow(change)))),
    onMade: (change) => followers.made.forEach((follow) => follow(change)),
  }
  return { core, self, followers }
}

async function connect(
  { s3, log, limits, bucketPrefix, observeRequest }: StorageOptions,
  systemBucket: string,
): Promise<S3Clients> {
  const connections = createS3Connections(s3, log, { limits: limits?.s3, observe: observeRequest })
  const versionedBucket = houseBucket(bucketPrefix, 'home')
  const capabilities = await tryCapabilities({ clients: connections, systemBucket, versionedBucket, log })
  return { ...connections, capabilities }
}

/** The journal and the marks beside it, which one read finds together. */
function openJournal(
  {
    database,
    now = Date.now,
    serving = () => 'nobody',
    attention,
    observeJournal,
  }: StorageOptions & Pick<StorageCore, 'attention'>,
  self: string,
): Pick<StorageCore, 'journal' | 'marks'> {
  const journal: Journal = new Journal({
    database,
    now,
    self,
    // Where nobody is there, others need not wait until this process has looked whether it may still trust its memory.
    serving: () => (attention.isPaid ? serving() : 'nobody'),
    observe: observeJournal,
    hearMarks: (found) => marks.hear(found),
  })
  const marks = new WriteMarks({
    database,
    now,
    self,
    // Nobody else serves people then, so that nobody pays for it when they read.
    marksBuckets: () => serving() === 'alone',
    journal,
    endOthers: () => journal.trust.endOthers(),
    heardByAll: async () => {
      if (!journal.trust.holds) await journal.trust.endOthers()
    },
  })
  return { journal, marks }
}
