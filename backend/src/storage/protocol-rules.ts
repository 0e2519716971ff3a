// The decisions that keep the protocol of operations safe (tests/model), one function each. The code asks them by
// `core.rules`, so that a test can put a wrong one in the place of one of them and see that something is lost then
// (tests/helpers/broken-rules.ts). Nothing else than `PROTOCOL_RULES` is ever used outside of tests.
import type { S3Client } from '@aws-sdk/client-s3'
import { comparedRevision, haveNothing } from './free.ts'
import type { Journal } from './journal.ts'
import { feederOf, holds, type JournalState, laterThan, type PendingOperation, takesLate } from './journal-state.ts'
import type { Listed } from './listing-page.ts'
import type { ClearedTree } from './operations/cleared-tree.ts'
import { clearCopies } from './operations/copied-removal.ts'
import { hasCopy } from './operations/copies.ts'
import { holdingPlace } from './operations/holding.ts'
import { isLive, liveVersions, type Stack } from './operations/stacks.ts'
import { filtered } from './operations/windows.ts'
import type { OperationRound } from './operations/worker.ts'
import { folderAround, overlap, type Place } from './paths.ts'
import type { S3Clients } from './s3-clients.ts'
import { isAloneThere, mayTurnBack } from './settling.ts'
import { wentAlong } from './went-along.ts'

/** What a write finds at its second look: the operation that came between, where the journal still tells which. */
export interface CameBetween {
  op: ReturnType<typeof laterThan>
}

export interface ProtocolRules {
  /** Whether two operations exclude each other, of which one is about each path (texts of `pathText`). */
  exclude(one: string, other: string): boolean
  /** Whether a writer of a path waits for a pending operation. */
  holdsWriter(op: PendingOperation, path: string): boolean
  /** Whether moves that have happened have nothing of a name, so that a writer of something new waits for none. */
  isNewIn: typeof haveNothing
  /** The revision that a writer of something new in the folder of such a move compares with at its second look. */
  comparedRevision: typeof comparedRevision
  /** The move that still brings what another one takes further: that one copies when this one is over. */
  feederOf: typeof feederOf
  /** Where a later move has taken a late writer's version: it comes to the top there. */
  wentAlong: typeof wentAlong
  /** Whether an operation takes a late file along, so that its writer need not wait for the close. */
  takesLate: typeof takesLate
  /** Whether a file of a folder that is moved may be settled: nothing of the other kind is at either of its names. */
  isAloneThere: typeof isAloneThere
  /** Whether a move may be turned back: nothing was renamed again, and nobody has asked for a file of it. */
  mayTurnBack: typeof mayTurnBack
  /** What happened to a path since a writer read the journal at `rev`; null for nothing. */
  cameBetween(now: JournalState, rev: number, path: string): CameBetween | null
  /** What readers go by of the journal. */
  readersView(journal: JournalState): JournalState
  /** The journal that a reader's look at S3 is checked against; `seen` is the one that the look went by. */
  journalAfter(seen: JournalState, journal: Pick<Journal, 'read'>): Promise<JournalState>
  /** The client for requests under a lease, which must not take effect after it has ended. */
  clientUnder(clients: Pick<S3Clients, 'expiring' | 'control'>, remainingMs: () => number): S3Client
  /** The folder that must outlive a place that is moved or deleted; null for none. */
  folderToKeep(of: Place): Place | null
  /** The versions of a key that a move takes along, oldest first. */
  movedVersions(stack: Stack): Listed[]
  /** Whether a version of the source has its copy at `there`, the same name in the destination: then it may go. */
  isCopied: typeof hasCopy
  /** The order in which the copied versions of a key are removed; given from the oldest to the newest. */
  removalOrder(versions: Listed[]): Listed[]
  /** After the commit, clears what hides a move's copies at its destination. `source`: what still lies there. */
  clearForCopies(round: OperationRound, source: ClearedTree): Promise<ClearedTree>
  /** Whether no late writer has come under the source of a move since its owner read the journal. */
  isAsLate(now: PendingOperation, seen: PendingOperation): boolean
  /** Whether a copy is not whole; `isLost`, for each of its files: a version of it was gone. */
  isHalf(isLost: boolean[]): boolean
  /** What has to make way of all that was found in the way of an operation. */
  inTheWay(found: Stack[]): Stack[]
  /** Does something while nobody else may touch a place. */
  holdingPlace: typeof holdingPlace
  /** The two steps of a delete in the order in which they are taken. */
  deleteSteps<T>(note: T, layMarkers: T): readonly [T, T]
  /** Whether a noted version may be ended for good, by its position among those of its key (oldest first). */
  mayEnd(position: number, versions: Listed[]): boolean
}

/** The rules as they are. */
export const PROTOCOL_RULES: ProtocolRules = {
  exclude: overlap,
  holdsWriter: holds,
  isNewIn: haveNothing,
  comparedRevision,
  feederOf,
  wentAlong,
  takesLate,
  isAloneThere,
  mayTurnBack,
  cameBetween: (now, rev, path) => {
    const op = laterThan(now, rev, path)
    // Who saw a journal older than its floor cannot know what was dropped from it.
    return op || rev < now.floor ? { op } : null
  },
  readersView: (journal) => journal,
  journalAfter: (_, journal) => journal.read(),
  clientUnder: (clients, remainingMs) => clients.expiring(remainingMs),
  folderToKeep: folderAround,
  movedVersions: liveVersions,
  isCopied: hasCopy,
  removalOrder: (versions) => versions,
  // What was deleted in the source has no say in what must be a folder in the destination.
  clearForCopies: (round, source) => clearCopies(round, filtered(source.stacks, isLive)),
  isAsLate: (now, seen) => now.late === seen.late,
  isHalf: (isLost) => isLost.includes(true),
  inTheWay: (found) => found,
  holdingPlace,
  // A crash between the two leaves a note of something that is still there, never a deleted file without a note.
  deleteSteps: (note, layMarkers) => [note, layMarkers],
  // A version on top is a file that is there again.
  mayEnd: (position, versions) => position < versions.length - 1,
}
