// Push as people use it: which of their devices are told of reminders.
import type { PushBody, PushDevice, PushState } from '../../../contract/push.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Audit } from '../audit/service.ts'
import type { EndedSessions } from '../session/sessions.ts'
import type { Account } from '../users/people.ts'
import { presentPushDevice, type PushDevices } from './devices.ts'
import type { PushKeys } from './keys.ts'
import { PUSH } from './model.ts'
import type { PushTold } from './told.ts'

export interface HousePushOptions {
  devices: PushDevices
  keys: Pick<PushKeys, 'get'>
  told: Pick<PushTold, 'begin'>
  accountOf(userId: number): Promise<Account | undefined>
  changeCounters: Pick<ChangeCounters, 'announce' | 'workers'>
  audit: Pick<Audit, 'note'>
  now: Clock
}

/** Who asks, and from where. */
export interface PushAsker {
  user: { id: number; username: string }
  sessionId: string
  address: string
  /** The User-Agent header. */
  device: string
  /** Of the page: `https://cloud.example.org`. */
  origin: string
}

export class HousePush {
  readonly #options: HousePushOptions

  constructor(options: HousePushOptions) {
    this.#options = options
  }

  async state({ user }: Pick<PushAsker, 'user'>): Promise<PushState> {
    const { devices, keys, changeCounters } = this.#options
    const items = Object.entries(await devices.of(user.id)).map(([id, device]) => presentPushDevice(id, device))
    return {
      key: (await keys.get()).publicKey,
      isWorking: changeCounters.workers().running > 0,
      items: items.toSorted((a, b) => a.made.localeCompare(b.made)),
    }
  }

  /** @throws AppError `badRequest`, `tooMany` */
  async add({ user, sessionId, device: name, ...asker }: PushAsker, body: PushBody): Promise<PushDevice> {
    const { devices, keys, accountOf, audit, changeCounters } = this.#options
    const { publicKey: key } = await keys.get()
    const epoch = (await accountOf(user.id))?.epoch ?? 0
    const from = { key, origin: asker.origin, session: sessionId, epoch, name }
    const { device, isNew } = await devices.add(user.id, body, from)
    if (isNew) audit.note({ kind: 'pushDeviceAdded', who: user, address: asker.address, device: name })
    await changeCounters.announce(PUSH)
    return device
  }

  /** @throws AppError `notFound` */
  async end({ user, address }: Pick<PushAsker, 'user' | 'address'>, id: string): Promise<void> {
    const ended = await this.#options.devices.end(user.id, id)
    if (ended === null) throw new AppError('notFound', 'there is no such device')
    this.#options.audit.note({ kind: 'pushDeviceEnded', who: user, address, device: ended.name })
  }

  /** A worker sends it. @throws AppError `notFound` */
  async test({ user }: Pick<PushAsker, 'user'>, id: string): Promise<void> {
    const { devices, told, changeCounters, now } = this.#options
    if ((await devices.of(user.id))[id] === undefined) throw new AppError('notFound', 'there is no such device')
    await told.begin(user.id, testOf(id), { due: now(), left: [id], tries: 0, next: 0 })
    await changeCounters.announce(PUSH)
  }

  /** Sessions that were ended end the devices that they have added: nobody is signed in there any more. */
  async endWith({ userId, has }: EndedSessions): Promise<void> {
    const { devices, audit, accountOf } = this.#options
    const ended = Object.entries(await devices.of(userId)).filter(([, { session }]) => has(session))
    const user = (await accountOf(userId))?.user
    for (const [id, { name }] of ended) {
      await devices.end(userId, id)
      if (user) audit.note({ kind: 'pushDeviceEnded', who: user, address: '', device: name })
    }
  }
}

/** What a test is told as. */
export const testOf = (id: string): string => `test-${id}`
