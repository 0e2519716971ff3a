// The work of following a feed or watching a folder: one look after another, with pauses between them.
import { JobFailed, type JobRest, JobLost, type JobWork } from '../../../jobs/types.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Log } from '../../../lib/log.ts'
import type { Scratch } from '../../../storage/types.ts'
import { seenKey } from '../keys.ts'
import { failed, failureOf } from '../landing-failures.ts'
import { lookInto, type LookOptions } from './look.ts'
import { isLasting, pauseAfterFailures, pauseAfterSuccess } from './schedule.ts'
import { FOLLOW, type FollowInput, type FollowProgress, type RunningFollow } from './types.ts'

export interface FollowWorkOptions extends LookOptions {
  scratch: Pick<Scratch, 'get' | 'put' | 'delete'>
  now: Clock
  log: Pick<Log, 'info' | 'warn'>
}

/** A look takes seconds, and does not wait for imports that take hours. */
const LIMITS = { running: 4, each: 1 }

export function createFollowWork(options: FollowWorkOptions): JobWork<FollowInput, FollowProgress> {
  return {
    kind: FOLLOW,
    limits: LIMITS,
    async run(job) {
      try {
        const { isMore, ...found } = await lookInto(options, job)
        const lastLook = options.now()
        job.report({ ...job.progress, ...found, lastLook, failures: 0 })
        return { until: lastLook + pauseAfterSuccess(job.input, isMore) }
      } catch (error) {
        if (job.signal.aborted || error instanceof JobLost) throw error
        return fail(options, job, error)
      }
    },
    async discard(job) {
      await options.scratch.delete([seenKey(job.id)])
    },
  }
}

/** Writes down why a look failed. It is looked again later, or it stops. */
function fail({ now, log }: FollowWorkOptions, job: RunningFollow, error: unknown): JobRest {
  const known = failureOf(error)
  const { code, detail } = known instanceof JobFailed ? known : failed('internal')
  if (known instanceof JobFailed) log.info({ job: job.id, code, detail }, 'a feed could not be looked into')
  else log.warn({ err: error, job: job.id }, 'a look into a feed failed')
  const failures = job.progress.failures + 1
  const failure = { code, detail }
  const lastLook = now()
  // If the address that it has moved to fails, its first address is asked again.
  const forgotten = job.progress.feed === null ? {} : { feed: null, etag: null, modified: null }
  job.report({ ...job.progress, ...forgotten, lastLook, failures, error: failure })
  if (isLasting(failure, { ...job.progress, failures })) return { stopped: failure }
  return { until: lastLook + pauseAfterFailures(failures) }
}
