// Removing for good what a note tells of: noted versions only, each while something lies above it, never the marker (an
// older version would rise).
import { mapParallel } from '../../lib/parallel.ts'
import { findAside, historyKey } from '../aside.ts'
import type { Listed } from '../listing-page.ts'
import { isVersion } from '../metadata.ts'
import { deleteObjects, deleteVersions } from '../object-removal.ts'
import { headObject } from '../objects.ts'
import { pathText, place, placeOfText } from '../paths.ts'
import type { ProtocolRules } from '../protocol-rules.ts'
import { positionOf, takeOut, thingsIn } from './notes.ts'
import { type ManifestEntry, sizeOf, without } from './manifests.ts'
import {
  askedOf,
  beginOnNote,
  closeNoteRound,
  inNoteRounds,
  keepAsked,
  NOTE_BATCH,
  type NoteRequest,
  type NoteRound,
  takeOutOf,
} from './note-rounds.ts'
import type { OnRefused } from './registration.ts'
import type { JournalEdit, Outcome } from './registry.ts'
import { translating } from '../s3-errors.ts'
import { isMarkerKey, listStacks, stacksAt } from './stacks.ts'
import type { OperationContext, OperationRun } from './worker.ts'

const PARALLEL = 16
const THINGS_AT_ONCE = 4

/** The versions of all that is noted, by their keys, oldest first. */
type Versions = ReadonlyMap<string, Listed[]>

/** Step 2 of a purge: nothing refuses it. What writes add to the note from now on stays. */
export async function preparePurge(
  run: OperationRun,
  request: NoteRequest,
  onRefused: OnRefused,
): Promise<JournalEdit> {
  const { core, doubts, manifests } = run.context
  const { id, kind, at } = request.note
  await translating(async () => {
    await doubts.correct(id)
    await doubts.dropReplacedByOthers(id)
  })
  if (kind === 'replace') await keepAsked(run, await manifests.read(id), onRefused)
  await core.failpoints.at('purge.asked', pathText(at))
  return beginOnNote(run, request, request.note)
}

/**
 * Removes what a note tells of, then the note, and closes; cancelled, it leaves a note of the rest. What other names
 * hide is left to the lifecycle rules: nothing is moved for a purge.
 */
export const carryOutPurge = (run: OperationRun): Promise<Outcome> =>
  inNoteRounds(run, async (round) => {
    const { context, id, op, noteId, noted, noteKind } = round
    const asked = noteKind === 'replace' ? await askedOf(round) : noted.entries
    const files = asked.filter((entry) => !isMarkerKey(entry.key))
    const versions = await versionsOf(round, files)
    let rest = sizeOf(files)
    for (let at = 0; at < files.length; at += NOTE_BATCH) {
      await context.core.failpoints.at('purge.batch', `${op.src} ${at}`)
      if (await context.registry.isCancelled(id)) {
        const left = new Set(await stillKept(context, files.slice(at), versions))
        if (left.size === 0) break
        await takeOut(
          context,
          noteId,
          files.filter((entry) => !left.has(entry)),
        )
        return closeNoteRound(round, true)
      }
      const batch = files.slice(at, at + NOTE_BATCH)
      await purgeBatch(round, batch, versions)
      rest = without(rest, sizeOf(batch))
      run.progress.left(rest.count, rest.bytes)
    }
    await purgeBetween(round)
    await takeOutOf(round, asked)
    return closeNoteRound(round, false)
  })

async function purgeBatch(
  { context, owner, op }: NoteRound,
  batch: ManifestEntry[],
  versions: Versions,
): Promise<void> {
  const { core } = context
  const at = placeOfText(op.src ?? '')
  const covered = batch.flatMap((entry) => coveredVersion(core.rules, entry, versions.get(entry.key) ?? []))
  const aside = await allAside(
    context,
    batch.filter((entry) => positionOf(entry, versions.get(entry.key) ?? []) < 0),
  )
  // Nobody sees what lies beneath a marker, so listings may leave it out for a moment.
  const { hidden = [], seen = [] } = Object.groupBy(covered, ({ isHidden }) => (isHidden ? 'hidden' : 'seen'))
  await deleteObjects(owner.client, at.bucket, hidden)
  await deleteVersions(owner.client, at.bucket, seen)
  // What was put aside a moment before a crash may lie in its place as well.
  const twice = batch.map((entry) => ({ key: historyKey(entry.bucket, entry.key, entry.version) }))
  await deleteObjects(owner.client, core.systemBucket, [...twice, ...aside.map(({ key }) => ({ key }))])
  const bytes = [...aside, ...covered].reduce((sum, { size }) => sum + size, 0)
  await core.onHistory({ at, bytes: -bytes })
}

/**
 * Removes what the action of a note has written on top of what it replaced, and replaced again. It is that only where
 * it still lies beneath the very version that replaced it: of a write that was refused somebody else's note may tell.
 */
async function purgeBetween({ context, owner, noteId }: NoteRound): Promise<void> {
  const entries = await context.manifests.readBetween(noteId)
  for (let at = 0; at < entries.length; at += NOTE_BATCH) {
    const batch = entries.slice(at, at + NOTE_BATCH)
    const keys = [...new Map(batch.map(({ bucket, key }) => [key, { bucket, key }])).values()]
    const stacks = new Map((await stacksAt(context.core, keys)).map(({ key, versions }) => [key, versions]))
    const found = batch.flatMap((entry) => {
      const versions = stacks.get(entry.key) ?? []
      const position = positionOf(entry, versions)
      const version = versions[position]
      return version && isVersion(versions[position + 1], entry.successor) ? [{ ...version, bucket: entry.bucket }] : []
    })
    for (const [bucket, versions] of Map.groupBy(found, (one) => one.bucket)) {
      await deleteVersions(owner.client, bucket, versions)
      await Promise.all(
        versions.map(({ key, size }) => context.core.onHistory({ at: place(bucket, key), bytes: -size })),
      )
    }
  }
}

/** Where those entries lie that are out of the way. */
async function allAside(
  { core }: OperationContext,
  entries: ManifestEntry[],
): Promise<{ key: string; size: number }[]> {
  const found = await mapParallel(entries, PARALLEL, (entry) => findAside(core, entry))
  return found.filter((aside) => aside !== null)
}

/** What of a note can still be brought back: an owner that was lost on its way has removed some. */
async function stillKept(
  context: OperationContext,
  files: ManifestEntry[],
  versions: Versions,
): Promise<ManifestEntry[]> {
  const isListed = (entry: ManifestEntry) => positionOf(entry, versions.get(entry.key) ?? []) >= 0
  // What another tool's file hides from the listing is there all the same.
  const isHidden = async ({ bucket, key, version }: ManifestEntry) =>
    (await headObject(context.core.clients.control, { bucket, key, version })) !== null
  const kept = await mapParallel(
    files,
    PARALLEL,
    async (entry) => isListed(entry) || (await isHidden(entry)) || (await findAside(context.core, entry)) !== null,
  )
  return files.filter((_, index) => kept[index])
}

/** Replaced files are few and may lie far apart: each is asked for. */
async function versionsOf({ context: { core }, noteKind }: NoteRound, files: ManifestEntry[]): Promise<Versions> {
  const stacks =
    noteKind === 'replace'
      ? await stacksAt(core, files)
      : (await mapParallel(await thingsIn(files), THINGS_AT_ONCE, (thing) => listStacks(core, thing.target))).flat()
  return new Map(stacks.map(({ key, versions }) => [key, versions]))
}

/** The noted version among those of its key (oldest first), if it may be ended. */
function coveredVersion(
  rules: ProtocolRules,
  entry: ManifestEntry,
  versions: Listed[],
): { key: string; version: string; size: number; isHidden: boolean }[] {
  const at = positionOf(entry, versions)
  const found = versions[at]
  if (!found || !rules.mayEnd(at, versions)) return []
  const isHidden = versions.at(-1)?.isMarker === true
  return [{ key: entry.key, version: found.version, size: found.size, isHidden }]
}
