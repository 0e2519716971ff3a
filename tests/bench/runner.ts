// Does work on all subjects in turns, round by round, so that what else the machine does meets all of them.
import { Results, type Use } from './results.ts'
import type { BenchSite } from './site.ts'
import type { Subject } from './subjects/subject.ts'
import { forgetPeaks, heldMiB, watchUse } from './used.ts'
import type { Turn, Work } from './works/work.ts'

export interface Rounds {
  rounds: number
  /** No further round is begun after this moment (`performance.now()`); each work has one. */
  until: number
  /** Called with what fails, which leaves a row without a value. */
  onFailure(what: string, error: unknown): void
}

/** Whoever takes longer for a round does no other one: one tells that it takes minutes. */
const SLOW_MS = 60_000

/** @param say is called with the ids of each work that is done */
export async function doWorks(
  site: BenchSite,
  works: readonly Work[],
  { rounds, until, onFailure, say }: Rounds & { say(ids: readonly string[], results: Results): void },
): Promise<Results> {
  const results = new Results()
  for (const work of works) {
    let doing = site.subjects.filter((subject) => canDo(subject, work))
    const attempt = async (subject: Subject, task: () => Promise<unknown>) => {
      try {
        await task()
      } catch (error) {
        onFailure(`${work.ids.join(', ')} on ${subject.name}`, error)
        doing = doing.filter((one) => one !== subject)
      }
    }
    for (const subject of doing) await attempt(subject, async () => work.prepare?.(subject, site))
    for (let round = 0; round < Math.min(rounds, work.rounds ?? rounds); round += 1) {
      if (round > 0 && performance.now() > until) break
      // Each goes first in its turn.
      const first = round % Math.max(1, doing.length)
      for (const subject of [...doing.slice(first), ...doing.slice(0, first)]) {
        const begun = performance.now()
        await attempt(subject, () => doOnce(work, subject, { site, round, results }))
        if (performance.now() - begun > SLOW_MS) doing = doing.filter((one) => one !== subject)
      }
    }
    say(work.ids, results)
  }
  return results
}

const canDo = (subject: Subject, { needs, among }: Work): boolean =>
  needs.every((verb) => subject[verb] !== undefined) &&
  (among ? among.includes(subject.name) : subject.name !== 'newcomer')

async function doOnce(work: Work, subject: Subject, turn: Turn & { results: Results }): Promise<void> {
  const pids = subject.pids()
  const { minio, database } = turn.site.store.pids
  forgetPeaks(pids)
  const before = heldMiB(pids)
  const watches = [pids, [minio], [database]].map((some) => watchUse(() => some))
  let values: number[] = []
  try {
    values = await work.run(subject, turn)
  } finally {
    const [own, ofMinio, ofDatabase] = watches.map((end) => end())
    const use: Use = {
      processorSeconds: own?.processorSeconds ?? NaN,
      minioSeconds: ofMinio?.processorSeconds ?? NaN,
      databaseSeconds: ofDatabase?.processorSeconds ?? NaN,
      peakMiB: own?.memoryMiB ?? NaN,
      growthMiB: Math.max(0, (own?.memoryMiB ?? NaN) - before),
    }
    for (const [index, value] of values.entries())
      turn.results.note(work.ids[index] ?? '', subject.name, { value, use })
  }
}
