// Moves that are seen before they are done, as the index follows them: at the commit it takes the folder or file to the
// new name in one step, and what S3 tells of either name until the close changes nothing of that. Where anything else
// is heard, the move is in doubt, and S3 is asked, as for any operation; after its close both names are looked at. Of a
// move that never was in doubt all is known: a look at a million names would have S3 asked for minutes.
import type { Catalogue } from '../catalogue/catalogue.ts'
import {
  type AliasedMove,
  broughtFrom,
  covers,
  feederOf,
  isAliased,
  isCommitted,
  type JournalState,
  type PendingOperation,
} from '../journal-state.ts'
import { committedBetween } from '../journal-watch.ts'
import { isBelow, overlap, pathText, type Place, placeOfText } from '../paths.ts'
import type { FileFacts } from '../catalogue/entries.ts'
import type { BucketEvent } from './event-records.ts'

export interface FollowedMovesOptions {
  catalogue: Pick<Catalogue, 'moveFolder' | 'moveFile' | 'fileAt' | 'hasFolder' | 'putFile'>
  /** Whether the index knows for certain what lies at and below a path, but for what was written lately. */
  isSure(path: string): boolean
  /** Whether all events until a time (of `performance.now`) have come. */
  hasHeard(until: number): boolean
}

type Heard = Pick<BucketEvent, 'kind' | 'key' | 'size' | 'etag'>

interface FollowedMove extends Pick<AliasedMove, 'src' | 'dst' | 'isFile'> {
  /** Where the index has what it brings: its new name, or the newest one if that was renamed again. */
  shown: string
  /** Paths below its new name that the move has nothing to do with any more. */
  settled: readonly string[]
  isDoubtful: boolean
  /** When it was closed, by `performance.now`: until all events of before have come, late ones change nothing. */
  closedAt: number | null
}

/** What has become of moves. */
interface Followed {
  /** The paths of those that have begun, of which nothing that was remembered holds any more. */
  begun: string[]
  /** The paths of those that have ended, at which S3 has to be looked at. */
  ended: string[]
  /** The ids of those that have ended, of which the index tells all that there is. */
  told: string[]
}

export class FollowedMoves {
  readonly #options: FollowedMovesOptions
  /** By the ids of operations. */
  readonly #moves = new Map<string, FollowedMove>()

  constructor(options: FollowedMovesOptions) {
    this.#options = options
  }

  /** Takes in a newer state of the journal. */
  follow(before: JournalState, after: JournalState): Followed {
    this.#dropHeard()
    for (const { id, dst, settled = [] } of after.ops) {
      const move = this.#moves.get(id)
      if (move) move.settled = settled.map((name) => `${dst}/${name}`)
    }
    const ended: string[] = []
    const told: string[] = []
    for (const [id, move] of this.#moves) {
      if (move.closedAt !== null || after.ops.some((op) => op.id === id)) continue
      if (this.#isSound(id, move, after)) {
        move.closedAt = performance.now()
        told.push(id)
        continue
      }
      this.#moves.delete(id)
      ended.push(...endsOf(move))
    }
    const begun = committedBetween(before, after)
      .filter(isAliased)
      .filter((op) => this.#begin(op, after))
    return { begun: begun.flatMap(({ src, dst }) => [src, dst]), ended, told }
  }

  /** Whether a move was closed as it is meant to be, and nothing else was heard of it, like a late file. */
  #isSound(id: string, move: FollowedMove, { closed }: JournalState): boolean {
    return this.#isCertain(move) && closed.some((op) => op.id === id && op.how === 'removing')
  }

  /** Of what was renamed again, the index is certain where it is of all its moves that are not over. */
  #isCertain(move: FollowedMove): boolean {
    const { isSure } = this.#options
    const isPart = (one: FollowedMove) => one === move || (one.shown === move.shown && one.closedAt === null)
    return this.#moves.values().every((one) => !isPart(one) || (!one.isDoubtful && endsOf(one).every(isSure)))
  }

  #dropHeard(): void {
    for (const [id, { closedAt }] of this.#moves)
      if (closedAt !== null && this.#options.hasHeard(closedAt)) this.#moves.delete(id)
  }

  #begin({ id, src, dst, isFile }: AliasedMove, journal: JournalState): boolean {
    const { catalogue, isSure } = this.#options
    const feeder = feederOf(journal, { src })
    if (!isSure(src) || !isSure(dst) || (feeder && !this.tells(feeder, journal))) return false
    const [from, to] = [placeOfText(src), placeOfText(dst)]
    const isMoved = isFile
      ? catalogue.moveFile(from.bucket, from.path, to.path)
      : catalogue.moveFolder(from.bucket, from.path, to.path)
    if (!isMoved) return false
    for (const move of this.#moves.values()) if (move.shown === src) move.shown = dst
    this.#moves.set(id, { src, dst, shown: dst, settled: [], isFile, isDoubtful: false, closedAt: null })
    return true
  }

  /** Whether the index tells what a pending operation of a journal shows. */
  tells(op: PendingOperation, { ops }: Pick<JournalState, 'ops'>): boolean {
    const move = this.#moves.get(op.id)
    const isUnchanged = (one: PendingOperation) =>
      this.#moves.get(one.id)?.shown !== move?.shown || (isCommitted(one) && one.late === 0)
    return move !== undefined && this.#isCertain(move) && ops.every(isUnchanged)
  }

  /** Where the index has what readers see at a place: there, or as far on its way as it has followed. */
  lyingAt(journal: JournalState, at: Place): Place {
    const places = [at, ...broughtFrom(journal, pathText(at)).reverse()]
    return places.find((one) => this.#hasBrought(pathText(one))) ?? places.at(-1) ?? at
  }

  #hasBrought(path: string): boolean {
    return this.#moves.values().some(({ shown }) => path === shown || isBelow(path, shown))
  }

  /** Whether a move that is not over, and of which the index is certain, brings the folder around a path. */
  bringsAround(path: string): boolean {
    return this.#moves
      .values()
      .some((move) => move.closedAt === null && isBelow(path, move.shown) && this.#isCertain(move))
  }

  /** Whether a path is a new name in such a folder: what comes there is no copy. */
  isNew(path: string): boolean {
    const { bucket, path: name } = placeOfText(path)
    const { catalogue } = this.#options
    return this.bringsAround(path) && catalogue.fileAt(bucket, name) === null && !catalogue.hasFolder(bucket, name)
  }

  /** Something else than a move changes, or looks at, what lies at, above or below a path. */
  doubt(path: string): void {
    for (const move of this.#on(path)) if (!move.settled.includes(path)) move.isDoubtful = true
  }

  /** Events may have been missed. */
  doubtAll(): void {
    for (const move of this.#moves.values()) move.isDoubtful = true
  }

  /** Whether the index tells of a move in a bucket what no look at S3 would find at either name. */
  isFollowedIn(bucket: string): boolean {
    return this.#moves
      .values()
      .some((move) => move.closedAt === null && this.#isCertain(move) && placeOfText(move.src).bucket === bucket)
  }

  /**
   * Takes in an event of a path. False where no move has to do with it. Copies come, what was copied goes, and of what
   * was known before the move S3 may tell late; everything else makes a move doubtful.
   */
  hear(path: string, event: Heard, ops: readonly PendingOperation[]): boolean {
    this.#dropHeard()
    const isAt = ({ src, dst, settled }: FollowedMove) =>
      !settled.includes(path) && [src, dst].some((end) => path === end || isBelow(path, end))
    const found = [...this.#moves].filter(([, one]) => isAt(one))
    const [id, move] = found.find(([, { closedAt }]) => closedAt === null) ?? found[0] ?? []
    if (!move) return false
    if (move.closedAt !== null) return this.#isPast(path, event, move)
    const isBrought = path === move.dst || isBelow(path, move.dst)
    // What somebody waits for leaves before the others.
    const isLeaving = (op: PendingOperation) =>
      op.state === 'removing' || [...(op.urgent ?? []), ...(op.settled ?? [])].includes(path.slice(move.src.length + 1))
    const isRemoving = ops.some((op) => op.id === id && isLeaving(op))
    const shown = move.shown + path.slice((isBrought ? move.dst : move.src).length)
    const isExpected =
      event.kind === 'created' ? this.#isKnown(shown, isBrought ? null : event, event.key) : isRemoving && !isBrought
    if (!isExpected) move.isDoubtful = true
    else if (isBrought && event.kind === 'created') this.#takeCopy(placeOfText(shown), event)
    return true
  }

  /** Whether an event tells late that a version has left the old name, where nothing else is by now. */
  #isPast(path: string, { kind, key }: Heard, move: FollowedMove): boolean {
    if (kind === 'created' || key.endsWith('/') || !covers(move.src, move, path)) return false
    const at = placeOfText(path)
    return this.#options.catalogue.fileAt(at.bucket, at.path) === null
  }

  /** A copy that was made in parts has another ETag than the file had. */
  #takeCopy({ bucket, path }: Place, { size, etag }: Heard): void {
    const { catalogue } = this.#options
    const known = catalogue.fileAt(bucket, path)
    if (known?.size === size && known.etag !== etag)
      catalogue.putFile(bucket, path, { size, etag, modified: known.modified })
  }

  /** Whether the index has what an event tells of at a path, with these facts if any are given. */
  #isKnown(path: string, facts: Pick<FileFacts, 'size' | 'etag'> | null, key: string): boolean {
    const { catalogue } = this.#options
    const at = placeOfText(path)
    if (key.endsWith('/')) return catalogue.hasFolder(at.bucket, at.path)
    const known = catalogue.fileAt(at.bucket, at.path)
    return known !== null && (facts === null || (known.size === facts.size && known.etag === facts.etag))
  }

  /** The moves on a path, as long as late events may come of them. */
  #on(path: string): FollowedMove[] {
    return [...this.#moves.values()].filter((move) => endsOf(move).some((end) => overlap(end, path)))
  }

  /** The names of the moves on a path: what is written at one of them shows at another. */
  namesOn(path: string): string[][] {
    return this.#on(path).map(endsOf)
  }

  /** All that `tells` goes by, but for the journal, of moves on a path, as one text to compare. */
  saysOf(path: string): string {
    return JSON.stringify(this.#on(path))
  }
}

/** All names at which what a move brings may be told. */
const endsOf = ({ src, dst, shown }: FollowedMove): string[] => [...new Set([src, dst, shown])]
