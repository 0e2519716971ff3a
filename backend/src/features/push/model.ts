// What the database knows of push: one small document a person, and the keys of the household.
import { Schema, type Model } from 'mongoose'
import type { PushOutcome } from '../../../contract/push-limits.ts'
import type { Connection } from '../../database/connection.ts'

/** The name of the counter with which processes announce that there is something to push. */
export const PUSH = 'push'

/** A browser that subscribed. Times in milliseconds since 1970. */
export interface StoredPushDevice {
  endpoint: string
  /** Its public key and its secret, as base64url (RFC 8291 section 3.1). */
  p256dh: string
  auth: string
  /** The public key of ours that it subscribed with. */
  key: string
  /** The origin of the page, which push services may ask to stop (RFC 8292 section 2.1). */
  origin: string
  /** The session that added it, and the sign-in epoch of the person then. */
  session: string
  epoch: number
  /** Its User-Agent. */
  name: string
  made: number
  /** When its page was last open. */
  seen: number
  used: number | null
  outcome: PushOutcome | null
}

/** Something that is being told. Times in milliseconds since 1970. */
export interface Delivery {
  /** When it was due. */
  due: number
  /** Ids of devices that have not got it yet. */
  left: string[]
  tries: number
  /** When it is tried again. */
  next: number
}

/** The `_id` is the person's number as text. */
export interface PushDocument {
  _id: string
  owner: number
  /** By their ids. */
  devices: Readonly<Record<string, StoredPushDevice>>
  /** What was told lately, by reminder and time; tests by `test-` and the id of the device. */
  told?: Readonly<Record<string, Delivery>>
}

/** As base64url (RFC 8292): the public key is a point on P-256, the private one its number. */
export interface PushKeysDocument {
  _id: string
  publicKey: string
  privateKey: string
}

/** When something is to be pushed next, and when the look began that found it, in milliseconds since 1970. */
export interface PushPlanDocument {
  _id: string
  next: number
  lookedAt: number
}

const text = { type: String, required: true }
const options = { versionKey: false, minimize: false } as const
const pushSchema = new Schema<PushDocument>(
  {
    _id: text,
    owner: { type: Number, required: true },
    devices: { type: Schema.Types.Mixed, default: {} },
    told: { type: Schema.Types.Mixed },
  },
  options,
)
const number = { type: Number, required: true }
const planSchema = new Schema<PushPlanDocument>({ _id: text, next: number, lookedAt: number }, options)
const keysSchema = new Schema<PushKeysDocument>({ _id: text, publicKey: text, privateKey: text }, options)

export const pushModel = (connection: Connection): Model<PushDocument> =>
  connection.model<PushDocument>('PushDevices', pushSchema, 'pushDevices')
export const pushPlanModel = (connection: Connection): Model<PushPlanDocument> =>
  connection.model<PushPlanDocument>('PushPlans', planSchema, 'pushPlans')
export const pushKeysModel = (connection: Connection): Model<PushKeysDocument> =>
  connection.model<PushKeysDocument>('PushKeys', keysSchema, 'pushKeys')
