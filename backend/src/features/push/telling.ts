// Tells people of reminders that are due, in a worker. One worker at a time does, by a lease; if it is lost, another
// one goes on. What is due is computed anew each time, and what was told is written down before it is sent.
import type { PushMessage } from '../../../contract/push-message.ts'
import { REMINDER_LATE_MS, REMINDERS_AHEAD_MS } from '../../../contract/reminder-limits.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import type { Lease, Leases } from '../../database/leases.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { mapParallel } from '../../lib/parallel.ts'
import type { Actor } from '../access/actor.ts'
import type { PlannedReminder } from '../calendar/reminding.ts'
import type { HouseReminders } from '../reminders/service.ts'
import type { Account } from '../users/people.ts'
import type { PushDevices } from './devices.ts'
import { reminderMessage, testMessage } from './message.ts'
import type { PushDocument, StoredPushDevice, Delivery } from './model.ts'
import type { PushPlan } from './plan.ts'
import type { PushSender } from './sending.ts'
import { testOf } from './service.ts'
import type { PushTold } from './told.ts'

const LEASE = 'push'
const LEASE_MS = 30_000
/** It looks at least so often, and never more often than the second. */
const LOOK_MS = 20_000
const SOONEST_MS = 200
/** People at a time, and devices of each. */
const AT_ONCE = 8
const DEVICES_AT_ONCE = 4
/** A device whose page was not open for so long gets nothing any more: its person would have to sign in again. */
const DEVICE_MS = 90 * 86_400_000

export interface PushTellerOptions {
  devices: PushDevices
  told: PushTold
  /** Null where workers do not rest, so that nobody asks when one is needed. */
  plan: Pick<PushPlan, 'write'> | null
  sender: Pick<PushSender, 'send'>
  reminders: Pick<HouseReminders, 'dueOf'>
  personOf(id: number): Promise<{ user: Account['user']; actor: Actor } | null>
  accountOf(id: number): Promise<Account | undefined>
  leases: Pick<Leases, 'tryAcquire'>
  changeCounters: Pick<ChangeCounters, 'onChange'>
  /** The counters of what changes when is told. */
  changes: readonly string[]
  log: Pick<Log, 'warn'>
  now: Clock
}

/** A person who has devices. */
interface Listener {
  document: PushDocument
  actor: Actor
  lang: string
}

/** Something to be told to a person. */
interface Told {
  owner: number
  name: string
  delivery: Delivery
  message: PushMessage
}

export class PushTeller {
  readonly #options: PushTellerOptions
  readonly #stopped = new AbortController()
  #lease: Lease | null = null
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #isLooking = false
  #isWanted = false

  constructor(options: PushTellerOptions) {
    this.#options = options
    for (const name of options.changes) options.changeCounters.onChange(name, () => this.#wake(SOONEST_MS))
  }

  start(): void {
    this.#wake(0)
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    clearTimeout(this.#timer)
    await this.#round
    await this.#lease?.release()
  }

  #wake(ms: number): void {
    if (this.#stopped.signal.aborted) return
    this.#isWanted = this.#isLooking
    if (this.#isLooking) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#round = this.#goRound()
    }, ms).unref()
  }

  async #goRound(): Promise<void> {
    this.#isLooking = true
    const next = await this.#look()
    this.#isLooking = false
    this.#wake(this.#isWanted ? SOONEST_MS : next)
  }

  /** Answers in how many milliseconds to look again. */
  async #look(): Promise<number> {
    const { now, log, plan } = this.#options
    const keeping = setInterval(() => void this.#lease?.renew(LEASE_MS).catch(() => undefined), LEASE_MS / 3).unref()
    try {
      if (!(await this.#hasLease())) return LOOK_MS
      const began = now()
      const next = await this.#tellAll()
      await plan?.write(next, began)
      return Math.min(LOOK_MS, Math.max(SOONEST_MS, next - now()))
    } catch (error) {
      if (!this.#stopped.signal.aborted) log.warn({ err: error }, 'reminders could not be pushed')
      return LOOK_MS
    } finally {
      clearInterval(keeping)
    }
  }

  async #hasLease(): Promise<boolean> {
    if (this.#lease !== null && (await this.#lease.renew(LEASE_MS))) return true
    this.#lease = await this.#options.leases.tryAcquire(LEASE, LEASE_MS)
    return this.#lease !== null
  }

  /** Answers when the next thing is to be told, in milliseconds since 1970. */
  async #tellAll(): Promise<number> {
    const { devices, reminders, told } = this.#options
    const listeners = await this.#listeners(await devices.all())
    if (listeners.length === 0) return this.#options.now() + REMINDERS_AHEAD_MS
    const planned = await reminders.dueOf(listeners.map(({ actor }) => actor))
    const perPerson = await mapParallel(listeners, AT_ONCE, async (listener) => {
      await told.removeOld(listener.document)
      return this.#open(listener, planned.get(listener.actor) ?? [])
    })
    await mapParallel(
      perPerson.flatMap(({ now }) => now),
      AT_ONCE,
      (one) => this.#tell(one),
    )
    return Math.min(...perPerson.map(({ next }) => next))
  }

  /** Those who still exist, without devices whose sign-in has ended since. */
  async #listeners(documents: readonly PushDocument[]): Promise<Listener[]> {
    const { personOf, accountOf, devices, now } = this.#options
    const found = await mapParallel(documents, AT_ONCE, async (document) => {
      const [person, account] = await Promise.all([personOf(document.owner), accountOf(document.owner)])
      if (person === null || account === undefined) return []
      const isEnded = ({ seen, epoch, session }: StoredPushDevice) =>
        seen < now() - DEVICE_MS || (epoch !== account.epoch && session !== account.keptSession)
      const ended = Object.entries(document.devices).filter(([, device]) => isEnded(device))
      for (const [id] of ended) await devices.end(document.owner, id)
      const left = Object.fromEntries(Object.entries(document.devices).filter(([, device]) => !isEnded(device)))
      return [{ document: { ...document, devices: left }, actor: person.actor, lang: person.user.language }]
    })
    return found.flat()
  }

  /** What is to be told to a person now, and when the next thing is. */
  async #open(
    { document, lang }: Listener,
    planned: readonly PlannedReminder[],
  ): Promise<{ now: Told[]; next: number }> {
    const { owner, devices, told = {} } = document
    const time = this.#options.now()
    const open: Told[] = []
    const later: number[] = []
    for (const id of Object.keys(devices)) {
      const delivery = told[testOf(id)]
      if (delivery) open.push({ owner, name: testOf(id), delivery, message: testMessage(lang) })
    }
    for (const reminder of planned) {
      const { due } = reminder
      const name = `${reminder.key}-${due}`
      const delivery = told[name] ?? { due, left: Object.keys(devices), tries: 0, next: 0 }
      if (due > time) later.push(due)
      else if (told[name] !== undefined || (await this.#options.told.claim(owner, name, delivery)))
        open.push({ owner, name, delivery, message: reminderMessage(reminder, lang) })
    }
    const unsent = open.filter(({ delivery }) => delivery.left.length > 0 && delivery.due > time - REMINDER_LATE_MS)
    const next = [...later, ...unsent.map((one) => one.delivery.next).filter((at) => at > time)]
    return {
      now: unsent.filter(({ delivery }) => delivery.next <= time),
      next: Math.min(time + REMINDERS_AHEAD_MS, ...next),
    }
  }

  /** If this process ends in the middle, some devices get it twice: they show the second one in place of the first. */
  async #tell({ owner, name, delivery, message }: Told): Promise<void> {
    const { devices, told, sender } = this.#options
    const known = await devices.of(owner)
    const results = await mapParallel(delivery.left, DEVICES_AT_ONCE, async (id): Promise<Missed[]> => {
      const device = known[id]
      // Another worker may have begun to tell by now.
      if (device === undefined || !this.#lease?.isHeld()) return []
      const result = await sender.send(device, message, this.#stopped.signal)
      if (result.outcome === 'gone') await devices.end(owner, id)
      else await devices.note(owner, id, result.outcome)
      return result.outcome === 'failed' ? [{ id, waitMs: result.waitMs }] : []
    })
    if (!this.#lease?.isHeld()) return
    const missed = results.flat()
    const waitMs = Math.max(0, ...missed.map((one) => one.waitMs))
    await told.leave({ owner, name }, { ...delivery, left: missed.map(({ id }) => id) }, waitMs)
  }
}

/** A device that has not got a message. */
interface Missed {
  id: string
  waitMs: number
}
