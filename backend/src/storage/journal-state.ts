// What the journal says: the operations that are pending or were closed lately, and the questions that readers and
// writers ask about a path.
import type { KeptListed } from './listing-page.ts'
import { isBelow, isKeyLength, overlap, pathText, type Place, placeOfText } from './paths.ts'

export const BODY_MAX_BYTES = 64 * 1024
const PENDING_MAX = 200

/** `clear`: versions are moved out of the way or ended, on nobody's order, while nobody else touches the place. */
export type ChangeKind = 'move' | 'copy' | 'delete' | 'restore' | 'purge' | 'clear'
/** `aliased`, `shown`: a move and a restore that readers see already, though not everything is in its place yet. */
export type PendingState = 'new' | 'copying' | 'aliased' | 'removing' | 'undoing' | 'running' | 'shown'

/** One pending operation. `src` and `dst` are texts of `pathText` (paths.ts). */
export interface PendingOperation {
  id: string
  kind: ChangeKind
  /** A copy sets it to null once its manifest pins the versions. */
  src: string | null
  dst: string | null
  /** Whether `src` (or what a restore brings back) is one file. */
  isFile: boolean
  /**
   * The destination of a merge cannot be hidden, so readers look beneath its copies. For a restore: it may replace what
   * is there.
   */
  merge: boolean
  /** Whether a move to another bucket takes older versions along. */
  history?: boolean
  state: PendingState
  /** For a restore that is seen already: nothing else lies in its place, as far as the index knew. */
  alone?: true
  /** For such a restore: the first of what it brings, if its note tells of it all that a listing does. */
  first?: KeptListed
  /** The `rev` at which it was registered or, later, committed. Writers compare with it. */
  since: number
  /** The lease under which a replica works on it. */
  owner: string
  /** Counts the late writers under `src`. The commit looks again when the count has grown. */
  late: number
  cancel: boolean
  /** Names in the folder that a move brings, for which somebody waits: its owner settles them before all others. */
  urgent?: string[]
  /** Names that the move has nothing to do with any more: all is under the new name, and nothing under the old one. */
  settled?: string[]
  userId: number
  /** The trash note that a delete belongs to, where others are in it too. */
  note?: string
}

/** A closed operation, kept for two minutes at most. `how`: the state that it was closed from, or its end. */
export interface ClosedOperation extends Pick<
  PendingOperation,
  'id' | 'kind' | 'src' | 'dst' | 'isFile' | 'since' | 'note'
> {
  how: PendingState | 'done' | 'stopped' | 'refused'
  /** Of a delete that somebody has cancelled, not all may be gone. */
  cancel?: boolean
  closedAt: number
}

export interface JournalState {
  rev: number
  /** `rev` of the last closed record that was dropped. Who last saw an older `rev` cannot know what happened since. */
  floor: number
  ops: PendingOperation[]
  closed: ClosedOperation[]
}

/** Whether one more operation fits. Otherwise it has to wait. */
export const hasRoom = (state: JournalState): boolean =>
  state.ops.length < PENDING_MAX && Buffer.byteLength(JSON.stringify(state.ops)) < BODY_MAX_BYTES

/** The trash note of an operation: its `note`, or the one that its id names (`<own id>-<note's id>`). */
export const noteNamed = ({ id, note }: Pick<PendingOperation, 'id' | 'note'>): string =>
  note ?? id.slice(id.indexOf('-') + 1)

/** The paths that an operation is about. */
export const pathsOf = (op: Pick<PendingOperation, 'src' | 'dst'>): string[] =>
  [op.src, op.dst].filter((path) => path !== null)

/** Whether a move has nothing to do any more with a file below its new name. */
export const isSettled = ({ dst, settled = [] }: Pick<PendingOperation, 'dst' | 'settled'>, path: string): boolean =>
  dst !== null && settled.some((name) => path === `${dst}/${name}`)

/** Whether whoever changes something at a path waits for an operation. */
export const holds = (op: PendingOperation, path: string): boolean => touches(op, path) && !isSettled(op, path)

/** Whether an operation is about a path: equal to, above or below one of its own. */
export const touches = (op: Pick<PendingOperation, 'src' | 'dst'>, path: string): boolean =>
  pathsOf(op).some((own) => overlap(own, path))

/** Whether `path` is what the operation takes from or brings to `own`: below it, or the one file itself. */
export const covers = (own: string | null, op: Pick<PendingOperation, 'isFile'>, path: string): boolean =>
  own !== null && (isBelow(path, own) || (op.isFile && path === own))

/** The path to which an operation moves something at its source; null if the operation moves nothing. */
export const destinationOf = ({ src, dst }: Pick<PendingOperation, 'src' | 'dst'>, at: Place): Place | null =>
  src === null || dst === null ? null : placeOfText(dst + pathText(at).slice(src.length))

/** The operations on a path that registered or committed after `rev`, from the first to the last. */
export const allLaterThan = (
  state: JournalState,
  rev: number,
  path: string,
): readonly (PendingOperation | ClosedOperation)[] =>
  // A clearing takes away versions by their ids, and a late writer's own version is none of them.
  [...state.ops, ...state.closed]
    .filter((op) => op.kind !== 'clear' && op.since > rev && touches(op, path))
    .toSorted((one, other) => one.since - other.since)

/** The first operation on a path that registered or committed after `rev`. */
export const laterThan = (
  state: JournalState,
  rev: number,
  path: string,
): PendingOperation | ClosedOperation | undefined => allLaterThan(state, rev, path)[0]

/** What the journal says of a path and of where readers look for it, as one text to compare. */
export function saysOf(state: JournalState, path: string): string {
  const paths = pathsBehind(state, path)
  return JSON.stringify(
    [...state.ops.map((op) => [op, op.state] as const), ...state.closed.map((op) => [op, 'closed'] as const)]
      .filter(([op]) => paths.some((one) => touches(op, one)))
      .map(([op, at]) => [op.id, at, 'urgent' in op && paths.some((one) => isSettled(op, one))]),
  )
}

/** The paths at or below which lies what readers see at or below one: itself, and where moves bring it from. */
function pathsBehind(state: JournalState, path: string): string[] {
  const sources = aliasedAround(state, path).flatMap((op) =>
    broughtFrom(state, isBelow(path, op.dst) ? path : op.dst).map(pathText),
  )
  return [path, ...sources]
}

/** Whether it has happened for all readers: what is moved or deleted is gone from where it was. */
export const isCommitted = ({ state }: Pick<PendingOperation, 'state'>): boolean =>
  state === 'removing' || state === 'aliased'

/** The operation that hides a path, since what it moved or deleted is gone for all readers. */
export const leaving = (state: JournalState, path: string): PendingOperation | undefined =>
  state.ops.find((op) => isCommitted(op) && op.src !== null && (path === op.src || isBelow(path, op.src)))

type PendingMove = PendingOperation & { src: string; dst: string }

/** A move that has happened for all readers, and is not over. */
export type CommittedMove = PendingMove

const isCommittedMove = (op: PendingOperation): op is CommittedMove =>
  op.kind === 'move' && isCommitted(op) && op.src !== null && op.dst !== null

/** Whether such a move brings the folder around a path. */
export const bringsAround = (op: PendingOperation, path: string): op is CommittedMove =>
  isCommittedMove(op) && !op.isFile && isBelow(path, op.dst)

/** A move that readers see before everything has its copy. */
export type AliasedMove = PendingMove

export const isAliased = (op: PendingOperation): op is AliasedMove =>
  op.state === 'aliased' && op.src !== null && op.dst !== null

/** A place from which a move brings something. */
export interface MoveSource {
  op: PendingMove
  at: Place
}

/** Where what moves bring to a path was before; if it was renamed again, its first place comes first. */
function sourcesOf(moves: readonly PendingMove[], path: string): MoveSource[] {
  const op = moves.find((move) => (path === move.dst || isBelow(path, move.dst)) && !isSettled(move, path))
  if (!op) return []
  const source = op.src + path.slice(op.dst.length)
  return [...sourcesOf(moves, source), { op, at: placeOfText(source) }]
}

/** The same for all moves that have happened, whether anything is left there or not. */
export const committedSources = ({ ops }: Pick<JournalState, 'ops'>, path: string): MoveSource[] =>
  sourcesOf(ops.filter(isCommittedMove), path)

/** Such moves that bring something to a path, or to below or above it, where readers see it. */
export const aliasedAround = (state: Pick<JournalState, 'ops'>, path: string): AliasedMove[] =>
  state.ops
    .filter(isAliased)
    .filter((op) => overlap(op.dst, path) && !isSettled(op, path) && !isTakenFurther(state, op))

/**
 * Where readers look before they look at a path: what a move brings there is what lies where it was, until everything
 * has its copy. Only what is not there is at the path itself. If it was renamed again meanwhile, its first place comes
 * first. Bytes travel that way, so nothing is missed.
 */
export const broughtFrom = ({ ops }: Pick<JournalState, 'ops'>, path: string): Place[] =>
  sourcesOf(ops.filter(isAliased), path).map(({ at }) => at)

/** Where that lies which readers see at a place, as far as a move that brings it has no copy of it. */
export const lyingAt = (state: Pick<JournalState, 'ops'>, at: Place): Place => broughtFrom(state, pathText(at))[0] ?? at

/** The move that still brings what an operation takes further, where something was renamed again. */
export const feederOf = (
  { ops }: Pick<JournalState, 'ops'>,
  { src }: Pick<PendingOperation, 'src'>,
): CommittedMove | undefined => ops.filter(isCommittedMove).find(({ dst }) => dst === src)

/** The operations that take further what a move brings, or are about to. */
export const followersOf = (
  { ops }: Pick<JournalState, 'ops'>,
  { dst }: Pick<PendingOperation, 'dst'>,
): PendingOperation[] => ops.filter(({ src }) => src !== null && src === dst)

const isTakenFurther = (state: Pick<JournalState, 'ops'>, op: PendingMove): boolean =>
  followersOf(state, op).some(isCommitted)

/**
 * Whether a move may begin before another one is over, though they overlap: it takes further all that the other brings,
 * which readers see already. It is copied when the other one is over. A third one waits.
 */
export const mayFollow = (
  state: Pick<JournalState, 'ops'>,
  op: PendingOperation,
  next: Pick<PendingOperation, 'src' | 'dst' | 'isFile'>,
): boolean =>
  isCommittedMove(op) &&
  !op.cancel &&
  op.dst === next.src &&
  op.isFile === next.isFile &&
  next.dst !== null &&
  !touches(op, next.dst) &&
  !feederOf(state, op)

/** Whether what lies at a path in the source of a move can have its copy: its key there must not be too long. */
export const canFollow = (op: Pick<PendingOperation, 'src' | 'dst'>, path: string): boolean =>
  op.src !== null && op.dst !== null && isKeyLength(pathInBucket(op.dst + path.slice(op.src.length)))

const pathInBucket = (text: string): string => text.slice(text.indexOf('/') + 1)

/** Whether unfinished copies may lie at the new name of an operation. */
export const isArriving = ({ state }: Pick<PendingOperation, 'state'>): boolean =>
  state === 'copying' || state === 'undoing'

/** The operation whose unfinished copies may lie at a path. */
export const arriving = (state: JournalState, path: string): PendingOperation | undefined =>
  state.ops.find((op) => isArriving(op) && op.dst !== null && (path === op.dst || isBelow(path, op.dst)))

/**
 * Whether an operation still looks for late files. What has too long a name for its new place stays in the old one, and
 * so does what comes to a name that is settled.
 */
export const takesLate = (op: PendingOperation, path: string): boolean =>
  op.state === 'copying' ||
  (op.state === 'aliased' && canFollow(op, path) && !isSettled(op, `${op.dst}${path.slice(op.src?.length)}`))
