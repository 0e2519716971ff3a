// What is the same of all answers that come over plain connections.
import type { Readable } from 'node:stream'
import { HttpResponse } from '@smithy/core/protocols'
import type { Pluggable } from '@smithy/types'
import { attemptNow } from '../at-work.ts'
import type { LimitedOptions } from '../s3-limits.ts'

interface Answered {
  status: number
  headers: Record<string, string>
}

/** An answer that is waited for. `call`: its name among the observed ones; `end`: how it is ended early. */
interface AwaitedAnswer<T extends Answered> {
  call: string
  answer: Promise<T>
  end(): void
}

/** Waits for an answer, and tells when and what it was. @throws what `answer` throws */
export async function observedAnswer<T extends Answered>(
  { observe, onAnswer }: Pick<LimitedOptions, 'onAnswer' | 'observe'>,
  { call, answer, end }: AwaitedAnswer<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const sentAt = Date.now()
  const begun = performance.now()
  let status = 0
  signal?.addEventListener('abort', end, { once: true })
  try {
    const come = await answer
    status = come.status
    onAnswer(sentAt, Date.now(), come.headers['date'])
    return come
  } finally {
    signal?.removeEventListener('abort', end)
    attemptNow()?.move()
    observe(call, status, (performance.now() - begun) / 1000)
  }
}

/** Has a command of the client of AWS read an answer that has come, instead of sending its request. */
export const readAs = <I extends object, O extends object>({
  status,
  reason,
  headers,
  body,
}: Answered & { reason: string; body: Buffer | Readable }): Pluggable<I, O> => ({
  applyToStack: (stack) => {
    const response = new HttpResponse({ statusCode: status, reason, headers, body })
    stack.add(() => async () => ({ response }) as never, { step: 'deserialize', priority: 'low' })
  },
})
