// The records of unfinished uploads in the database. They are created and removed in batches; only the holder of its
// lease may change a record.
import { Schema, mongo, type Connection } from 'mongoose'
import { isDuplicateKey } from '../../database/errors.ts'
import { createBatch } from '../../lib/batch.ts'
import { afterChunk, NO_CHUNK, UNKNOWN_LENGTH, type UploadRecord } from './record.ts'

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
  /** The same for a chunk. The record says under which token: where this process has the lease, it may be another. */
  take(id: string, owner: string): Promise<UploadRecord | null>
  /** False if the lease was lost. */
  renew(id: string, owner: string): Promise<boolean>
  /** Changes a record under its lease; false if the lease was lost. */
  change(id: string, owner: string, fields: Partial<UploadRecord>): Promise<boolean>
  /** Stores an upload after a chunk that others follow, and ends the caller's lease; false if that was lost. */
  pause(record: UploadRecord, owner: string): Promise<boolean>
  /** Replaces a record whose lease is held; false if the lease was lost. */
  replace(owner: string, record: UploadRecord): Promise<boolean>
  /** Returns a lease. */
  release(id: string, owner: string): Promise<void>
  /** Removes a record whose lease is held. */
  remove(id: string, owner: string): Promise<void>
  /** The same for an upload that has become its file. From then on nobody who asks this process finds it. */
  end(record: UploadRecord, owner: string): Promise<void>
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

export class UploadRecords implements Records {
  readonly #uploads: mongo.Collection<UploadRecord>
  readonly #now: () => number
  readonly #insertTogether: (record: UploadRecord) => Promise<boolean>
  readonly #removeTogether: (lease: { id: string; owner: string }) => Promise<true>

  constructor(database: Connection, now: () => number) {
    this.#uploads = database.model<UploadRecord>('Upload', schema, 'uploads')
      .collection as unknown as mongo.Collection<UploadRecord>
    this.#now = now
    this.#insertTogether = createBatch((records: UploadRecord[]) => this.#insertAll(records))
    this.#removeTogether = createBatch(async (leases: { id: string; owner: string }[]): Promise<true[]> => {
      // A token belongs to one request for one record, so the two lists cannot be mixed up.
      await this.#uploads.deleteMany({
        _id: { $in: leases.map(({ id }) => id) },
        leaseOwner: { $in: leases.map(({ owner }) => owner) },
      })
      return leases.map(() => true)
    })
  }

  find(id: string): Promise<UploadRecord | null> {
    return this.#uploads.findOne({ _id: id })
  }

  insert(record: UploadRecord): Promise<boolean> {
    return this.#insertTogether(record)
  }

  async #insertAll(records: UploadRecord[]): Promise<boolean[]> {
    // If a batch has two with one id, the second one finds the first.
    const firsts = new Map(records.map((record) => [record._id, record] as const).reverse())
    const isNew = await this.#insertNew([...firsts.values()])
    return records.map((record) => firsts.get(record._id) === record && isNew.has(record._id))
  }

  /** Answers the ids of those that were not there. */
  async #insertNew(records: UploadRecord[]): Promise<Set<string>> {
    const ids = new Set(records.map(({ _id }) => _id))
    try {
      await this.#uploads.insertMany(records, { ordered: false })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      const failed = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : []
      if (failed.length === 0 || failed.some(({ code }) => code !== 11_000)) throw error
      for (const { index } of failed) ids.delete(records[index]?._id ?? '')
    }
    return ids
  }

  claim(id: string, owner: string): Promise<UploadRecord | null> {
    const mine = { leaseOwner: owner, leaseUntil: this.#now() + UPLOAD_LEASE_MS }
    return this.#uploads.findOneAndUpdate({ _id: id, ...this.#free }, { $set: mine }, { returnDocument: 'after' })
  }

  take(id: string, owner: string): Promise<UploadRecord | null> {
    return this.claim(id, owner)
  }

  get #free() {
    return { leaseUntil: { $lte: this.#now() } }
  }

  renew(id: string, owner: string): Promise<boolean> {
    return this.change(id, owner, { leaseUntil: this.#now() + UPLOAD_LEASE_MS })
  }

  async change(id: string, owner: string, fields: Partial<UploadRecord>): Promise<boolean> {
    return (await this.#uploads.updateOne({ _id: id, leaseOwner: owner }, { $set: fields })).matchedCount === 1
  }

  pause(record: UploadRecord, owner: string): Promise<boolean> {
    return this.change(record._id, owner, { ...afterChunk(record), leaseOwner: '', leaseUntil: 0 })
  }

  async replace(owner: string, record: UploadRecord): Promise<boolean> {
    const filter = { _id: record._id, leaseOwner: owner }
    return (await this.#uploads.replaceOne(filter, withoutId(record))).matchedCount === 1
  }

  async release(id: string, owner: string): Promise<void> {
    await this.change(id, owner, { leaseOwner: '', leaseUntil: 0 })
  }

  async remove(id: string, owner: string): Promise<void> {
    await this.#removeTogether({ id, owner })
  }

  end({ _id }: UploadRecord, owner: string): Promise<void> {
    return this.remove(_id, owner)
  }

  count(actor: string): Promise<number> {
    return this.#uploads.countDocuments({ actor, whole: { $in: ['', NO_CHUNK] } })
  }

  open(): Promise<Pick<UploadRecord, '_id' | 'at'>[]> {
    const found = this.#uploads.find({ length: UNKNOWN_LENGTH, isOpen: true })
    return found.project<Pick<UploadRecord, '_id' | 'at'>>({ at: 1 }).toArray()
  }

  unfinished(ids: string[]): Promise<UploadRecord[]> {
    return this.#uploads.find({ _id: { $in: ids }, length: UNKNOWN_LENGTH, whole: '' }).toArray()
  }

  all(): Promise<UploadRecord[]> {
    return this.#uploads.find({}).toArray()
  }

  idle(which: { userId: number } | { expiredBy: number }): Promise<UploadRecord[]> {
    const wanted = 'userId' in which ? { userId: which.userId } : { expires: { $lte: which.expiredBy } }
    return this.#uploads.find({ ...wanted, ...this.#free }).toArray()
  }

  async removeIdle(ids: string[]): Promise<void> {
    await this.#uploads.deleteMany({ _id: { $in: ids }, ...this.#free })
  }
}

function withoutId({ _id: _, ...fields }: UploadRecord): Omit<UploadRecord, '_id'> {
  return fields
}
