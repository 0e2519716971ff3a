// What an owner needs to work on an operation: requests that expire with its lease, and rounds that are repeated while
// the storage is unavailable.
import type { S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../../lib/app-error.ts'
import { sleep } from '../../lib/sleep.ts'
import { Attempt } from '../at-work.ts'
import type { StorageCore } from '../core.ts'
import { abortMultipart } from '../object-parts.ts'
import { headObject, type ObjectName } from '../objects.ts'
import { folderKey, type Place } from '../paths.ts'
import type { ChangeKind, PendingOperation } from '../journal-state.ts'
import type { StoragePointers } from '../pointers.ts'
import { type ReplicaLease, QUIET_MS } from '../replica-lease.ts'
import { Fenced } from '../s3-clients.ts'
import { createScratch } from '../scratch.ts'
import { s3ErrorName, translateS3Error } from '../s3-errors.ts'
import type { VersionLimit } from '../version-limit.ts'
import type { DeletedNotes } from './deleted-notes.ts'
import type { DoubtfulNotes } from './doubtful-notes.ts'
import { Manifests } from './manifests.ts'
import type { CheckedNote } from './note-rounds.ts'
import type { NoteStore } from './note-store.ts'
import type { OperationProgress } from './progress.ts'
import type { OperationRecords } from './records.ts'
import type { Outcome, Registry } from './registry.ts'
import type { WorkLists } from './work-lists.ts'

export interface OperationContext {
  core: StorageCore
  registry: Registry
  records: OperationRecords
  manifests: Manifests
  work: WorkLists
  notes: NoteStore
  deleted: DeletedNotes
  doubts: Pick<DoubtfulNotes, 'drop' | 'correct' | 'dropReplacedByOthers'>
  pointers: StoragePointers
  versions: Pick<VersionLimit, 'grew'>
}

/** One attempt of a replica to work on an operation. */
export interface Owner {
  lease: ReplicaLease
  client: S3Client
  /** What it writes has no effect once the lease has ended: who goes on by then knows nothing of it. */
  manifests: Pick<Manifests, 'add' | 'change'>
  attempt: Attempt
}

/** One operation in the hands of its owner. */
export interface OperationRun {
  context: OperationContext
  owner: Owner
  id: string
  kind: ChangeKind
  /** Shown in the tray. */
  progress: OperationProgress
  /** What the check of a restore has read and found, by which its first round goes. */
  checked?: CheckedNote | undefined
}

/** A round of work on an operation, with its record as the journal had it when the round began. */
export interface OperationRound extends OperationRun {
  op: PendingOperation
}

/**
 * An owner under a lease. Once its attempt is given up it is fenced, as if the lease had ended; the replica's lease
 * goes on.
 */
export function ownerUnder(core: StorageCore, { id, remainingMs }: ReplicaLease): Owner {
  const attempt = new Attempt()
  const lease: ReplicaLease = { id, remainingMs: () => (attempt.isGivenUp ? 0 : remainingMs()) }
  const client = core.rules.clientUnder(core.clients, lease.remainingMs)
  return { lease, attempt, client, manifests: new Manifests(createScratch(core, client), core.batches) }
}

/** Aborts multipart copies that were begun and never completed. Call it only while the operation copies nothing. */
export async function dropUnfinished({ context, owner, id }: OperationRun): Promise<void> {
  const { multiparts = [] } = (await context.records.get(id)) ?? {}
  for (const upload of multiparts) {
    await abortMultipart(owner.client, upload, upload.uploadId)
    await context.records.unfinishedOf(id).ended(upload)
  }
}

/** Whether a request failed because the sender's lease has ended. S3 refuses an expired request with 403. */
export const isFenced = (error: unknown): boolean =>
  error instanceof Fenced || s3ErrorName(error instanceof AppError ? error.cause : error) === 'AccessDenied'

/** Whether a failed request may have been received: the connection was accepted, but no answer came. */
function wasSent(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, $metadata } = cause as { code?: unknown; $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode !== undefined || code === 'ECONNREFUSED') return false
    if (cause.name === 'TimeoutError' || code === 'ECONNRESET' || code === 'EPIPE') return true
  }
  return false
}

/**
 * Repeats rounds of work on an operation until one answers something, waiting while the storage or the database is
 * away. An operation that is closed, or another's, answers what became of it.
 * @throws Fenced when the lease is lost
 */
export async function inRounds(
  run: OperationRun,
  work: (round: OperationRound) => Promise<Outcome | null>,
): Promise<Outcome> {
  const { context, owner, id } = run
  for (let pause = 200; ;) {
    if (owner.lease.remainingMs() <= 0) throw new Fenced()
    try {
      const op = await context.registry.mine(run)
      const result = op ? await work({ ...run, op }) : await context.registry.outcome(id)
      if (result !== null) return result
      pause = 200
    } catch (error) {
      if (isFenced(error)) throw new Fenced()
      const known = translateS3Error(error)
      if (!(known instanceof AppError) || known.code !== 'unavailable') throw known
      context.core.log.warn({ operation: id, err: error }, 'the storage is away, the operation waits')
      // What was sent may still take effect. Wait, so that the next round sees it.
      await sleep(wasSent(error) ? Math.max(pause, QUIET_MS) : pause)
      pause = Math.min(pause * 2, 5_000)
    }
  }
}

/** The marker that a folder needs to outlive the last of its keys, and does not have: of the one around something. */
export async function markerLacking(core: StorageCore, owner: Owner, at: Place): Promise<ObjectName | null> {
  const around = core.rules.folderToKeep(at)
  if (!around || around.path === '') return null
  const marker = { bucket: around.bucket, key: folderKey(around) }
  return (await headObject(owner.client, marker)) ? null : marker
}
