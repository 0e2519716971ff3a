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

export interface UserRemovals {
  /** Records that a person is about to be deleted. */
  register(person: UserDocument, place: Place, removal: RemovalOrder): Promise<void>
  /** Ends what the person has running; the files in the background. House-keeping retries failures. */
  end(userId: number): Promise<void>
  /** @throws AppError `locked` while the files of a deleted person are being removed there */
  checkFree(place: Place): Promise<void>
  /** Registers what has to end with a person. */
  onEnd(end: (userId: number) => Promise<unknown>): void
  /** Registers what was derived from a bucket's files and has to be deleted with them. */
  onForget(forget: (bucket: string) => Promise<unknown>): void
  /** Continues what another replica has left. */
  resume(): Promise<void>
  readonly tasks: readonly HouseTask[]
  stop(): Promise<void>
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

export function createUserRemovals({
  model,
  users,
  leases,
  storage,
  audit,
  log,
  now,
}: UserRemovalsOptions): UserRemovals {
  const endings: ((userId: number) => Promise<unknown>)[] = []
  const forgettings: ((bucket: string) => Promise<unknown>)[] = []
  const endAllOf = (userId: number) => Promise.all(endings.map((end) => end(userId)))
  const forget = (bucket: string) => Promise.all(forgettings.map((one) => one(bucket)))
  const running = new Map<string, Promise<void>>()
  let isStopping = false
  const leaveForLater = (person: string) => (error: unknown) =>
    log.warn({ err: error, person }, 'what a person has left is not ended yet; it is tried again')

  async function removeFiles(departure: UserRemovalDocument): Promise<void> {
    const at = placeOfText(departure.place)
    await storage.erase(at)
    if (at.path === '') await forget(at.bucket)
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

  /** One replica at a time, because a new person may get the scope as soon as it is done. */
  async function carryOut(id: string): Promise<void> {
    await leases.run(`${LEASE}${id}`, { ms: LEASE_MS, waitMs: LEASE_WAIT_MS }, async (lease) => {
      const renewing = setInterval(() => void lease.renew(LEASE_MS).catch(() => undefined), LEASE_MS / 3)
      try {
        const departure = await model.findById(id).lean()
        if (!departure) return
        await endAllOf(Number(id))
        if (departure.place !== '') await removeFiles(departure)
        await model.deleteOne({ _id: id })
      } finally {
        clearInterval(renewing)
      }
    })
  }

  function begin(id: string): void {
    if (isStopping || running.has(id)) return
    const task = carryOut(id)
      .catch(leaveForLater(id))
      .finally(() => running.delete(id))
    running.set(id, task)
  }

  /** Records of people who have really been deleted. */
  async function left(): Promise<string[]> {
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

  async function resume(): Promise<void> {
    for (const id of await left()) begin(id)
    await leases.removeEnded(LEASE, now() - LEASES_KEPT_MS)
  }

  return {
    register: async ({ id, username, scope }, place, { by, address, removesFiles }) => {
      const { files, bytes } = removesFiles ? await storage.usage(place) : { files: 0, bytes: 0 }
      const fields = { username, scope, place: removesFiles ? pathText(place) : '', files, bytes, by, address }
      await model.replaceOne({ _id: String(id) }, fields, { upsert: true })
    },

    end: async (userId) => {
      await endAllOf(userId).catch(leaveForLater(String(userId)))
      begin(String(userId))
    },

    checkFree: async (place) => {
      const wanted = pathText(place)
      for (const departure of await model.find({}).lean()) {
        if (departure.place === '' || !overlap(departure.place, wanted)) continue
        throw new AppError('locked', 'the files of a deleted person are being removed there', { retryAfter: 5 })
      }
    },

    onEnd: (end) => void endings.push(end),
    onForget: (one) => void forgettings.push(one),
    resume,
    tasks: [{ name: 'departures', everyMs: RESUME_EVERY_MS, run: resume }],

    stop: async () => {
      isStopping = true
      await Promise.race([Promise.all(running.values()), sleep(STOP_PATIENCE_MS)])
    },
  }
}
