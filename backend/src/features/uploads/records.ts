// The records of unfinished uploads in the database. They are created and removed in batches; only the holder of its
// lease may change a record.
import { Schema, mongo, type Connection } from 'mongoose'
import { isDuplicateKey } from '../../database/errors.ts'
import { createBatch } from '../../lib/batch.ts'
import { NO_CHUNK, UNKNOWN_LENGTH, type UploadRecord } from './record.ts'

const schema = new Schema<UploadRecord>(
  {
    _id: { type: String, required: true },
    generation: String,
    actor: String,
    userId: Number,
    username: String,
    action: String,
    shown: String,
    at: String,
    length: Number,
    offset: Number,
    expect: String,
    modified: Number,
    held: String,
    isClaimed: Boolean,
    whole: String,
    pace: String,
    madeAt: Number,
    isOpen: Boolean,
    leaseOwner: String,
    leaseUntil: Number,
    touched: Number,
    expires: Number,
  },
  { versionKey: false },
)

/** If no bytes arrive for this long, the next request may take over. */
export const UPLOAD_LEASE_MS = 30_000

export interface Records {
  find(id: string): Promise<UploadRecord | null>
  /** False if there is one already. */
  insert(record: UploadRecord): Promise<boolean>
  /**
   * Takes the lease of a record and returns the record; null if there is none, or if somebody else is working on it
   * (see `find`).
   */
  claim(id: string, owner: string): Promise<UploadRecord | null>
  /** False if the lease was lost. */
  renew(id: string, owner: string): Promise<boolean>
  /** Changes a record under its lease; false if the lease was lost. */
  change(id: string, owner: string, fields: Partial<UploadRecord>): Promise<boolean>
  /** Replaces a record whose lease is held; false if the lease was lost. */
  replace(owner: string, record: UploadRecord): Promise<boolean>
  /** Returns a lease. */
  release(id: string, owner: string): Promise<void>
  /** Removes a record whose lease is held. */
  remove(id: string, owner: string): Promise<void>
  /** Unfinished uploads of an actor. */
  count(actorId: string): Promise<number>
  /**
   * Uploads without a declared length that all replicas know of, because they may hold more than their file.
   */
  open(): Promise<Pick<UploadRecord, '_id' | 'at'>[]>
  /** Those of them that hold more than their file. */
  unfinished(ids: string[]): Promise<UploadRecord[]>
  all(): Promise<UploadRecord[]>
  /** All of a person, or all expired ones, except those that somebody works on. */
  idle(which: { userId: number } | { expiredBy: number }): Promise<UploadRecord[]>
  /** Removes those that nobody works on, in one command. */
  removeIdle(ids: string[]): Promise<void>
}

export function createRecords(database: Connection, now: () => number): Records {
  const uploads = database.model<UploadRecord>('Upload', schema, 'uploads')
    .collection as unknown as mongo.Collection<UploadRecord>
  const free = (id: string) => ({ _id: id, leaseUntil: { $lte: now() } })

  const insert = createBatch(async (records: UploadRecord[]): Promise<boolean[]> => {
    // If a batch has two with one id, the second one finds the first.
    const firsts = new Map(records.map((record) => [record._id, record] as const).reverse())
    const isNew = await insertAll([...firsts.values()])
    return records.map((record) => firsts.get(record._id) === record && isNew.has(record._id))
  })

  async function insertAll(records: UploadRecord[]): Promise<Set<string>> {
    const ids = new Set(records.map(({ _id }) => _id))
    try {
      await uploads.insertMany(records, { ordered: false })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      const failed = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : []
      if (failed.length === 0 || failed.some(({ code }) => code !== 11_000)) throw error
      for (const { index } of failed) ids.delete(records[index]?._id ?? '')
    }
    return ids
  }

  const remove = createBatch(async (leases: { id: string; owner: string }[]): Promise<true[]> => {
    // A token belongs to one request for one record, so the two lists cannot be mixed up.
    await uploads.deleteMany({
      _id: { $in: leases.map(({ id }) => id) },
      leaseOwner: { $in: leases.map(({ owner }) => owner) },
    })
    return leases.map(() => true)
  })

  return {
    find: (id) => uploads.findOne({ _id: id }),
    insert,
    claim: (id, owner) =>
      uploads.findOneAndUpdate(
        free(id),
        { $set: { leaseOwner: owner, leaseUntil: now() + UPLOAD_LEASE_MS } },
        { returnDocument: 'after' },
      ),
    renew: async (id, owner) =>
      (await uploads.updateOne({ _id: id, leaseOwner: owner }, { $set: { leaseUntil: now() + UPLOAD_LEASE_MS } }))
        .matchedCount === 1,
    change: async (id, owner, fields) =>
      (await uploads.updateOne({ _id: id, leaseOwner: owner }, { $set: fields })).matchedCount === 1,
    replace: async (owner, record) =>
      (await uploads.replaceOne({ _id: record._id, leaseOwner: owner }, withoutId(record))).matchedCount === 1,
    release: async (id, owner) => {
      await uploads.updateOne({ _id: id, leaseOwner: owner }, { $set: { leaseOwner: '', leaseUntil: 0 } })
    },
    remove: async (id, owner) => {
      await remove({ id, owner })
    },
    count: (actor) => uploads.countDocuments({ actor, whole: { $in: ['', NO_CHUNK] } }),
    open: () => {
      const found = uploads.find({ length: UNKNOWN_LENGTH, isOpen: true })
      return found.project<Pick<UploadRecord, '_id' | 'at'>>({ at: 1 }).toArray()
    },
    unfinished: (ids) => uploads.find({ _id: { $in: ids }, length: UNKNOWN_LENGTH, whole: '' }).toArray(),
    all: () => uploads.find({}).toArray(),
    idle: (which) => {
      const wanted = 'userId' in which ? { userId: which.userId } : { expires: { $lte: which.expiredBy } }
      return uploads.find({ ...wanted, leaseUntil: { $lte: now() } }).toArray()
    },
    removeIdle: async (ids) => {
      await uploads.deleteMany({ _id: { $in: ids }, leaseUntil: { $lte: now() } })
    },
  }
}

function withoutId({ _id: _, ...fields }: UploadRecord): Omit<UploadRecord, '_id'> {
  return fields
}
