// Outside calendars as their person is told of them.
import { SUBSCRIPTION_ERRORS, type SubscriptionError } from '../../../../contract/calendar-limits.ts'
import type { SubscriptionRecord } from '../../../../contract/calendar-subscriptions.ts'
import { NOT_FETCHED, type StoredSubscription, type Subscription, type SubscriptionJob } from './types.ts'

/** What a subscription is called that its person has not named. */
export function subscriptionTitle({
  title,
  link,
  holidays,
}: Pick<StoredSubscription, 'title' | 'link' | 'holidays'>): string {
  if (title !== '') return title
  if (link !== null) return URL.parse(link)?.host ?? ''
  return [holidays?.country, holidays?.state, holidays?.region].filter(Boolean).join('-')
}

/** @param job null for holidays, and for one whose job is lost */
export function subscriptionRecordOf(subscription: Subscription, job: SubscriptionJob | null): SubscriptionRecord {
  const { id, name, hue, isOn, link, holidays } = subscription
  const { fetched, error, events, refused, left } = job?.progress ?? NOT_FETCHED
  const failure = job?.failure ?? error
  const state = stateOf(subscription, job)
  return {
    id,
    name,
    title: subscriptionTitle(subscription),
    hue,
    isOn,
    link,
    holidays,
    state,
    fetched: fetched === null ? null : timeOf(fetched),
    next: state === 'waiting' && job !== null && job.notBefore > 0 ? timeOf(job.notBefore) : null,
    error: failure && { code: codeOf(failure.code), detail: failure.detail },
    events,
    refused,
    left,
  }
}

function stateOf({ isOn }: Subscription, job: SubscriptionJob | null): SubscriptionRecord['state'] {
  if (!isOn) return 'off'
  if (job?.state === 'running') return 'fetching'
  return job?.state === 'paused' && job.failure !== null ? 'stopped' : 'waiting'
}

const codeOf = (code: string): SubscriptionError => SUBSCRIPTION_ERRORS.find((known) => known === code) ?? 'internal'

const timeOf = (ms: number): string => new Date(ms).toISOString()
