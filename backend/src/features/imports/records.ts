// Imports as people are told of them.
import type { ImportError, ImportKind, ImportState } from '../../../contract/import-kinds.ts'
import { IMPORT_ERRORS } from '../../../contract/import-kinds.ts'
import type { ImportFailure, ImportRecord, TorrentsProgress } from '../../../contract/imports.ts'
import type { Job, JobFailure } from '../../jobs/types.ts'
import { type ImportInput, type ImportProgress, type ImportSources, NO_PROGRESS } from './types.ts'

/** A job of an import. */
export type ImportJob<Kind extends ImportKind = ImportKind> = Job<
  ImportInput<ImportSources[Kind]>,
  ImportProgress | null
> & { kind: Kind }

/** @param username the owner's name */
export function importRecordOf(job: ImportJob, username: string): ImportRecord {
  const { _id: id, kind, input, place } = job
  const progress = job.progress ?? NO_PROGRESS
  const { downloaded, uploaded, files, filesDone, missed, result, duration, hasPicture } = progress
  const isRunning = job.state === 'running'
  return {
    id,
    kind,
    name: input.name,
    username,
    source: input.shownSource,
    title: progress.title,
    state: job.state as ImportState,
    phase: isRunning ? progress.phase : null,
    progress: percentOf(job),
    downloaded,
    total: progress.total,
    checked: isRunning && progress.phase === 'checking' ? (progress.checked ?? null) : null,
    speed: isRunning ? progress.speed : 0,
    uploaded,
    peers: isRunning ? progress.peers : 0,
    secondsLeft: isRunning ? progress.secondsLeft : null,
    files,
    filesDone,
    missed: missed?.count ?? 0,
    target: input.target,
    from: input.from ?? null,
    result,
    error: errorOf(job),
    place,
    preset: isOfKind(job, 'video') ? job.input.source.preset : null,
    duration,
    hasPicture,
    inOrder: isOfKind(job, 'torrent') && job.input.source.inOrder,
    created: timeOf(job.created),
    started: job.started === null ? null : timeOf(job.started),
    ended: job.ended === null ? null : timeOf(job.ended),
  }
}

/** The answer of `GET /api/torrent-progress`. */
export const progressByName = (jobs: readonly ImportJob[]): TorrentsProgress =>
  Object.fromEntries(
    jobs.map((job) => {
      const { downloaded, total } = job.progress ?? NO_PROGRESS
      const { name } = job.input
      return [name, { name, progress: percentOf(job), downloaded, total, done: job.state === 'done' }]
    }),
  )

export const isOfKind = <Kind extends ImportKind>(job: ImportJob, kind: Kind): job is ImportJob<Kind> =>
  job.kind === kind

/** Those that have not ended by their place, then the others, the latest first. */
export const inOrder = (jobs: readonly ImportJob[]): ImportJob[] =>
  jobs.toSorted((a, b) =>
    a.ended === null && b.ended === null
      ? a.place - b.place
      : (b.ended ?? Number.POSITIVE_INFINITY) - (a.ended ?? Number.POSITIVE_INFINITY),
  )

function percentOf({ state, progress }: ImportJob): number {
  if (state === 'done') return 100
  const { downloaded, total } = progress ?? NO_PROGRESS
  return total === 0 ? 0 : Math.min(100, (100 * downloaded) / total)
}

function errorOf({ state, failure, progress }: ImportJob): ImportFailure | null {
  if (failure !== null) return importFailureOf(failure)
  return state === 'done' ? (progress?.missed?.error ?? null) : null
}

/** The failure of a job as people are told of it. */
export const importFailureOf = ({ code, detail }: JobFailure): ImportFailure => ({ code: codeOf(code), detail })

const codeOf = (code: string): ImportError =>
  IMPORT_ERRORS.includes(code as ImportError) ? (code as ImportError) : 'internal'

const timeOf = (ms: number): string => new Date(ms).toISOString()
