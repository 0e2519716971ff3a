// An import as landing sees it, and what it brings.
import type { Readable } from 'node:stream'
import type { Action } from '../../../contract/rights.ts'
import type { RunningJob } from '../../jobs/types.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { Part } from '../../storage/types.ts'

/** An import as landing sees it. `action`: what its owner has to be allowed. */
export interface LandingJob extends Pick<RunningJob<unknown, unknown>, 'id' | 'owner' | 'isHeld'> {
  action: Action
}

/** A file that is to land. `number` tells it from the other files of its import, on every run. */
export interface LandingFile {
  path: UserPath
  number: number
  /** Bytes. */
  size: number
  modified: Date
}

/** A file whose parts go up while it still grows. It appears when it is completed. */
export interface LandingParts {
  readonly uploadId: string
  /** Those that an earlier run has put, by their numbers. */
  readonly before: readonly Part[]
  /** Puts one part: 5 MiB at least, but for the last one. */
  put(number: number, body: Readable | Buffer, length: number): Promise<Part>
  /** @throws JobFailed; AppError `conflict` where the name was taken meanwhile */
  complete(parts: Part[]): Promise<void>
  abort(): Promise<void>
  /** Leaves it to a later run, which has half an hour to go on with it. */
  leave(): void
}

/** A file that an import may have brought. `isSure`: it certainly has. */
export interface BroughtFile extends Pick<LandingFile, 'path' | 'number'> {
  isSure: boolean
}

/** A job as landing sees it. `action`: what its owner has to be allowed. */
export const landingJobOf = (job: Omit<LandingJob, 'action'>, action: Action): LandingJob => ({
  id: job.id,
  owner: job.owner,
  isHeld: () => job.isHeld(),
  action,
})
