// The outside calendars of a person: added, changed, fetched now, removed.
import type {
  SubscriptionBody,
  SubscriptionChange,
  SubscriptionList,
  SubscriptionRecord,
} from '../../../contract/calendar-subscriptions.ts'
import {
  SUBSCRIPTION_FETCHES_MAX,
  SUBSCRIPTION_FETCHES_MINUTES,
  SUBSCRIPTIONS_MAX,
} from '../../../contract/calendar-limits.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { readLink } from '../../lib/dial/target.ts'
import type { Access } from '../access/access.ts'
import { type Actor, auditedOf } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { Holidays } from './holidays/service.ts'
import { subscriptionRecordOf, subscriptionTitle } from './subscriptions/records.ts'
import type { Looker } from './subscriptions/showing.ts'
import type { SubscriptionStore } from './subscriptions/store.ts'
import {
  isSubscriptionJob,
  NOT_FETCHED,
  SUBSCRIPTION,
  type Subscription,
  type SubscriptionJob,
} from './subscriptions/types.ts'

export interface SubscriptionsOptions {
  store: Pick<SubscriptionStore, 'list' | 'add' | 'change' | 'remove'>
  queue: Pick<JobQueue, 'add' | 'list' | 'find' | 'change' | 'pause' | 'resume' | 'cancel'>
  holidays: Pick<Holidays, 'nameOf'>
  access: Pick<Access, 'demand'>
  audit: Pick<Audit, 'note'>
  workers(): { running: number }
  now: Clock
  newId(): string
}

const FETCHES_MS = SUBSCRIPTION_FETCHES_MINUTES * 60_000

export class HouseSubscriptions {
  readonly #options: SubscriptionsOptions

  constructor(options: SubscriptionsOptions) {
    this.#options = options
  }

  async list({ userId }: Actor): Promise<SubscriptionList> {
    const { queue, store, workers } = this.#options
    const [all, jobs] = await Promise.all([store.list(userId), queue.list(userId)])
    const byId = new Map(jobs.filter(isSubscriptionJob).map((job) => [job._id, job]))
    const items = all.map((one) => subscriptionRecordOf(one, byId.get(one.id) ?? null))
    return { items, worker: workers().running > 0 }
  }

  /** @throws AppError `badRequest`, `forbidden`, `notFound` for a country, `conflict`, `tooMany` */
  async add({ actor, locale }: Looker, body: SubscriptionBody): Promise<SubscriptionRecord> {
    const { access, audit, holidays: known, now, newId, store } = this.#options
    access.demand(actor, 'calendar')
    const { name, hue, zone, holidays = null } = body
    const link = body.link === undefined ? null : read(body.link)
    const title = holidays === null ? '' : await known.nameOf(holidays, locale)
    const own = await store.list(actor.userId)
    const isSame = (one: Subscription) => one.link === link && JSON.stringify(one.holidays) === JSON.stringify(holidays)
    if (own.some(isSame)) throw new AppError('conflict', 'it is there already')
    if (own.length >= SUBSCRIPTIONS_MAX)
      throw new AppError('tooMany', `a person has ${SUBSCRIPTIONS_MAX} outside calendars at most`)
    const added: Subscription = {
      id: newId(),
      name,
      title,
      hue,
      isOn: true,
      link,
      zone,
      holidays,
      version: null,
      made: now(),
    }
    await store.add(actor.userId, added)
    const job = await this.#start(actor, added)
    audit.note({ kind: 'outsideCalendarAdded', ...auditedOf(actor), path: hostOf(added) })
    return subscriptionRecordOf(added, job)
  }

  /** @throws AppError `forbidden`, `notFound` */
  async change(actor: Actor, id: string, change: SubscriptionChange): Promise<SubscriptionRecord> {
    const { store, queue } = this.#options
    const before = await this.#find(actor, id)
    if (!(await store.change(actor.userId, id, change))) throw missing()
    const job = await this.#jobOf(id)
    if (job !== null && before.isOn !== change.isOn) await (change.isOn ? queue.resume(job) : queue.pause(job))
    return subscriptionRecordOf({ ...before, ...change }, await this.#jobOf(id))
  }

  /** @throws AppError `forbidden`, `notFound` */
  async remove(actor: Actor, id: string): Promise<void> {
    const { audit, queue, store } = this.#options
    const subscription = await this.#find(actor, id)
    const job = await this.#jobOf(id)
    // First what a worker could still write.
    if (job !== null) await queue.cancel(job)
    await store.remove(actor.userId, id)
    audit.note({ kind: 'outsideCalendarRemoved', ...auditedOf(actor), path: hostOf(subscription) })
  }

  /**
   * Fetches it now; one that has stopped goes on.
   * @throws AppError `forbidden`, `notFound`, `conflict` where nothing is fetched, `tooManyRequests`
   */
  async fetchNow(actor: Actor, id: string): Promise<void> {
    const { now, queue } = this.#options
    const subscription = await this.#find(actor, id)
    if (subscription.link === null || !subscription.isOn) throw new AppError('conflict', 'it is not fetched')
    const job = await this.#jobOf(id)
    if (job === null) return void (await this.#start(actor, subscription))
    const at = now()
    const lately = (job.input.fetches ?? []).filter((time) => time > at - FETCHES_MS)
    const [first = at] = lately
    if (lately.length >= SUBSCRIPTION_FETCHES_MAX) {
      const retryAfter = Math.ceil((first + FETCHES_MS - at) / 1000)
      throw new AppError('tooManyRequests', 'it was fetched too often just now', { retryAfter })
    }
    await queue.change(id, { input: { fetches: [...lately, at] } })
    await queue.resume(job)
  }

  /** Null for holidays. */
  async #start({ userId: owner }: Actor, { id, link, zone }: Subscription): Promise<SubscriptionJob | null> {
    if (link === null) return null
    const job = { _id: id, kind: SUBSCRIPTION, owner, input: { link, zone }, progress: NOT_FETCHED }
    const [added] = await this.#options.queue.add([job])
    return added !== undefined && isSubscriptionJob(added) ? added : null
  }

  async #jobOf(id: string): Promise<SubscriptionJob | null> {
    const job = await this.#options.queue.find(id)
    return job !== null && isSubscriptionJob(job) ? job : null
  }

  /** @throws AppError `forbidden`, `notFound` */
  async #find(actor: Actor, id: string): Promise<Subscription> {
    const { access, store } = this.#options
    access.demand(actor, 'calendar')
    const found = (await store.list(actor.userId)).find((one) => one.id === id)
    if (found === undefined) throw missing()
    return found
  }
}

const missing = () => new AppError('notFound', 'there is no such outside calendar')

/** What the audit may say: an address may have a secret in it. */
const hostOf = ({ link, holidays }: Subscription): string => subscriptionTitle({ title: '', link, holidays })

/** The address in its usual form. @throws AppError `badRequest` */
function read(link: string): string {
  try {
    const url = readLink(link.trim().replace(/^webcals?:/i, 'https:'))
    if (url.protocol === 'https:') return url.href
  } catch (error) {
    throw new AppError('badRequest', 'badLink: this is not an address', { cause: error })
  }
  throw new AppError('badRequest', 'badLink: only https:// and webcal:// are fetched')
}
