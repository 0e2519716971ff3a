// What the rest of the back end sees of the storage. Everything here takes places and answers plain records; nothing
// leaks S3.
import type { Readable } from 'node:stream'
import type { HouseTask } from '../database/house-keeping.ts'
import type { BeforeReading } from './before-reading.ts'
import type { Capabilities } from './capabilities.ts'
import type { FolderChange } from './changes.ts'
import type { ContentIdentity } from './derived-cache.ts'
import type {
  Entry,
  FileStat,
  FileVersionStat,
  FoundEntry,
  Measured,
  OpenFile,
  PlaceUsage,
  Stat,
  TreeEntry,
} from './entries.ts'
import type { Operations } from './operations/types.ts'
import type { Place } from './paths.ts'
import type { Pointer, Pointers, Relocate } from './pointers.ts'
import type { GrowingScratch, Scratch } from './scratch.ts'
import type { Expectation, HistoryChange, Multiparts, OwnVersions, PutOptions, WriteOptions } from './writes.ts'

export type * from './entries.ts'
export type * from './operations/types.ts'
export type * from './writes.ts'
export type { Capabilities, FolderChange, GrowingScratch, Pointer, Pointers, Relocate, Scratch }

/** How the index in memory stands. */
export interface IndexState {
  /** Whether all buckets have been taken in; S3 itself is asked until then. */
  isReady: boolean
  /** Files and folder markers. */
  objects: number
  /** Bytes of memory. */
  bytes: number
  /** When everything was looked at last, in milliseconds since 1970. */
  checkedAt: number | null
  /** Whether the storage tells what happens; else it is found by looking. */
  events: boolean
  /** Buckets that there are, and those that have been taken in. */
  buckets: number
  bucketsKnown: number
  /** Objects whose keys cannot be a path of anybody's. */
  unreachableKeys: number
}

/** The one door to S3. */
export interface Storage {
  readonly capabilities: Capabilities
  /** Registers who is asked before any place is read or changed. */
  beforeReading(asked: BeforeReading): void
  /**
   * Registers who is told of each present file that is copied so that it has another ETag or bucket, before readers see
   * the copy. `type`: its MIME type.
   */
  onCopied(follow: (from: ContentIdentity, to: ContentIdentity, type: string) => Promise<void>): void
  /** Registers who is told how much old versions take, change by change. It must not reject. */
  onHistory(follow: (change: HistoryChange) => Promise<void>): void
  /**
   * Makes the bucket of a place, with versioning and lifecycle rules, if it is not there; looks, whatever is known of
   * it.
   */
  ensureBucket(at: Place): Promise<void>
  /** @throws AppError `notFound` */
  stat(at: Place): Promise<Stat>
  /**
   * What lies directly in a folder, in no order. A bucket that is not there yet lists as empty.
   * @throws AppError `notFound`, or `isFile` for a file
   */
  list(at: Place): Promise<Entry[]>
  /** The time of a folder in which nothing tells one: its own. A root that is not there yet has that of its bucket. */
  folderTime(at: Place): Promise<Date | null>
  /** All that lies below a folder; each folder comes once, before what is in it. Nothing for a missing folder. */
  tree(at: Place): AsyncIterable<TreeEntry>
  /**
   * The same at one moment, each file with its version, for `pinned`. `collect` takes the entries as they come; it is
   * called anew when an operation changed the tree meanwhile, and what it answered last is the answer.
   */
  survey<T>(at: Place, collect: (entries: AsyncIterable<TreeEntry>) => Promise<T>): Promise<T>
  /**
   * Everything below a folder that has one of the terms (texts that `fold` made) in its name, perhaps more; everything
   * without terms. In no order; nothing for a missing folder.
   */
  find(at: Place, terms: readonly string[]): AsyncIterable<FoundEntry>
  index(): IndexState
  /** How many folders another tool has hidden by a file of their name, as far as the index has heard of it. */
  hiddenFolders(): Promise<number>
  /** Tells whoever asks in the database (`nido fsck`) what this replica's index holds. */
  answerForIndex(): Promise<void>
  /** What is present below a folder; nothing for a file or a missing one. */
  usage(at: Place): Promise<PlaceUsage>
  /**
   * The present bytes below a folder at one moment, counted at S3 whatever is known: for what must be exact. `parts`:
   * places whose own bytes are told too.
   */
  measure(at: Place, parts: readonly Place[]): Promise<Measured>
  /** Bytes of all old versions below a folder. Takes long where there are many. */
  history(at: Place): Promise<number>
  /**
   * Calls back for each folder whose names readers may see otherwise, whoever changed them; answers how to end that.
   */
  watch(listener: (change: FolderChange) => void): () => void
  /** The present file, or one version of it. @throws AppError `notFound`, or `isFolder` */
  open(at: Place, version?: string): Promise<OpenFile>
  /**
   * What the last `open` told of a present file, where nothing is in doubt and the index says that it is still the
   * same: S3 is not asked. Null else, which says nothing.
   */
  recall(at: Place): Promise<FileStat | null>
  /**
   * A file as a stat or a survey told it. Nothing is asked: whether it is still there comes to light when it is read.
   */
  pinned(at: Place, stat: FileStat): OpenFile
  /** The versions of a file, newest first. @throws AppError `notFound` where no file is */
  versions(at: Place): Promise<FileVersionStat[]>
  /** Puts an older version on top, as a new one. @throws AppError `notFound`, `conflict`, `locked` */
  restoreVersion(at: Place, version: string, options?: Pick<WriteOptions, 'replacing' | 'confirm'>): Promise<void>
  /**
   * Puts a stream at a place, whole or not at all; missing parents are implied. Usable outside a request.
   * @throws AppError `conflict` (taken, or a file above), `isFolder`, `notFound` (expect present), `locked`, `noRoom`,
   * `badRequest` (length differs)
   */
  put(at: Place, body: Readable, options: PutOptions): Promise<FileStat>
  /** Makes a folder and its parents; one that is there stays. @throws AppError `conflict` where a file is in the way */
  makeFolder(at: Place): Promise<void>
  /**
   * Throws what a write would be refused with now (kinds and expectation), before any byte is sent.
   * The answer holds only until the write itself asks again.
   */
  checkWritable(at: Place, expect: Expectation): Promise<void>
  /** Whether any object, old version or marker of one lies at or below a place (a home that was somebody's). */
  isTaken(at: Place): Promise<boolean>
  /**
   * Ends all at and below a folder for good: files, old versions, what of them was moved out of the way, notes of the
   * trash; a whole bucket goes with them. The place is held meanwhile. What a crash leaves of it is ended by asking
   * again.
   * @throws AppError `locked` while something is pending there, `unavailable`
   */
  erase(at: Place): Promise<void>
  readonly multiparts: Multiparts
  readonly ownVersions: OwnVersions
  readonly scratch: GrowingScratch
  readonly operations: Operations
  readonly pointers: Pointers
  /** Sets how long old versions are kept, in all buckets. */
  setRetention(days: number): Promise<void>
  /**
   * Where old versions are kept for no day: ends those that have been old for a quarter of an hour, but for what lies
   * below a pending operation.
   */
  endOldVersions(): Promise<void>
  /**
   * Takes away parts of copies and bodies that nobody will complete, once they have stood still for half an hour.
   * `held`: ids of the uploads in parts that people's unfinished uploads have.
   */
  endStrayParts(held: () => Promise<ReadonlySet<string>>): Promise<void>
  /** Ends the oldest versions of names that have more than 1,000. Lists every version there is. */
  endManyVersions(): Promise<void>
  /** Sets right the notes of writes whose process was lost before it told what became of them. */
  settleNotes(): Promise<void>
  /** Milliseconds by which the clock of S3 is ahead of ours; null before it was heard. */
  clockOffset(): number | null
  /** Whether S3 answers. */
  ping(): Promise<void>
  /** What the S3 server calls itself; null where it says nothing. */
  serverName(): Promise<string | null>
  /** What its house-keeping is. */
  readonly tasks: readonly HouseTask[]
  /** Begins to hold a lease and to take over what lost owners left. */
  start(): Promise<void>
  /** Begins to keep all keys in memory. Without it everything is asked of S3. */
  startIndex(): void
  /** Lets running operations end for a while, gives the lease back and closes the connections. */
  stop(): Promise<void>
}
