import type { Message } from '../i18n/message.ts'
import { ApiError } from './http.ts'

/** The message to show for an error, in the page's language. */
export function messageOf(error: unknown): Message {
  if (!(error instanceof ApiError)) return { key: 'error.unexpected' }
  if (error.code === 'tooManyRequests' && error.retryAfter > 0) {
    return { key: 'error.tooManyRequestsUntil', values: { count: Math.ceil(error.retryAfter / 60) } }
  }
  return { key: `error.${error.code}` }
}
