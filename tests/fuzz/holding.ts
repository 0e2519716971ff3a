// What checks of all targets have in common.
import { AppError } from '../../backend/src/lib/app-error.ts'
import { ShellSyntaxError } from '../../backend/contract/shell-words.ts'
import { ShellError } from '../../backend/src/features/shell/errors.ts'

/** @throws Error in words where something is not as it has to be */
export function hold(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(`does not hold: ${what}`)
}

/** Whether two values are the same as JSON tells them. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What a parser answers; null where it refuses as it documents. Any other error is thrown on. */
export function answerOf<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** Whether an error is one that a client may have deserved: none of ours. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ShellError || error instanceof ShellSyntaxError || (error instanceof AppError && error.status < 500)
