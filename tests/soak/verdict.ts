// The verdict of the rules on a step in a state: the states that it may lead to, and the refusals that are allowed.
import type { Answered } from './steps.ts'
import type { Observed, State } from './states.ts'

export interface Verdict {
  /** The states that it may lead to when it is answered as done. */
  done: State[]
  /** The statuses with which it may be refused. */
  refused: number[]
}

/** What a step is judged by, besides the state. */
export interface Circumstances {
  answered: Answered
  /** The final state. Where the rules leave a choice, it shows which was taken. */
  found: Observed | null
  /**
   * Whether another client worked on the same paths at the time. Then an earlier check may have seen something else.
   */
  isContended: boolean
}

/** The same verdict, but a refusal is allowed if a folder may be at a path that a file needs. */
export function orTaken(state: State, paths: string[], { done, refused }: Verdict): Verdict {
  return { done, refused: paths.some((path) => state.maybe.has(path)) ? [...refused, 409] : refused }
}

export const refuse = (...refused: number[]): Verdict => ({ done: [], refused })
export const lead = (...done: State[]): Verdict => ({ done, refused: [] })
