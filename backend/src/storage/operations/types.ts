// Long changes as the rest of the back end sees them, and what the trash notes of them.
import type { OperationRecord } from '../../../contract/operations.ts'
import type { Place } from '../paths.ts'

/**
 * Who asks for a change; kept with its operation and its trash note. `action` names what a person does in one go, where
 * the client says so.
 */
export interface Author {
  userId: number
  username: string
  action?: string | undefined
}

export interface ChangeOptions {
  by: Author
  /** What to do where the destination is taken: refuse, or replace a file and merge a folder. */
  conflict: 'fail' | 'override'
  /** Paths as the person sees them, for the tray. */
  shown: { source: string; destination: string }
  /**
   * Called with each path below the source ('' for itself; folders too) and where it would land; throws to refuse the
   * whole change (rules).
   */
  check(relative: string): void
  /**
   * False where `check` refuses nothing below either name of a tree that it lets pass. Then a folder may be moved
   * before its names are listed.
   */
  asksBelow?: boolean
  /**
   * Whether a move to another bucket takes older versions along, which others may read there then; they stay behind in
   * the trash else.
   */
  history?: boolean
  /** Asked before the first byte is copied, with the operation's id; throws to refuse the whole change (quotas). */
  admit?: ((arrival: Arrival & { id: string }) => Promise<void>) | undefined
}

export interface RemovalOptions extends Omit<ChangeOptions, 'conflict' | 'asksBelow'> {
  /**
   * False where `check` refuses nothing below a tree that it lets pass. Then the tree is not listed before it is
   * hidden.
   */
  asksBelow?: boolean
  /**
   * False where no limit counts what is deleted. Then it is enough for a moment to know about how many bytes that is.
   */
  isLimited?: boolean
}

export interface RestoreOptions extends Pick<ChangeOptions, 'admit'> {
  /** What of the note comes back, relative to its place; all of it where nothing is said. */
  names?: string[] | undefined
  /** Whether it may replace something else that is there by now; that is noted. */
  override?: boolean
  /**
   * Whether it stops deletes of folders that are not over yet, instead of waiting until all of the note is in the
   * trash. Only `admit` refuses it then: what is not in the trash yet is there again, so the rest comes, too. Of all of
   * a note alone.
   */
  stops?: boolean
}

/** What a change brings to a place. */
export interface Arrival {
  at: Place
  /** Bytes present at or below the place when it has happened, and by how many of them that is more than now. */
  bytes: number
  grows: number
  /** Bytes of old versions that there are more by then: of what is replaced, and of what comes with its history. */
  history: number
}

/** A change that is only planned, told as it would be asked for. */
export type PlannedChange =
  | { kind: 'restore'; noteId: string; options: Pick<RestoreOptions, 'names' | 'override' | 'stops'> }
  | {
      kind: 'restoreTo'
      deleted: { noteId: string; name: string }
      destination: Place
      options: Pick<ChangeOptions, 'conflict' | 'check'>
    }

/**
 * A change under way. `committed` settles when it has happened for all readers, or rejects when it was refused or
 * undone.
 */
export interface RunningOperation {
  id: string
  committed: Promise<void>
}

export interface Operations {
  /** Registers, checks and copies; the tree flips at the commit. `registered` refusals reject. */
  move(source: Place, destination: Place, options: ChangeOptions): Promise<RunningOperation>
  copy(source: Place, destination: Place, options: ChangeOptions): Promise<RunningOperation>
  /**
   * Hides the file or tree at once and answers the id of the trash note (several deletes of one action may have one);
   * the markers are laid behind. However many files a tree has, that takes as long, where nothing below may be refused.
   */
  remove(at: Place, options: RemovalOptions): Promise<{ id: string }>
  /**
   * Brings back what a note tells of, in its own place, or some of it (`names`, relative to the note's place): markers
   * on top of a noted version go, one with something newer above it is copied on top. What it takes the place of is
   * noted. What could not be brought back stays in the note. Waits for a delete's close. @throws AppError `notFound`;
   * `conflict` where something of another kind is there now, or, unless `override`,
   *   something else than what was deleted or replaced
   */
  restore(noteId: string, by: Author, options?: RestoreOptions): Promise<RunningOperation>
  /** Brings a copy of what was deleted, or of one thing in it (`name`; '' for all), to another place. */
  restoreTo(
    deleted: { noteId: string; name: string },
    destination: Place,
    options: ChangeOptions,
  ): Promise<RunningOperation>
  /**
   * What a change would bring to its place. Nothing is registered and nothing is moved, so the change itself may be
   * refused all the same.
   * @throws AppError what refuses the change by now: `notFound`, `conflict`, `isFolder`, and what `check` throws
   */
  plan(change: PlannedChange): Promise<Arrival>
  /** Removes for good what a note tells of; what was written there since stays. */
  purge(noteId: string, by: Author): Promise<RunningOperation>
  /** Ids of all that is under way. */
  pending(): Promise<string[]>
  list(userId: number): Promise<OperationRecord[]>
  /** Everybody's that run, or ended within the last minute; `userId` whose. */
  recent(): Promise<{ userId: number; record: OperationRecord }[]>
  /** @throws AppError `notFound` for an unknown one or another person's */
  get(id: string, userId: number): Promise<OperationRecord>
  /** @throws AppError `conflict` when it has happened already */
  cancel(id: string, userId: number): Promise<void>
  /** @throws AppError `notFound` for an unknown one */
  note(id: string): Promise<Note>
  /**
   * Notes in some buckets, newest first: `limit` of them, those that come after another page's `cursor` (null: there
   * are no more).
   */
  notes(
    buckets: string[],
    wish: { limit: number; after?: string | undefined },
  ): Promise<{ notes: Note[]; cursor: string | null }>
  /** All notes in some buckets of what a person did in one go, newest first. */
  notesOfAction(buckets: string[], of: { userId: number; action: string }): Promise<Note[]>
  /**
   * What a note has in it: names relative to its place, '' for a file itself; folders end in a slash. `thing`: the name
   * of what was deleted as one. `isWhole` waits for the close of its delete.
   * @throws AppError `notFound`; `locked` when that takes too long; `unavailable` where nothing of it can be read
   */
  noted(id: string, isWhole?: boolean): Promise<{ name: string; size: number; thing: string }[]>
}

/** What one delete took, or what was replaced in one go, for the trash. */
export interface Note {
  id: string
  kind: 'delete' | 'replace'
  by: Author
  /** What was deleted or replaced: the one thing, or the folder that holds them all. */
  at: Place
  /** The path as the person saw it who did it. */
  shown: string
  /** How many things were deleted: one, or several in one action. */
  things: number
  /** Some names of these, or of replaced files. */
  names: string[]
  isFile: boolean
  when: Date
  expires: Date
  count: number
  bytes: number
  /** True until the last marker is laid. */
  pending: boolean
}
