// The error output of a command line.
import { wordsOf } from './errors.ts'
import type { Say } from './texts/say.ts'

/** Lines that are kept; the rest is counted. */
const LINES_MAX = 1_000

export interface Complaints {
  /** Complete after `end` was called. */
  readonly lines: readonly string[]
  add(message: string): void
  /**
   * Adds an error with a prefix. Details that only the log may show go there.
   * @throws the signal's reason when it has aborted
   */
  explain(error: unknown, prefix: string): void
  end(): void
}

export function createComplaints(signal: AbortSignal, say: Say, onFault: (error: unknown) => void): Complaints {
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
      const words = wordsOf(error, say)
      if (words === null) onFault(error)
      add(`${prefix}${words ?? say('error.unknown')}`)
    },
    end: () => {
      if (lost > 0) lines.push(say('output.more', { number: lost }))
      lost = 0
    },
  }
}
