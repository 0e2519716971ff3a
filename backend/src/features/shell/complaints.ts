// The error output of a line: what went wrong, in words.
import { wordsOf } from './errors.ts'

/** Lines that are kept; the rest is counted. */
const LINES_MAX = 1_000

export interface Complaints {
  /** Whole once `end` was called. */
  readonly lines: readonly string[]
  add(message: string): void
  /**
   * Puts an error into words behind a prefix; what only the log may tell goes there.
   * @throws the signal's reason when it has aborted
   */
  explain(error: unknown, prefix: string): void
  end(): void
}

export function createComplaints(signal: AbortSignal, onFault: (error: unknown) => void): Complaints {
  const lines: string[] = []
  let lost = 0
  const add = (message: string) => {
    if (lines.length < LINES_MAX) lines.push(message)
    else lost += 1
  }
  return {
    lines,
    add,
    explain: (error, prefix) => {
      signal.throwIfAborted()
      const words = wordsOf(error)
      if (words === null) onFault(error)
      add(`${prefix}${words ?? 'something went wrong'}`)
    },
    end: () => {
      if (lost > 0) lines.push(`… and ${lost} more`)
      lost = 0
    },
  }
}
