// What the rules make of a step in a state: the states that it may lead to, and with what it may be refused.
import type { Answered } from './steps.ts'
import type { Observed, State } from './states.ts'

export interface Verdict {
  /** Where it may lead to when it is answered that it is done. */
  done: State[]
  /** Statuses that may refuse it. */
  refused: number[]
}

/** What a step is judged by beside the state. */
export interface Circumstances {
  answered: Answered
  /** What was found in the end: where the rules leave a choice it says which was taken. */
  found: Observed | null
  /**
   * Whether somebody else was at work on the same paths: then what was asked before it was done may have been
   * otherwise.
   */
  isContended: boolean
}

/** The same, where it may have been refused as well: a folder may be at a path that a file needs. */
export function orTaken(state: State, paths: string[], { done, refused }: Verdict): Verdict {
  return { done, refused: paths.some((path) => state.maybe.has(path)) ? [...refused, 409] : refused }
}

export const refuse = (...refused: number[]): Verdict => ({ done: [], refused })
export const lead = (...done: State[]): Verdict => ({ done, refused: [] })
