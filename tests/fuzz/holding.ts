// Helpers that all targets' checks share.
import { AppError } from '../../backend/src/lib/app-error.ts'
import { ShellSyntaxError } from '../../backend/contract/shell-words.ts'
import { ShellError } from '../../backend/src/features/shell/errors.ts'

/** @throws Error that says in words what does not hold */
export function hold(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(`does not hold: ${what}`)
}

/** Whether two values are equal as JSON. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A parser's result; null if it refuses as documented. Any other error is thrown on. */
export function answerOf<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** Whether an error is a refusal that a client may get, rather than a defect. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ShellError || error instanceof ShellSyntaxError || (error instanceof AppError && error.status < 500)
