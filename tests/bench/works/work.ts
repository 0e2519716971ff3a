// A piece of work that is done on each subject that can do it, in turns.
import type { BenchSite } from '../site.ts'
import type { Subject, Verb } from '../subjects/subject.ts'

/** What a run of some work is told beside the subject. */
export interface Turn {
  site: BenchSite
  /** From 0, and below for what is not measured; each round uses new names. */
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

/**
 * Rounds with more calls than V8 waits for before it makes its fastest code, which takes a core for a while: until
 * about the 1,300th range.
 */
const WARM_UP = 5

/**
 * Has everybody do the work a few times before it is measured: code that is called often is compiled by then, and a
 * process that serves alone has found out that it does. These rounds have numbers below 0.
 */
export const warmed = (work: Work): Work => ({
  ...work,
  prepare: async (subject, site) => {
    await work.prepare?.(subject, site)
    for (let round = -WARM_UP; round < 0; round += 1) await work.run(subject, { site, round })
  },
})
