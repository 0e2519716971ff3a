// Passwords of phones and programs, for CalDAV alone: each is made by Nido, shown once, and ended by itself.
import type { DeviceRecord, MadeDevice } from '../../../contract/calendar.ts'
import { DEVICES_MAX } from '../../../contract/calendar-limits.ts'
import type { Attempts } from '../../database/attempts.ts'
import { limitedAddress } from '../../http/client-address.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Actor, auditedOf } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { User } from '../users/user.ts'
import type { CalendarKeys } from './keys.ts'
import type { StoredDevice } from './model.ts'

export interface CalendarDevicesOptions {
  keys: CalendarKeys
  /** The number of a person by exact name. */
  numberOf(username: string): Promise<number | null>
  /** A person as stored now; null for one who is gone. */
  personOf(id: number): Promise<{ user: User; actor: Actor } | null>
  attempts: Pick<Attempts, 'check' | 'count'>
  audit: Pick<Audit, 'note'>
  /** Wrong passwords within the window after which a client has to wait. */
  most: number
}

/** A device that has shown its password. */
export interface CalendarDevice {
  /** Of a kind of its own: it has calendars, and no files. */
  actor: Actor
  locale: string
}

export class CalendarDevices {
  readonly #options: CalendarDevicesOptions

  constructor(options: CalendarDevicesOptions) {
    this.#options = options
  }

  async list({ userId }: Actor): Promise<DeviceRecord[]> {
    const devices = await this.#options.keys.devicesOf(userId)
    return Object.entries(devices)
      .map(([id, device]) => presentDevice(id, device))
      .toSorted((a, b) => a.made.localeCompare(b.made))
  }

  /** @throws AppError `tooMany` */
  async make(actor: Actor, name: string): Promise<MadeDevice> {
    const { audit, keys } = this.#options
    const { userId, username } = actor
    if (Object.keys(await keys.devicesOf(userId)).length >= DEVICES_MAX)
      throw new AppError('tooMany', `a person has ${DEVICES_MAX} device passwords at most`)
    const { id, device, password } = await keys.makeDevice(userId, name)
    audit.note({ kind: 'deviceMade', ...auditedOf(actor), path: name })
    return { device: presentDevice(id, device), username, password }
  }

  /** @throws AppError `notFound` */
  async end(actor: Actor, id: string): Promise<void> {
    const { audit, keys } = this.#options
    const { name } = (await keys.devicesOf(actor.userId))[id] ?? {}
    const isEnded = /^[\da-f]{12}$/.test(id) && (await keys.endDevice(actor.userId, id))
    if (!isEnded) throw new AppError('notFound', 'there is no such device')
    audit.note({ kind: 'deviceEnded', ...auditedOf(actor), ...(name === undefined ? {} : { path: name }) })
  }

  /**
   * Whose password an `Authorization` header has (RFC 7617); null for none. A right one is never slowed down, since
   * nobody guesses 128 bits.
   * @throws AppError `notSignedIn` for a wrong one, `tooManyRequests` after too many
   */
  async authenticate(header: string, address: string): Promise<CalendarDevice | null> {
    const [, encoded] = /^Basic ([\w+/=-]{1,1000})$/i.exec(header) ?? []
    if (encoded === undefined) return null
    const [username = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
    const device = await this.#find(username, rest.join(':'))
    if (device !== null) return device
    const { attempts, most } = this.#options
    const from = `calendar-device:${limitedAddress(address)}`
    await attempts.check(from, most)
    await attempts.count(from)
    return null
  }

  async #find(username: string, password: string): Promise<CalendarDevice | null> {
    const { keys, numberOf, personOf } = this.#options
    const owner = await numberOf(username)
    const id = owner === null ? null : await keys.deviceOf(owner, password)
    if (owner === null || id === null) return null
    const person = await personOf(owner)
    if (person === null) return null
    return { actor: { ...person.actor, id: `device ${owner} ${id}`, kind: 'device' }, locale: person.user.language }
  }
}

const presentDevice = (id: string, { name, made, used }: StoredDevice): DeviceRecord => ({
  id,
  name,
  made: new Date(made).toISOString(),
  used: used === null ? null : new Date(used).toISOString(),
})
