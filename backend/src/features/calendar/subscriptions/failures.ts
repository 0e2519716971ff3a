// Why an outside calendar cannot be fetched.
import type { SubscriptionError } from '../../../../contract/calendar-limits.ts'
import { JobFailed } from '../../../jobs/types.ts'
import type { Dialled } from '../../../lib/dial/fetching.ts'
import { DialRefused } from '../../../lib/dial/guard.ts'
import { TooManyBytes } from '../../../lib/dial/meter.ts'
import { BadLink } from '../../../lib/dial/target.ts'

/** A fetch that fails with a code of the contract. The detail has nothing of the address, which may be a secret. */
export const subscriptionFailed = (code: SubscriptionError, detail = ''): JobFailed => new JobFailed(code, detail)

const BY_STATUS: Readonly<Record<number, SubscriptionError>> = {
  401: 'needsLogin',
  403: 'needsLogin',
  404: 'gone',
  410: 'gone',
}

/** @throws JobFailed for a status that is not that of a whole file */
export function checkWhole({ status }: Pick<Dialled, 'status'>): void {
  if (status !== 200) throw subscriptionFailed(BY_STATUS[status] ?? 'unreachable', `HTTP ${status}`)
}

/** What dialling fails with. */
export function subscriptionFailureOf(error: unknown): JobFailed {
  if (error instanceof JobFailed) return error
  if (error instanceof DialRefused) return subscriptionFailed('privateAddress', error.message)
  if (error instanceof BadLink) return subscriptionFailed('badLink', error.message)
  if (error instanceof TooManyBytes) return subscriptionFailed('tooLarge')
  return subscriptionFailed('unreachable', codeOf(error))
}

/** `ENOTFOUND` and the like. The message of Node's errors names the host at most, but a code is enough for people. */
const codeOf = (error: unknown): string => {
  const code: unknown = Object(error).code
  return typeof code === 'string' ? code : ''
}
