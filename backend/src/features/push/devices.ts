// The devices of people that reminders are pushed to.
import { createECDH, createHash } from 'node:crypto'
import type { Model } from 'mongoose'
import type { PushBody, PushDevice } from '../../../contract/push.ts'
import { PUSH_DEVICES_MAX, type PushOutcome } from '../../../contract/push-limits.ts'
import { upsert } from '../../database/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { deviceOf } from '../../lib/device.ts'
import type { PushDocument, StoredPushDevice } from './model.ts'

const NAME_MAX = 200
const ID = /^[\w-]{16}$/

export interface PushDevicesOptions {
  model: Model<PushDocument>
  now: Clock
}

/** From where a device is added. */
export type PushOrigin = Pick<StoredPushDevice, 'key' | 'origin' | 'session' | 'epoch' | 'name'>

export class PushDevices {
  readonly #options: PushDevicesOptions

  constructor(options: PushDevicesOptions) {
    this.#options = options
  }

  async of(owner: number): Promise<Readonly<Record<string, StoredPushDevice>>> {
    return (await this.#options.model.findById(String(owner)).lean<PushDocument>())?.devices ?? {}
  }

  /** Of everybody who has any. */
  async all(): Promise<PushDocument[]> {
    const found = await this.#options.model.find().lean<PushDocument[]>()
    return found.filter(({ devices }) => Object.keys(devices).length > 0)
  }

  /**
   * Adds a device, or renews it. `isNew`: whether the person did not have it yet.
   * @throws AppError `badRequest` for keys that are none, `tooMany`
   */
  async add(owner: number, { endpoint, keys }: PushBody, from: PushOrigin) {
    checkPoint(keys.p256dh)
    const id = idOf(endpoint)
    const { [id]: before, ...others } = await this.of(owner)
    if (Object.keys(others).length >= PUSH_DEVICES_MAX)
      throw new AppError('tooMany', `a person has ${PUSH_DEVICES_MAX} devices for reminders at most`)
    const { model, now } = this.#options
    const { made, used, outcome } = before ?? { made: now(), used: null, outcome: null }
    const name = from.name.slice(0, NAME_MAX)
    const device: StoredPushDevice = { endpoint, ...keys, ...from, name, made, seen: now(), used, outcome }
    const at = `devices.${id}`
    // Whoever signs in at a browser now gets what it is told, and nobody else.
    await model.updateMany({ _id: { $ne: String(owner) }, [at]: { $exists: true } }, { $unset: { [at]: 1 } })
    await upsert(() => model.updateOne({ _id: String(owner) }, { $set: { owner, [at]: device } }, { upsert: true }))
    return { device: presentPushDevice(id, device), isNew: before === undefined }
  }

  /** Answers the device that was ended; null if there was none. */
  async end(owner: number, id: string): Promise<StoredPushDevice | null> {
    const device = ID.test(id) ? (await this.of(owner))[id] : undefined
    if (device === undefined) return null
    const at = `devices.${id}`
    await this.#options.model.updateOne({ _id: String(owner) }, { $unset: { [at]: 1 } })
    return device
  }

  /** Notes what became of a push to a device. */
  async note(owner: number, id: string, outcome: PushOutcome): Promise<void> {
    const at = `devices.${id}`
    const used = outcome === 'sent' ? { [`${at}.used`]: this.#options.now() } : {}
    await this.#options.model.updateOne(
      { _id: String(owner), [at]: { $exists: true } },
      { $set: { [`${at}.outcome`]: outcome, ...used } },
    )
  }

  async removeAllOf(owner: number): Promise<void> {
    await this.#options.model.deleteOne({ _id: String(owner) })
  }
}

export const presentPushDevice = (id: string, { name, made, used, outcome }: StoredPushDevice): PushDevice => ({
  id,
  device: deviceOf(name),
  made: new Date(made).toISOString(),
  used: used === null ? null : new Date(used).toISOString(),
  outcome,
})

/** The page finds its own device by it. */
const idOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url').slice(0, 16)

/** @throws AppError `badRequest` for what is no point on the curve P-256 */
function checkPoint(p256dh: string): void {
  const ours = createECDH('prime256v1')
  ours.generateKeys()
  try {
    ours.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch (error) {
    throw new AppError('badRequest', 'p256dh is not a public key', { cause: error })
  }
}
