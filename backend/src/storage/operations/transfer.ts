// A copy or a move. Everything is copied beneath the eyes of readers, the tree flips at one commit, then exactly what
// was copied is removed.
import { sleep } from '../../lib/sleep.ts'
import { takeTurn } from '../at-work.ts'
import { type JournalState, type PendingOperation } from '../journal-state.ts'
import { COPY_AT_ONCE_MAX } from '../object-copies.ts'
import { folderAround, overlap, pathText, type Place, place, placeOfText } from '../paths.ts'
import { removeCopied, undo } from './copied-removal.ts'
import { CalledOff, replacedBy, takesHistory, targetOf } from './copies.ts'
import { copyMissing } from './missing-copies.ts'
import { sizeOf } from './manifests.ts'
import { forgetReplaced, ReplacedNote } from './noting.ts'
import { pinsOf } from './pins.ts'
import type { Outcome } from './registry.ts'
import { settleUrgent } from './settled-names.ts'
import { moveReplaced } from './replacing.ts'
import { StackListing } from './stacks.ts'
import type { Named } from './windows.ts'
import { inRounds, type OperationRound, type OperationRun } from './worker.ts'

/** Whoever has renamed something looks at once, and would wait for a storage that is busy copying for long. */
const FIRST_LOOK_MS = 150
const LONG_FILES = 50
/** A short move is answered when its copies are there, for other tools too, but no later than this. */
const SHORT_MS = 250
/** The longest wait for the move before, until the operation itself is looked at again. */
const FED_LOOK_MS = 5_000

/**
 * Steps 3 to 5: copies until nothing is missing, commits, removes, closes. Calls `onCommit` when it has happened for
 * all readers, or soon after, with the copies of a short move.
 */
export function carryOutTransfer(run: OperationRun, onCommit: () => void): Promise<Outcome> {
  let isSeen = false
  // It may begin anew.
  const replaced = new ReplacedBytes()
  return inRounds(run, async (round) => {
    const { context, op } = round
    if (op.state === 'removing') {
      onCommit()
      return removeMoved(round)
    }
    if (op.state === 'aliased' && !op.cancel) {
      if (!isSeen) {
        isSeen = true
        setTimeout(onCommit, isLong(round) ? 0 : SHORT_MS).unref()
        if (isLong(round)) await sleep(FIRST_LOOK_MS)
      }
      await copyAliased(round)
      return null
    }
    if (op.cancel || op.state === 'undoing') return undoCopies(round, replaced)
    const { failpoints } = context.core
    await failpoints.at('copy.registered', op.dst ?? '')
    if (!(await unlessCalledOff(round, () => copyMissing(round)))) return null
    await failpoints.at('copy.done', op.dst ?? '')
    if (op.merge && !(await unlessCalledOff(round, () => noteMerged(round, replaced)))) return null
    if (op.kind === 'move') {
      await commitMove(round)
      return null
    }
    if (!(await closeWithManifest(round, 'done'))) return null
    onCommit()
    return 'done'
  })
}

/** Copies what everybody sees under its new name already, until nothing is missing. */
async function copyAliased(round: OperationRound): Promise<void> {
  await round.context.core.failpoints.at('alias.committed', round.op.src ?? '')
  if (!(await isFed(round))) return
  if (await copyMissing(round, () => settleUrgent(round))) await flip(round)
}

/** Whether all that was renamed again has come, so that it can be copied. Waits for it, then answers false. */
async function isFed({ context, op }: OperationRound): Promise<boolean> {
  const { journal, rules } = context.core
  if (!rules.feederOf(await journal.read(), op)) return true
  const isCancelled = ({ ops }: JournalState) => ops.some(({ id, cancel }) => id === op.id && cancel)
  const isOver = (state: JournalState) => !rules.feederOf(state, op) || isCancelled(state)
  await takeTurn(
    async (work) => {
      await journal.until(isOver, FED_LOOK_MS)
      return work()
    },
    async () => undefined,
  )
  return false
}

function isLong({ progress }: OperationRound): boolean {
  const { itemsTotal, bytesTotal } = progress.toRecord()
  return itemsTotal >= LONG_FILES || bytesTotal >= COPY_AT_ONCE_MAX
}

/** What is told already of the old versions that a transfer makes. */
class ReplacedBytes {
  #told = 0

  async tell({ context: { core }, op }: OperationRound, bytes: number): Promise<void> {
    if (bytes !== this.#told) await core.onHistory({ at: placeOfText(op.dst ?? ''), bytes: bytes - this.#told })
    this.#told = bytes
  }
}

async function removeMoved(round: OperationRound): Promise<Outcome | null> {
  const { context, op } = round
  const { failpoints } = context.core
  await failpoints.at('move.committed', op.src ?? '')
  await removeCopied(round, () => settleUrgent(round))
  await failpoints.at('move.removed', op.src ?? '')
  await context.pointers.relocated(op)
  if (takesHistory(op)) await moveReplaced(context, op)
  await tellMovedHistory(round)
  return (await context.registry.close(round, 'removing')) && 'done'
}

async function undoCopies(round: OperationRound, replaced: ReplacedBytes): Promise<Outcome | null> {
  await undo(round, await namesCopied(round))
  if (round.op.merge) await forgetReplaced(round)
  await replaced.tell(round, 0)
  return (await closeWithManifest(round, 'undoing')) ? 'undone' : null
}

async function noteMerged(round: OperationRound, replaced: ReplacedBytes): Promise<void> {
  const note = new ReplacedNote(round)
  let bytes = 0
  for await (const entries of replacedBy(round)) {
    await note.add(entries)
    bytes += sizeOf(entries).bytes
  }
  await note.end()
  await replaced.tell(round, bytes)
}

/** Where old versions have gone along, nobody counts them; a folder that holds both ends has as many as before. */
async function tellMovedHistory({ context: { core }, op }: OperationRound): Promise<void> {
  if (!takesHistory(op) || !core.clients.capabilities.versioning) return
  const [src, dst] = [placeOfText(op.src ?? ''), placeOfText(op.dst ?? '')]
  if (src.bucket === dst.bucket) return core.onHistory({ at: folderOfBoth(src, dst), bytes: 0 })
  await Promise.all([src, dst].map((at) => core.onHistory({ at, bytes: null })))
}

function folderOfBoth(a: Place, b: Place): Place {
  let folder = a
  while (!overlap(pathText(folder), pathText(b)) || folder.path.length > b.path.length)
    folder = folderAround(folder) ?? place(a.bucket, '')
  return folder
}

/**
 * Runs a step before the commit; what has come in its way meanwhile has the change undone. False where it is to be
 * looked at again.
 */
async function unlessCalledOff({ context, op }: OperationRound, step: () => Promise<boolean | void>): Promise<boolean> {
  try {
    return (await step()) !== false
  } catch (error) {
    if (!(error instanceof CalledOff)) throw error
    await context.records.update(op.id, { error: 'conflict' })
    await context.registry.cancel(op.id)
    return false
  }
}

/** What may have been copied: what lies at the source, or what is pinned. */
async function namesCopied({ context, op }: OperationRound): Promise<AsyncIterable<Named>> {
  return op.kind === 'copy' ? pinsOf(context, op) : StackListing.open(context.core, targetOf(op.src ?? '', op))
}

/** A copy commits and closes in one step, which compares what the last look went by. */
async function closeWithManifest(round: OperationRound, how: 'done' | 'undoing'): Promise<boolean> {
  const { context, op: seen } = round
  const isAsSeen = (now: PendingOperation) => now.late === seen.late && !now.cancel
  const isClosed = await context.registry.close(round, how, (now) => how === 'undoing' || isAsSeen(now))
  if (isClosed && seen.kind === 'copy') await context.work.drop([seen.id])
  return isClosed !== null
}

/**
 * Everything that readers see has its copy: from here on they look only there. It was committed before, so `since`
 * stays. A late writer sends the owner to look again.
 */
async function flip(round: OperationRound): Promise<void> {
  const { context, op: seen } = round
  await context.core.failpoints.at('alias.copied', seen.src ?? '')
  await context.registry.step(round, (op) => {
    if (op.state !== 'aliased' || op.cancel || !context.core.rules.isAsLate(op, seen)) return null
    op.state = 'removing'
    return true
  })
}

/** Step 4: compares what the last listing went by; a late writer, or a cancel, sends the owner to look again. */
async function commitMove(round: OperationRound): Promise<void> {
  await round.context.registry.step(round, (op, draft) => {
    if (op.state !== 'copying' || op.late !== round.op.late || op.cancel) return null
    op.state = 'removing'
    op.since = draft.rev
    return true
  })
}
