// A piece of work that is done on each subject that can do it, in turns.
import type { BenchSite } from '../site.ts'
import type { Subject, Verb } from '../subjects/subject.ts'

/** What a run of some work is told beside the subject. */
export interface Turn {
  site: BenchSite
  /** From 0; each round uses new names. */
  round: number
}

export interface Work {
  /** The rows for which it has values. */
  ids: readonly string[]
  /** What a subject has to be able to do. */
  needs: readonly Verb[]
  /** The names of those who do it; left out: all who can. */
  among?: readonly string[]
  /** At most as many rounds. */
  rounds?: number
  prepare?(subject: Subject, site: BenchSite): Promise<void>
  /** A value for each id, in milliseconds unless the row has another unit. */
  run(subject: Subject, turn: Turn): Promise<number[]>
}
