// Makes each part of the storage once and hands the others in.
import { Buckets } from './buckets.ts'
import type { StorageCore } from './core.ts'
import { FileCommits } from './file-commits.ts'
import { FolderWrites } from './folder-writes.ts'
import { LiveIndex } from './live/live-index.ts'
import type { InTheWay } from './names.ts'
import { clearTheWay } from './operations/clearing.ts'
import { DeletedNotes } from './operations/deleted-notes.ts'
import { DoubtfulNotes } from './operations/doubtful-notes.ts'
import { Engine } from './operations/engine.ts'
import { Erasing } from './operations/erasing.ts'
import { Manifests } from './operations/manifests.ts'
import { NoteStore } from './operations/note-store.ts'
import { OutsideWorks } from './operations/outside.ts'
import { OperationRecords } from './operations/records.ts'
import { Registry } from './operations/registry.ts'
import { Retention } from './operations/retention.ts'
import { StrayParts } from './operations/stray-parts.ts'
import { Trimming } from './operations/trimming.ts'
import { WorkLists } from './operations/work-lists.ts'
import type { StorageOptions } from './options.ts'
import { PartUploads } from './part-uploads.ts'
import { StoragePointers } from './pointers.ts'
import { Reader } from './reader.ts'
import { ReplacedNotes } from './replaced.ts'
import { createScratch } from './scratch.ts'
import { VersionLimit, versionBounds } from './version-limit.ts'
import { Writer } from './writer.ts'

export type StorageParts = ReturnType<typeof makeParts>

export function makeParts(core: StorageCore, options: StorageOptions) {
  const buckets = new Buckets({
    client: core.clients.control,
    capabilities: core.clients.capabilities,
    prefix: options.bucketPrefix,
    systemBucket: core.systemBucket,
    retentionDays: options.retentionDays,
  })
  const index = new LiveIndex({
    core,
    bucketPrefix: options.bucketPrefix,
    observeLag: (seconds) => options.observeIndex?.lag(seconds),
    observeCorrection: () => options.observeIndex?.correction(),
  })
  const reader = new Reader(core, index, buckets)
  const operating = makeOperating(core, options)
  return { buckets, index, reader, ...operating, ...makeWriting(core, { buckets, index, ...operating }) }
}

/** What operations are carried out with. */
function makeOperating(core: StorageCore, options: StorageOptions) {
  const scratch = createScratch(core)
  const [records, manifests, work] = [
    new OperationRecords(core),
    new Manifests(scratch, core.batches),
    new WorkLists(scratch),
  ]
  const notes = new NoteStore(core, scratch, manifests)
  const doubts = new DoubtfulNotes(core, notes, manifests)
  const pointers = new StoragePointers(core)
  const versions = new VersionLimit(versionBounds(options.versionsMax))
  const registry = new Registry(core)
  const deleted = new DeletedNotes(core, notes, manifests)
  const context = { core, registry, records, manifests, work, notes, deleted, doubts, pointers, versions }
  const engine = new Engine(context, options.limits?.giveUpMs)
  return { ...context, scratch, context, engine, works: new OutsideWorks(core, records) }
}

type Operating = ReturnType<typeof makeOperating>

/** What changes files and folders, and what ends versions that are too old or too many. */
function makeWriting(core: StorageCore, parts: Operating & { buckets: Buckets; index: LiveIndex }) {
  const { context, engine, buckets, index, notes, manifests, doubts, versions } = parts
  const replaced = new ReplacedNotes(core, { notes, manifests, doubts })
  const clear = (inTheWay: InTheWay) => clearTheWay({ context, engine }, inTheWay)
  const commits = new FileCommits(core, { buckets, replaced, index, versions, clear })
  const multiparts = new PartUploads(core, buckets, commits)
  const trimming = new Trimming({ context, engine, buckets, bounds: versions.bounds })
  versions.onDue((at) => trimming.trim(at))
  return {
    replaced,
    commits,
    multiparts,
    writer: new Writer(core, commits, multiparts),
    folders: new FolderWrites(core, { buckets, index, clear, replaced }),
    retention: new Retention({ context, engine, buckets }),
    strayParts: new StrayParts({ context, buckets, open: core.openParts }),
    trimming,
    erasing: new Erasing({ context, engine, buckets }),
  }
}
