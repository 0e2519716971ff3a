// What is kept of outside calendars.
import type { HolidayChoice } from '../../../../contract/calendar-subscriptions.ts'
import type { Job, JobFailure, RunningJob } from '../../../jobs/types.ts'
import type { StoredEvent } from '../types.ts'

/** An outside calendar as its person has it. Exactly one of `link` and `holidays` is there. */
export interface StoredSubscription {
  name: string
  /** As it calls itself; empty until that is known. */
  title: string
  hue: number
  isOn: boolean
  link: string | null
  /** The time zone of times that name none. */
  zone: string
  holidays: HolidayChoice | null
  /** Which events it has now: another name after each change of them. Null before the first fetch. */
  version: string | null
  /** In milliseconds since 1970. */
  made: number
}

/** A subscription with its id, which is that of its job, too. */
export interface Subscription extends StoredSubscription {
  id: string
}

/** The outside calendars of a person. The `_id` is the person's number as text. */
export interface SubscriptionsDocument {
  _id: string
  owner: number
  items: Record<string, StoredSubscription>
}

/** The events of one. The `_id` is that of the subscription. */
export interface SubscribedDocument {
  _id: string
  owner: number
  version: string
  events: StoredEvent[]
}

export const SUBSCRIPTION = 'calendarSubscription'

export interface SubscriptionInput {
  link: string
  zone: string
  /** When somebody has asked for a fetch lately, in milliseconds since 1970 by the database's clock. */
  fetches?: number[]
}

/** How far it is. Times in milliseconds since 1970, by the database's clock. */
export interface SubscriptionProgress {
  /** What its server said of it: it is only sent again if it has changed. */
  etag: string | null
  modified: string | null
  /** The last fetch that went well. */
  fetched: number | null
  /** Fetches that failed, in a row, and why the last one did. */
  failures: number
  error: JobFailure | null
  events: number
  refused: number
  left: number
}

export const NOT_FETCHED: SubscriptionProgress = {
  etag: null,
  modified: null,
  fetched: null,
  failures: 0,
  error: null,
  events: 0,
  refused: 0,
  left: 0,
}

export type SubscriptionJob = Job<SubscriptionInput, SubscriptionProgress>
export type RunningSubscription = RunningJob<SubscriptionInput, SubscriptionProgress>

export const isSubscriptionJob = (job: Job): job is SubscriptionJob => job.kind === SUBSCRIPTION
