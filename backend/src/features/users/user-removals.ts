// Ends what deleted people leave behind: sessions, links, uploads, operations, and their files if the administrator
// said so. It is recorded before a person is deleted, so that a crash leaves nothing behind.
import { Schema, type Model } from 'mongoose'
import type { Connection } from '../../database/connection.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import type { Leases } from '../../database/leases.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { sleep } from '../../lib/sleep.ts'
import { overlap, pathText, type Place, placeOfText } from '../../storage/paths.ts'
import type { Storage } from '../../storage/types.ts'
import type { Audit } from '../audit/service.ts'
import type { UserDocument } from './model.ts'

export interface UserRemovalDocument {
  /** The person's number as text. */
  _id: string
  username: string
  scope: string
  /** A `pathText` of the tree to delete; '' if the files are kept. */
  place: string
  /** The files deleted so far. */
  files: number
  bytes: number
  /** Who deleted the person, and from where. */
  by: { id: number; username: string }
  address: string
}

const text = { type: String, default: '' }
const count = { type: Number, default: 0 }
const schema = new Schema<UserRemovalDocument>(
  {
    _id: { type: String, required: true },
    username: text,
    scope: text,
    place: text,
    files: count,
    bytes: count,
    by: { type: Schema.Types.Mixed, required: true },
    address: text,
  },
  { versionKey: false, minimize: false },
)

export const userRemovalModel = (connection: Connection): Model<UserRemovalDocument> =>
  connection.model<UserRemovalDocument>('Departure', schema, 'departures')

/** Who deletes a person, from where, and whether with the files. */
export interface RemovalOrder {
  by: { id: number; username: string }
  address: string
  removesFiles: boolean
}

export interface UserRemovalsOptions {
  model: Model<UserRemovalDocument>
  users: Pick<Model<UserDocument>, 'exists'>
  leases: Leases
  storage: Pick<Storage, 'usage' | 'erase'>
  audit: Pick<Audit, 'note'>
  log: Pick<Log, 'warn'>
  now: Clock
}

/** Nobody changes people meanwhile, so a person who still exists then was not deleted. */
export const PEOPLE_LEASE = { name: 'users', times: { ms: 60_000, waitMs: 20_000 } }
/** How long a dead replica keeps others out. */
const LEASE = 'departure:'
const LEASE_MS = 10_000
const LEASE_WAIT_MS = 12_000
const LEASES_KEPT_MS = 3_600_000
const RESUME_EVERY_MS = 60_000
/** How long a stopping replica waits for what it has started; the others continue it. */
const STOP_PATIENCE_MS = 5_000

export class UserRemovals {
  readonly tasks: readonly HouseTask[] = [{ name: 'departures', everyMs: RESUME_EVERY_MS, run: () => this.resume() }]
  readonly #options: UserRemovalsOptions
  readonly #endings: ((userId: number) => Promise<unknown>)[] = []
  readonly #forgettings: ((bucket: string) => Promise<unknown>)[] = []
  readonly #erasures: ((at: Place) => Promise<unknown>)[] = []
  readonly #running = new Map<string, Promise<void>>()
  #isStopping = false

  constructor(options: UserRemovalsOptions) {
    this.#options = options
  }

  /** Registers what has to end with a person. */
  onEnd(end: (userId: number) => Promise<unknown>): void {
    this.#endings.push(end)
  }

  /** Registers what was derived from a bucket's files and has to be deleted with them. */
  onForget(forget: (bucket: string) => Promise<unknown>): void {
    this.#forgettings.push(forget)
  }

  /** Registers what is known of files at and below a place and has to be deleted with them. */
  onErased(forget: (at: Place) => Promise<unknown>): void {
    this.#erasures.push(forget)
  }

  /** Records that a person is about to be deleted. */
  async register(
    { id, username, scope }: UserDocument,
    place: Place,
    { by, address, removesFiles }: RemovalOrder,
  ): Promise<void> {
    const { model, storage } = this.#options
    const { files, bytes } = removesFiles ? await storage.usage(place) : { files: 0, bytes: 0 }
    const fields = { username, scope, place: removesFiles ? pathText(place) : '', files, bytes, by, address }
    await model.replaceOne({ _id: String(id) }, fields, { upsert: true })
  }

  /** @throws AppError `locked` while the files of a deleted person are being removed there */
  async checkFree(place: Place): Promise<void> {
    const wanted = pathText(place)
    for (const departure of await this.#options.model.find({}).lean()) {
      if (departure.place === '' || !overlap(departure.place, wanted)) continue
      throw new AppError('locked', 'the files of a deleted person are being removed there', { retryAfter: 5 })
    }
  }

  /** Ends what the person has running; the files in the background. House-keeping retries failures. */
  async end(userId: number): Promise<void> {
    const id = String(userId)
    await this.#endAllOf(userId).catch((error: unknown) => this.#leaveForLater(id, error))
    this.#begin(id)
  }

  /** Continues what another replica has left. */
  async resume(): Promise<void> {
    const { leases, now } = this.#options
    for (const id of await this.#left()) this.#begin(id)
    await leases.removeEnded(LEASE, now() - LEASES_KEPT_MS)
  }

  /** Records of people who have really been deleted. */
  async #left(): Promise<string[]> {
    const { leases, model, users } = this.#options
    if (!(await model.exists({}))) return []
    return leases.run(PEOPLE_LEASE.name, PEOPLE_LEASE.times, async () => {
      const gone: string[] = []
      for (const { _id } of await model.find({}).lean()) {
        if (!(await users.exists({ _id }))) gone.push(_id)
        // The process that wanted to delete this person died before it did.
        else await model.deleteOne({ _id })
      }
      return gone
    })
  }

  #begin(id: string): void {
    if (this.#isStopping || this.#running.has(id)) return
    const task = this.#carryOut(id)
      .catch((error: unknown) => this.#leaveForLater(id, error))
      .finally(() => this.#running.delete(id))
    this.#running.set(id, task)
  }

  /** One replica at a time, because a new person may get the scope as soon as it is done. */
  async #carryOut(id: string): Promise<void> {
    const { leases, model } = this.#options
    await leases.run(`${LEASE}${id}`, { ms: LEASE_MS, waitMs: LEASE_WAIT_MS }, async (lease) => {
      const renewing = setInterval(() => void lease.renew(LEASE_MS).catch(() => undefined), LEASE_MS / 3)
      try {
        const departure = await model.findById(id).lean()
        if (!departure) return
        await this.#endAllOf(Number(id))
        if (departure.place !== '') await this.#removeFiles(departure)
        await model.deleteOne({ _id: id })
      } finally {
        clearInterval(renewing)
      }
    })
  }

  #endAllOf(userId: number): Promise<unknown> {
    return Promise.all(this.#endings.map((end) => end(userId)))
  }

  async #removeFiles(departure: UserRemovalDocument): Promise<void> {
    const { audit, storage } = this.#options
    const at = placeOfText(departure.place)
    await storage.erase(at)
    await Promise.all(this.#erasures.map((forget) => forget(at)))
    if (at.path === '') await Promise.all(this.#forgettings.map((forget) => forget(at.bucket)))
    audit.note({
      kind: 'filesRemoved',
      who: { id: Number(departure._id), username: departure.username },
      actor: departure.by,
      address: departure.address,
      path: departure.scope,
      ...(departure.files > 0 ? { count: departure.files } : {}),
      bytes: departure.bytes,
    })
  }

  #leaveForLater(person: string, error: unknown): void {
    this.#options.log.warn({ err: error, person }, 'what a person has left is not ended yet; it is tried again')
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.race([Promise.all(this.#running.values()), sleep(STOP_PATIENCE_MS)])
  }
}
