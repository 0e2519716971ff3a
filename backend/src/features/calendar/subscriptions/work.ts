// The work of fetching an outside calendar: one fetch after another, with pauses between them.
import { createHash } from 'node:crypto'
import { JobFailed, JobLost, type JobRest, type JobWork } from '../../../jobs/types.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ChildPool } from '../../../lib/child/pool.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import type { Log } from '../../../lib/log.ts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { ReadWish } from '../icalendar/types.ts'
import { subscriptionFailed } from './failures.ts'
import { type FetchedCalendar, fetchCalendar } from './fetching.ts'
import type { Keeping } from './keeping.ts'
import { isStopping, pauseAfter } from './schedule.ts'
import type { SubscriptionStore } from './store.ts'
import type { OutsideCalendar } from './task.ts'
import {
  NOT_FETCHED,
  type RunningSubscription,
  SUBSCRIPTION,
  type SubscriptionInput,
  type SubscriptionProgress,
} from './types.ts'

export interface SubscriptionWorkOptions {
  store: Pick<SubscriptionStore, 'list' | 'hasEvents' | 'change' | 'putEvents' | 'removeEvents'>
  dialler: Pick<Dialler, 'dial'>
  children: Pick<ChildPool, 'run'>
  /** A person with the rights as stored now; null for one who is gone. */
  actorOf(owner: number): Promise<Actor | null>
  access: Pick<Access, 'demand'>
  now: Clock
  log: Pick<Log, 'info' | 'warn'>
}

/** A fetch takes seconds, and does not wait for imports that take hours. */
const LIMITS = { running: 2, each: 1 }
const READING_MS = 20_000
/** Events that a calendar may have; fewer are kept. */
const READ_MAX = 20_000

export function createSubscriptionWork(
  options: SubscriptionWorkOptions,
): JobWork<SubscriptionInput, SubscriptionProgress> {
  return {
    kind: SUBSCRIPTION,
    limits: LIMITS,
    async run(job) {
      try {
        const found = await fetchOne(options, job)
        const fetched = options.now()
        job.report({ ...job.progress, ...found, fetched, failures: 0, error: null })
        return { until: fetched + pauseAfter(0, Math.random()) }
      } catch (error) {
        if (job.signal.aborted || error instanceof JobLost) throw error
        return fail(options, job, error)
      }
    },
    discard: (job) => options.store.removeEvents(job.id),
  }
}

/** What a fetch has found. @throws JobFailed, JobLost, the signal's reason, errors of the database */
async function fetchOne(
  options: SubscriptionWorkOptions,
  job: RunningSubscription,
): Promise<Partial<SubscriptionProgress>> {
  await checkOwner(options, job)
  const { store, dialler } = options
  const known = (await store.list(job.owner)).find(({ id }) => id === job.id)
  const isThere = known !== undefined && known.version !== null && (await store.hasEvents(job.id))
  const before = isThere ? job.progress : NOT_FETCHED
  const fetched = await fetchCalendar(dialler, { link: job.input.link, before, signal: job.signal })
  if (fetched === null) return {}
  const { etag, modified } = fetched
  const version = versionOf(fetched, options.now())
  if (isThere && known.version === version) return { etag, modified }
  const { name, events, refused, left } = await read(options, fetched, job)
  if (!job.isHeld()) throw new JobLost()
  await store.putEvents(job.owner, job.id, { version, events })
  await store.change(job.owner, job.id, { version, title: name })
  return { etag, modified, events: events.length, refused, left }
}

/** Of the same bytes it is the same for a month; then those events go that are over for long. */
function versionOf({ body }: FetchedCalendar, now: number): string {
  const month = new Date(now).toISOString().slice(0, 7)
  return createHash('sha256').update(month).update(body).digest('base64url').slice(0, 16)
}

/** @throws JobFailed `forbidden` */
async function checkOwner({ actorOf, access }: SubscriptionWorkOptions, { owner }: RunningSubscription): Promise<void> {
  const actor = await actorOf(owner)
  if (actor === null) throw subscriptionFailed('forbidden', 'the person no longer exists')
  try {
    access.demand(actor, 'calendar')
  } catch (error) {
    throw error instanceof AppError ? subscriptionFailed('forbidden') : error
  }
}

/** Reads it in a child. @throws JobFailed `noCalendar`, `tooLarge` */
async function read(
  { children, now }: SubscriptionWorkOptions,
  { body }: FetchedCalendar,
  { id, owner, input: { zone }, signal }: RunningSubscription,
): Promise<OutsideCalendar> {
  const input: ReadWish & Keeping = { zone, most: READ_MAX, id, owner, now: now() }
  try {
    const answer = await children.run({
      task: 'outsideCalendar',
      input,
      body: { length: body.length, open: () => [body] },
      limitMs: READING_MS,
      signal,
    })
    return JSON.parse(new TextDecoder().decode(answer.body)) as OutsideCalendar
  } catch (error) {
    const code = error instanceof AppError ? error.code : null
    if (code === 'unsupportedMediaType') throw subscriptionFailed('noCalendar')
    throw code === 'tooLarge' ? subscriptionFailed('tooLarge') : error
  }
}

/** Writes down why a fetch failed. The events of the last good one stay. */
function fail({ now, log }: SubscriptionWorkOptions, job: RunningSubscription, error: unknown): JobRest {
  const { code, detail } = error instanceof JobFailed ? error : subscriptionFailed('internal')
  if (error instanceof JobFailed) log.info({ job: job.id, code, detail }, 'an outside calendar could not be fetched')
  else log.warn({ err: error, job: job.id }, 'fetching an outside calendar failed')
  const failures = job.progress.failures + 1
  const failure = { code, detail }
  job.report({ ...job.progress, failures, error: failure })
  return isStopping(failure) ? { stopped: failure } : { until: now() + pauseAfter(failures, Math.random()) }
}
