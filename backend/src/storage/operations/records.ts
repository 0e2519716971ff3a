// What operations leave beside the journal: progress for the tray, notes of deletes for the trash, manifests in the system bucket.
import type { Connection } from 'mongoose'
import type { OperationRecord, OperationState } from '../../../contract/operations.ts'
import { sleep } from '../../lib/sleep.ts'
import { deleteObjects, getSmall, putObject } from '../objects.ts'
import { listObjects } from '../listing.ts'
import type { StorageCore } from '../core.ts'
import type { JournalState } from '../journal.ts'
import { translating } from '../s3-errors.ts'
import type { Author, Scratch } from '../types.ts'
import type { Amounts } from './progress.ts'

/** A record as it is stored: times in milliseconds, `endedAt` 0 while it runs. */
export interface ProgressDocument extends Omit<OperationRecord, 'id' | 'created' | 'canCancel'> {
  _id: string
  userId: number
  username: string
  action: string
  created: number
  endedAt: number
}

export type NewRecord = Pick<ProgressDocument, '_id' | 'kind' | 'source' | 'destination' | 'isDir'> & { by: Author }
export type NoteKind = 'delete' | 'replace'

export interface NoteDocument {
  _id: string
  kind: NoteKind
  /** What the person did in one go, as the client named it; '' where it did not. */
  action: string
  userId: number
  username: string
  /** Bucket and path of what was deleted; of replaced files the folder that holds them all, or the one file. */
  bucket: string
  path: string
  /** The path as the person saw it. */
  shown: string
  isFile: boolean
  /** Some names of replaced files. */
  names: string[]
  when: number
  count: number
  bytes: number
  pending: boolean
}

/**
 * One version that was deleted or replaced, or that a copy pins; `name` is relative to the target. Folder markers end in a slash and have no version.
 * `successor`: the version that replaced it.
 */
export interface ManifestEntry { bucket: string; key: string; name: string; version: string; size: number; successor?: string }

const KEEP_ENDED_MS = 10 * 60_000
/** A record that is younger may belong to what is not in the journal yet. */
const LOST_AFTER_MS = 60_000
const EXPIRE_AT_ONCE = 200

/** What is done is done whole, also where its last numbers are not written down yet. */
export function recordOf(document: ProgressDocument): OperationRecord {
  const { kind, source, destination, state, itemsTotal, bytesTotal } = document
  const isDone = state === 'done'
  return {
    id: document._id, kind, source, destination, isDir: document.isDir ?? false, state,
    itemsDone: isDone ? itemsTotal : document.itemsDone, itemsTotal, bytesDone: isDone ? bytesTotal : document.bytesDone, bytesTotal,
    canCancel: state === 'copying' || state === 'running', error: document.error ?? null, created: new Date(document.created).toISOString(),
  }
}

/**
 * How an operation stands: by the journal while it is pending, and when its owner ended before it could write down what became of it. Read the
 * journal after the record.
 */
export function stateIn(journal: JournalState, { _id, state, endedAt }: ProgressDocument): OperationState {
  if (endedAt !== 0) return state
  const pending = journal.ops.find(({ id }) => id === _id)
  if (pending) return pending.state
  const how = journal.closed.findLast(({ id }) => id === _id)?.how
  if (how === 'stopped') return how
  return how === 'undoing' ? 'undone' : how === 'refused' ? 'failed' : 'done'
}

export class OperationRecords {
  readonly #database: Connection
  readonly #now: () => number

  constructor(core: Pick<StorageCore, 'database' | 'now'>) {
    this.#database = core.database
    this.#now = core.now
  }

  get #progress() {
    return this.#database.collection<ProgressDocument>('operations')
  }

  get #notes() {
    return this.#database.collection<NoteDocument>('trash')
  }

  async begin({ by, ...document }: NewRecord, amounts: Amounts): Promise<void> {
    await this.#progress.insertOne({ ...document, userId: by.userId, username: by.username, action: by.action ?? '', ...amounts, state: 'new', error: null, created: this.#now(), endedAt: 0 })
  }

  async update(id: string, change: Partial<ProgressDocument>): Promise<void> {
    await this.#progress.updateOne({ _id: id }, { $set: change })
  }

  async end(id: string, change: Partial<ProgressDocument> & { state: OperationState }): Promise<void> {
    await this.update(id, { ...change, endedAt: this.#now() })
  }

  async get(id: string): Promise<ProgressDocument | null> {
    return this.#progress.findOne({ _id: id })
  }

  async ofUser(userId: number): Promise<ProgressDocument[]> {
    return this.#progress.find({ userId }).sort({ created: -1 }).toArray()
  }

  /** Those that run, and those that ended since a time. */
  async since(time: number): Promise<ProgressDocument[]> {
    return this.#progress.find({ $or: [{ endedAt: 0 }, { endedAt: { $gt: time } }] }).toArray()
  }

  async insertNote(note: NoteDocument): Promise<void> {
    await this.#notes.insertOne(note)
  }

  async updateNote(id: string, change: Partial<NoteDocument>): Promise<void> {
    await this.#notes.updateOne({ _id: id }, { $set: change })
  }

  /** False when the note is gone. */
  async addToNote(id: string, amounts: Pick<NoteDocument, 'count' | 'bytes'>): Promise<boolean> {
    return (await this.#notes.updateOne({ _id: id }, { $inc: amounts })).matchedCount === 1
  }

  /** Puts a note in the place of an earlier form of itself. */
  async putNote({ _id, ...note }: NoteDocument): Promise<void> {
    await this.#notes.replaceOne({ _id }, note, { upsert: true })
  }

  async notesIn(buckets: string[]): Promise<NoteDocument[]> {
    return this.#notes.find({ bucket: { $in: buckets } }).sort({ when: -1 }).toArray()
  }

  async allNotes(): Promise<NoteDocument[]> {
    return this.#notes.find().toArray()
  }

  async note(id: string): Promise<NoteDocument | null> {
    return this.#notes.findOne({ _id: id })
  }

  async removeNote(id: string): Promise<void> {
    await this.removeNotes([id])
  }

  /** Ids of notes that were made before a time, a bounded number of them. */
  async notesBefore(time: number): Promise<string[]> {
    const notes = await this.#notes.find({ when: { $lt: time } }).limit(EXPIRE_AT_ONCE).toArray()
    return notes.map((note) => note._id)
  }

  async removeNotes(ids: string[]): Promise<void> {
    if (ids.length > 0) await this.#notes.deleteMany({ _id: { $in: ids } })
  }

  /** Ends the records of operations whose owner ended between their close and this. `journal` must be younger than a moment. */
  async closeLost(journal: JournalState): Promise<void> {
    const open = await this.#progress.find({ endedAt: 0, created: { $lt: this.#now() - LOST_AFTER_MS } }).toArray()
    for (const document of open) {
      if (!journal.ops.some(({ id }) => id === document._id)) await this.end(document._id, { state: stateIn(journal, document) })
    }
  }

  /** Removes progress that ended some minutes ago. */
  async removeEnded(): Promise<void> {
    await this.#progress.deleteMany({ endedAt: { $gt: 0, $lt: this.#now() - KEEP_ENDED_MS } })
  }
}

/** Nido's own small objects in the system bucket. */
export function createScratch(core: Pick<StorageCore, 'clients' | 'systemBucket'>): Scratch {
  const { control } = core.clients
  return {
    put: async (key, body) => {
      await translating(() => putObject(control, { bucket: core.systemBucket, key }, body, { metadata: {}, contentType: 'application/octet-stream', length: body.length }))
    },
    get: (key) => translating(() => getSmall(control, { bucket: core.systemBucket, key })),
    delete: (keys) => (keys.length === 0 ? Promise.resolve() : translating(() => deleteObjects(control, core.systemBucket, keys.map((key) => ({ key }))))),
    list: async (prefix) => {
      const keys: string[] = []
      for await (const { key } of listObjects(core.clients, core.systemBucket, prefix, { bare: true })) keys.push(key)
      return keys
    },
  }
}

/** What an entry is known by: the same version may be noted twice. */
export const entryId = ({ key, version }: Pick<ManifestEntry, 'key' | 'version'>): string => `${key} ${version}`

const batchKey = (operationId: string, batchId: string): string => `manifests/${operationId}/${batchId}.json`

/** Two manifests were seen empty at one moment of great load, and whole a moment later: MinIO tells a folder as empty that it could not look into. */
const LOOK_AGAIN_MS = [50, 100, 200, 400]

/** Manifests: each batch a new object, so that nobody overwrites a part. */
export class Manifests {
  readonly #scratch: Scratch

  constructor(scratch: Scratch) {
    this.#scratch = scratch
  }

  async add(operationId: string, batchId: string, entries: ManifestEntry[]): Promise<void> {
    await this.#scratch.put(batchKey(operationId, batchId), Buffer.from(JSON.stringify(entries)))
  }

  /**
   * All entries of an operation's batches, each once. Where none is found that is looked at again for most of a second, unless it is as likely as not:
   * who believed it would forget what the trash holds.
   */
  async read(operationId: string, { mayBeEmpty = false } = {}): Promise<ManifestEntry[]> {
    for (const pause of mayBeEmpty ? [] : LOOK_AGAIN_MS) {
      const entries = await this.#look(operationId)
      if (entries.length > 0) return entries
      await sleep(pause)
    }
    return this.#look(operationId)
  }

  async #look(operationId: string): Promise<ManifestEntry[]> {
    const all = new Map<string, ManifestEntry>()
    for (const key of await this.#scratch.list(`manifests/${operationId}/`)) {
      const body = await this.#scratch.get(key)
      if (body) for (const entry of JSON.parse(body.toString('utf8')) as ManifestEntry[]) all.set(entryId(entry), entry)
    }
    return [...all.values()]
  }

  async remove(operationId: string): Promise<void> {
    await this.#scratch.delete(await this.#scratch.list(`manifests/${operationId}/`))
  }

  /** Puts one batch in the place of all there were. A crash between leaves some entries twice, which harms nothing. */
  async replace(operationId: string, batchId: string, entries: ManifestEntry[]): Promise<void> {
    const before = await this.#scratch.list(`manifests/${operationId}/`)
    await this.add(operationId, batchId, entries)
    // Done again after a crash, the batch itself is among what there was.
    await this.#scratch.delete(before.filter((key) => key !== batchKey(operationId, batchId)))
  }
}
