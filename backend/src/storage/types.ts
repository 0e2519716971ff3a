// What the rest of the back end sees of the storage. Everything here takes places and answers plain records, without
// anything of S3.
import type { Readable } from 'node:stream'
import type { HouseTask } from '../database/house-keeping.ts'
import type { BeforeReading } from './before-reading.ts'
import type { Capabilities } from './capabilities.ts'
import type { FolderChange } from './changes.ts'
import type { ContentIdentity } from './derived-cache.ts'
import type {
  ChangedEntries,
  Entry,
  FileStat,
  FileVersionStat,
  FolderEntries,
  FoundEntry,
  Measured,
  OpenFile,
  OpenOptions,
  PlaceUsage,
  Stat,
  TreeEntry,
} from './entries.ts'
import type { OutsideWorks } from './operations/outside.ts'
import type { PendingTimes } from './operation-times.ts'
import type { FollowMade, MadeChange } from './made-changes.ts'
import type { Operations } from './operations/types.ts'
import type { Place } from './paths.ts'
import type { Pointer, Pointers, Relocate } from './pointers.ts'
import type { GrowingScratch, Scratch } from './scratch.ts'
import type { Expectation, HistoryChange, Multiparts, OwnVersions, PutOptions, WriteOptions } from './writes.ts'

export type * from './entries.ts'
export type { OutsideProgress, OutsideWork, OutsideWorks } from './operations/outside.ts'
export type * from './operations/types.ts'
export type * from './writes.ts'
export type { Capabilities, FolderChange, GrowingScratch, MadeChange, Pointer, Pointers, Relocate, Scratch }

/** The state of the index in memory. */
export interface IndexState {
  /** Whether all buckets have been taken in. Until then S3 itself is asked. */
  isReady: boolean
  /** Files and folder markers. */
  objects: number
  /** Bytes of memory. */
  bytes: number
  /** When everything was last looked at, in milliseconds since 1970. */
  checkedAt: number | null
  /** Whether the storage tells changes; else they are found by looking. */
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
  /** Registers who is told of each change of what old versions take. It must not reject. */
  onHistory(follow: (change: HistoryChange) => Promise<void>): void
  /**
   * Registers who is told of each change that a person has made through this process, when readers see it. Folders that
   * are made and what is deleted for good are not told.
   */
  onMade(follow: FollowMade): void
  /** Makes the bucket of a place, with versioning and lifecycle rules, if S3 does not have it. Always asks S3. */
  ensureBucket(at: Place): Promise<void>
  /** @throws AppError `notFound` */
  stat(at: Place): Promise<Stat>
  /**
   * What lies directly in a folder, in no order. A bucket that is not there yet lists as empty.
   * @throws AppError `notFound`, or `isFile` for a file
   */
  list(at: Place): Promise<Entry[]>
  /** The same, with the version of what is told. */
  listing(at: Place): Promise<FolderEntries>
  /** The version that `listing` would tell now, after the same questions to the journal; null where it has none. */
  listingVersion(at: Place): Promise<string | null>
  /**
   * What has changed in a folder since `listing` told a version. Null where the index alone cannot tell it, or not any
   * more: then all is to be listed again.
   */
  changedSince(at: Place, version: string): Promise<ChangedEntries | null>
  /** The time of a folder as a listing of its parent tells it. A root that is not there yet has that of its bucket. */
  folderTime(at: Place): Promise<Date | null>
  /** All that lies below a folder; each folder comes once, before what is in it. Nothing for a missing folder. */
  tree(at: Place): AsyncIterable<TreeEntry>
  /**
   * The same at one moment, each file with its version, for `pinned`. `collect` takes the entries as they come. It is
   * called again when an operation changed the tree meanwhile, and its last answer counts.
   */
  survey<T>(at: Place, collect: (entries: AsyncIterable<TreeEntry>) => Promise<T>): Promise<T>
  /**
   * Everything below a folder that has one of the terms (texts that `fold` made) in its name, and perhaps more;
   * everything where there are no terms. In no order, some at a time, because waiting for each one would take longer
   * than looking at it. Nothing for a missing folder.
   */
  find(at: Place, terms: readonly string[]): AsyncIterable<readonly FoundEntry[]>
  index(): IndexState
  /** The operations under way, by what this process knows: a second old at most. */
  pending(): PendingTimes[]
  /** How many folders another tool has hidden by a file of their name, as far as the index has heard. */
  hiddenFolders(): Promise<number>
  /** Answers questions in the database (`nido fsck`) about what this replica's index holds. */
  answerForIndex(): Promise<void>
  /** What is present below a folder; nothing for a file or a missing one. */
  usage(at: Place): Promise<PlaceUsage>
  /**
   * The present bytes below a folder at one moment. Counted at S3 even where the index knows them, for what must be
   * exact. `parts`: places whose own bytes are told too.
   */
  measure(at: Place, parts: readonly Place[]): Promise<Measured>
  /** Bytes of all old versions below a folder. Takes long where there are many. */
  history(at: Place): Promise<number>
  /**
   * Calls back for each folder in which readers see something else now, whoever changed it. Answers how to end that.
   */
  watch(listener: (change: FolderChange) => void): () => void
  /**
   * Somebody sees what is there. For a minute from then on, what other programs change is told within a second;
   * otherwise within some seconds. Every look and change counts as this, too.
   */
  attend(): void
  /** The present file, or one version of it. @throws AppError `notFound`, or `isFolder` */
  open(at: Place, how?: OpenOptions): Promise<OpenFile>
  /**
   * A file as a listing tells it, without its version, or `folder`, where nothing is in doubt. S3 is not asked. Null
   * says nothing about the place.
   */
  known(at: Place): Promise<FileStat | 'folder' | null>
  /** Whether nothing is there, as far as the index alone tells that. False says nothing about the place. */
  isKnownFree(at: Place): Promise<boolean>
  /**
   * What the last `open` told of a present file, where nothing is in doubt and the index says that the file is still
   * the same. S3 is not asked. Null says nothing about the file.
   */
  recall(at: Place): Promise<FileStat | null>
  /** A file as a stat or a survey told it. S3 is not asked: whether the file is still there shows when it is read. */
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
   * Throws what a write would be refused with now (kinds and expectation), before any byte is sent. The write itself
   * asks again.
   */
  checkWritable(at: Place, expect: Expectation): Promise<void>
  /** Whether any object, old version or delete marker lies at or below a place, such as a former home. */
  isTaken(at: Place): Promise<boolean>
  /**
   * Ends all at and below a folder for good: files, old versions, those in `history/`, and notes of the trash. A whole
   * bucket goes with them. The place is held meanwhile. After a crash, asking again ends the rest.
   * @throws AppError `locked` while something is pending there, `unavailable`
   */
  erase(at: Place): Promise<void>
  readonly multiparts: Multiparts
  readonly ownVersions: OwnVersions
  readonly scratch: GrowingScratch
  readonly operations: Operations
  readonly works: Pick<OutsideWorks, 'begin'>
  readonly pointers: Pointers
  /** Sets how long old versions are kept, in all buckets. */
  setRetention(days: number): Promise<void>
  /**
   * Where old versions are kept for 0 days: ends those that have been old for a quarter of an hour, except below a
   * pending operation.
   */
  endOldVersions(): Promise<void>
  /**
   * Takes away parts of copies and bodies that nobody will complete, after half an hour without progress. `held`: ids
   * of the uploads in parts that belong to people's unfinished uploads.
   */
  endStrayParts(held: () => Promise<ReadonlySet<string>>): Promise<void>
  /** Ends the oldest versions of names that have more than 1,000. Lists every version there is. */
  endManyVersions(): Promise<void>
  /** Corrects the notes of writes whose process was lost before it wrote down how they ended. */
  settleNotes(): Promise<void>
  /** Milliseconds by which the clock of S3 is ahead of ours; null until it was heard. */
  clockOffset(): number | null
  /** Whether S3 answers. */
  ping(): Promise<void>
  /** What the S3 server calls itself; null where it does not say. */
  serverName(): Promise<string | null>
  /** Its house-keeping. */
  readonly tasks: readonly HouseTask[]
  /** Begins to hold a lease and to take over what lost owners left. */
  start(): Promise<void>
  /** Begins to keep all keys in memory. Without it everything is asked of S3. */
  startIndex(): void
  /** Lets running operations end for a while, gives the lease back and closes the connections. */
  stop(): Promise<void>
}
