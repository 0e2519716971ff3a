// Followed feeds as people are told of them.
import type { FollowRecord } from '../../../../contract/follows.ts'
import { type FollowState, IMPORT_ERRORS, type ImportError } from '../../../../contract/import-kinds.ts'
import type { FollowJob } from './types.ts'

/** @param username the name of the person who follows it */
export function followRecordOf(job: FollowJob, username: string): FollowRecord {
  const { _id: id, input, progress, created, notBefore } = job
  const { link, kind, preset, target } = input
  const state = stateOf(job)
  const error = job.failure ?? progress.error
  return {
    id,
    username,
    link,
    title: progress.title,
    kind,
    preset,
    target,
    state,
    error: error && { code: codeOf(error.code), detail: error.detail },
    lastLook: progress.lastLook === null ? null : timeOf(progress.lastLook),
    nextLook: state === 'waiting' && notBefore > 0 ? timeOf(notBefore) : null,
    started: progress.started,
    created: timeOf(created),
  }
}

function stateOf({ state, failure }: FollowJob): FollowState {
  if (state === 'running') return 'looking'
  if (state === 'paused') return failure === null ? 'paused' : 'stopped'
  return 'waiting'
}

const codeOf = (code: string): ImportError => IMPORT_ERRORS.find((known) => known === code) ?? 'internal'

const timeOf = (ms: number): string => new Date(ms).toISOString()
