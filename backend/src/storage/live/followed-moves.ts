// Moves that are seen before they are done, as the index follows them: at the commit it takes the folder to its new
// name in one step, and what S3 tells of either name until the close changes nothing of that. Where anything else is
// heard, the move is in doubt, and S3 is asked, as for any operation. After the close both names are looked at.
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type AliasedMove, isAliased, isCommitted, type JournalState, type PendingOperation } from '../journal-state.ts'
import { isBelow, overlap, placeOfText } from '../paths.ts'
import type { FileFacts } from '../catalogue/entries.ts'
import type { BucketEvent } from './event-records.ts'

export interface FollowedMovesOptions {
  catalogue: Pick<Catalogue, 'moveFolder' | 'fileAt' | 'hasFolder'>
  /** Whether the index knows for certain what lies at and below a path, but for what was written lately. */
  isSure(path: string): boolean
}

type Heard = Pick<BucketEvent, 'kind' | 'key' | 'size' | 'etag'>

interface FollowedMove extends Pick<AliasedMove, 'src' | 'dst'> {
  isDoubtful: boolean
}

export class FollowedMoves {
  readonly #options: FollowedMovesOptions
  /** By the ids of operations. */
  readonly #moves = new Map<string, FollowedMove>()

  constructor(options: FollowedMovesOptions) {
    this.#options = options
  }

  /**
   * Takes in a newer state of the journal. Answers the paths of moves that have begun, of which nothing that was
   * remembered holds any more, and of those that have ended, at which S3 has to be looked at.
   */
  follow(before: JournalState, after: JournalState): { begun: string[]; ended: string[] } {
    const ended: string[] = []
    for (const [id, { src, dst }] of this.#moves) {
      if (after.ops.some((op) => op.id === id)) continue
      this.#moves.delete(id)
      ended.push(src, dst)
    }
    const known = new Set(before.ops.filter(isCommitted).map(({ id }) => id))
    const begun = after.ops.filter(isAliased).filter((op) => !known.has(op.id) && this.#begin(op))
    return { begun: begun.flatMap(({ src, dst }) => [src, dst]), ended }
  }

  #begin({ id, src, dst }: AliasedMove): boolean {
    const { catalogue, isSure } = this.#options
    if (!isSure(src) || !isSure(dst)) return false
    const [from, to] = [placeOfText(src), placeOfText(dst)]
    if (!catalogue.moveFolder(from.bucket, from.path, to.path)) return false
    this.#moves.set(id, { src, dst, isDoubtful: false })
    return true
  }

  /** Whether the index tells what a pending operation shows. */
  tells(op: PendingOperation): boolean {
    const move = this.#moves.get(op.id)
    return (
      move !== undefined &&
      !move.isDoubtful &&
      isCommitted(op) &&
      op.late === 0 &&
      this.#options.isSure(move.src) &&
      this.#options.isSure(move.dst)
    )
  }

  /** Whether the index has what a move brings to a path in its place there. */
  hasBrought(path: string): boolean {
    return this.#moves.values().some(({ dst }) => path === dst || isBelow(path, dst))
  }

  /** Something else than a move changes, or looks at, what lies at, above or below a path. */
  doubt(path: string): void {
    for (const move of this.#moves.values())
      if (overlap(move.src, path) || overlap(move.dst, path)) move.isDoubtful = true
  }

  /** Events may have been missed. */
  doubtAll(): void {
    for (const move of this.#moves.values()) move.isDoubtful = true
  }

  /** Whether the index tells of a move in a bucket what no look at S3 would find at either name. */
  isFollowedIn(bucket: string): boolean {
    return this.#moves
      .values()
      .some(({ src, isDoubtful }) => !isDoubtful && placeOfText(src).bucket === bucket && this.#options.isSure(src))
  }

  /**
   * Takes in an event of a path. False where no move has to do with it. Copies come, what was copied goes, and of what
   * was known before the move S3 may tell late; everything else makes a move doubtful.
   */
  hear(path: string, event: Heard, ops: readonly PendingOperation[]): boolean {
    const [id, move] =
      this.#moves.entries().find(([, { src, dst }]) => [src, dst].some((end) => path === end || isBelow(path, end))) ??
      []
    if (!move) return false
    const isBrought = path === move.dst || isBelow(path, move.dst)
    const isRemoving = ops.some((op) => op.id === id && op.state === 'removing')
    const isExpected =
      event.kind === 'created'
        ? this.#isKnown(isBrought ? path : move.dst + path.slice(move.src.length), isBrought ? null : event, event.key)
        : isRemoving && !isBrought
    if (!isExpected) move.isDoubtful = true
    return true
  }

  /** Whether the index has what an event tells of at a path, with these facts if any are given. */
  #isKnown(path: string, facts: Pick<FileFacts, 'size' | 'etag'> | null, key: string): boolean {
    const { catalogue } = this.#options
    const at = placeOfText(path)
    if (key.endsWith('/')) return catalogue.hasFolder(at.bucket, at.path)
    const known = catalogue.fileAt(at.bucket, at.path)
    return known !== null && (facts === null || (known.size === facts.size && known.etag === facts.etag))
  }

  /** All that `tells` goes by, but for the journal, of moves on a path, as one text to compare. */
  saysOf(path: string): string {
    return JSON.stringify(
      Array.from(this.#moves).filter(([, { src, dst }]) => overlap(src, path) || overlap(dst, path)),
    )
  }
}
