// What the jobs of followed feeds hold. Such a job is never done: between looks, it waits.
import type { FollowKind, VideoPreset } from '../../../../contract/import-kinds.ts'
import type { Job, JobFailure, RunningJob } from '../../../jobs/types.ts'

export const FOLLOW = 'follow'

/** What a person has asked for. */
export interface FollowInput {
  /** As the person gave it, and where it is looked for: an address, or the path of a folder as the person sees it. */
  link: string
  kind: FollowKind
  preset: VideoPreset
  /** As the person sees it; '' for the usual one. */
  target: string
  /** Whether the entries that are there at the first look are new. */
  old: boolean
  /** When somebody has asked for a look lately, in milliseconds since 1970 by the database's clock. */
  looks?: number[]
}

/** How far it is. Times in milliseconds since 1970, by the database's clock. */
export interface FollowProgress {
  title: string | null
  /** Where the feed is, if not at the link: because a page has named it, or because it has moved for good. */
  feed: string | null
  /** What its server said of it at the last look: it is only sent again if it has changed. */
  etag: string | null
  modified: string | null
  lastLook: number | null
  /** Imports that have begun. */
  started: number
  /** Looks that failed, in a row, and why the last one did. */
  failures: number
  error: JobFailure | null
}

export const NOT_LOOKED: FollowProgress = {
  title: null,
  feed: null,
  etag: null,
  modified: null,
  lastLook: null,
  started: 0,
  failures: 0,
  error: null,
}

export type FollowJob = Job<FollowInput, FollowProgress>
export type RunningFollow = RunningJob<FollowInput, FollowProgress>
