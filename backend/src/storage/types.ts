// What the rest of the back end sees of the storage. Everything here takes places and answers plain records; nothing
// leaks S3.
import type { Readable } from 'node:stream'
import type { HouseTask } from '../database/house-keeping.ts'
import type { BeforeReading } from './before-reading.ts'
import type { ContentIdentity } from './derived-cache.ts'
import type { Author, Operations } from './operations/types.ts'
import type { Place } from './paths.ts'

export type * from './operations/types.ts'

export interface FileStat {
  kind: 'file'
  /** Bytes. */
  size: number
  /** `x-amz-meta-mtime` (rclone's convention) or else the object's LastModified. */
  modified: Date
  /** Without quotes. */
  etag: string
  contentType: string
  /** The object's version; '' on a storage without versions. */
  version: string
  /** The id of the write that made it, where one was named. */
  writeId?: string
  /**
   * The id that its content was written under first, which copies and moves keep. Missing where nobody has asked the
   * object itself; '' for what another tool put on a storage without versions.
   */
  contentId?: string
}

export interface FolderStat {
  kind: 'folder'
  /**
   * The time of its newest content where the index knows it, else its own: that of its marker, or of the first thing in
   * it, or for a root when its bucket was made. Null where nothing tells.
   */
  modified: Date | null
  /** The time of its marker, for a root that of its bucket: what lies in it has no say. Null where it has no marker. */
  own: Date | null
  /** Bytes of all files below it, where the index knows them. */
  bytes?: number
}

export type Stat = FileStat | FolderStat
export type Entry = (FileStat | FolderStat) & { name: string }
/** One of all entries below a folder; `relative` has no closing slash. */
export type TreeEntry = (FileStat | FolderStat) & { relative: string }

/** One of the entries that a search looks at. */
export interface FoundEntry {
  relative: string
  kind: 'file' | 'folder'
  size: number
  modified: Date | null
  /** A folder's own time, as `FolderStat` has it; null for a file. */
  own: Date | null
}

/** One range of bytes, both ends included, as RFC 9110 section 14 has them. */
export interface ByteRange {
  start: number
  end: number
}

/** A file pinned to one version: it stays readable while others replace, move or delete it. */
export interface OpenFile {
  stat: FileStat
  /**
   * Reads as design.md says: a second at a time, so that a stalled reader locks nobody out. Destroying it ends the
   * reads behind it.
   */
  read(range?: ByteRange): Readable
}

/** What has to be at the place when a write takes effect, settled at S3 (`If-None-Match`), not only before. */
export type Expectation = 'absent' | 'present' | 'any'

export interface WriteOptions {
  expect: Expectation
  modified: Date
  /**
   * Asked when all bytes are there, right before they become the file; what it throws refuses the write. `absent`: by
   * now nothing may be replaced, which a write that has begun to become the file can no longer heed; it is refused
   * then with `forbidden`.
   */
  confirm?: Confirm
  /**
   * Names the write in the object's metadata (`FileStat.writeId`), so that what it made is known when its answer was
   * lost. One is made up where none is given. Plain ASCII.
   */
  writeId?: string | undefined
  /**
   * Under whose name, and what path of theirs, the trash tells what the write replaces; where nobody is named nothing
   * is noted.
   */
  replacing?: Replacing | undefined
}

/** `replaced`: the file that an old version is about to be made of, where there is one and old versions are kept. */
export type Confirm = (replaced: Pick<FileStat, 'size'> | null) => Promise<'absent' | undefined>

/**
 * What has become of the old versions at or below a place: so many bytes more (or fewer), or nobody knows how many
 * (null). Of places below it nobody knows how they share in that. What lifecycle rules end, and what other tools do, is
 * not told.
 */
export interface HistoryChange {
  at: Place
  bytes: number | null
}

/** Who replaces a file, and the file's path as that person sees it. */
export interface Replacing {
  by: Author
  shown: string
}

export interface PutOptions extends WriteOptions {
  /**
   * Bytes of the body where they are declared. A body that ends before or goes on after is refused and leaves nothing.
   */
  length: number | undefined
}

export interface Part {
  number: number
  etag: string
  size: number
}

/** Uploads in parts straight to their final key; nothing shows before `complete`. For the tus store. */
export interface Multiparts {
  create(at: Place, options: Pick<WriteOptions, 'modified' | 'writeId'>): Promise<string>
  /** One part of known length; 5 MiB at least, but for the last. */
  putPart(at: Place, uploadId: string, number: number, body: Readable | Buffer, length: number): Promise<Part>
  /**
   * One part of what the storage holds already; nothing is sent. Sizes as for `putPart`.
   * @throws AppError `notFound` where that is gone
   */
  copyPart(at: Place, uploadId: string, number: number, from: PartSource): Promise<Part>
  /** Puts the file in its place, whole. Follows the same rules as `put`. */
  complete(at: Place, uploadId: string, parts: Part[], options: WriteOptions): Promise<FileStat>
  abort(at: Place, uploadId: string): Promise<void>
  /**
   * Whether the storage still knows an upload. One that it has dropped may refuse a part with nothing but a broken
   * connection.
   */
  isThere(at: Place, uploadId: string): Promise<boolean>
}

/**
 * A range of the file at the same place, in one version of it, or of a small object of Nido's own (`scratch`, its key).
 */
export type PartSource = ByteRange & ({ version: string } | { scratch: string })

/**
 * What one long write, known by its id (`WriteOptions.writeId`), has made of a file in several steps. On a storage
 * without versions nothing is touched.
 */
export interface OwnVersions {
  /** Removes those that lie beneath the newest of them, each by its id. */
  dropSuperseded(at: Place, writeId: string): Promise<void>
  /**
   * Removes all of them by their ids, where the newest is the present file: what it replaced is the file again, and no
   * longer in the trash. Answers false where somebody has written since: then nothing is touched.
   * @throws AppError `locked`
   */
  takeBack(at: Place, writeId: string): Promise<boolean>
}

/** Small objects of Nido's own in the system bucket: tails of uploads, manifests. Keys are plain ASCII. */
export interface Scratch {
  put(key: string, body: Buffer): Promise<void>
  /** The bytes, or null where there is no such object. */
  get(key: string): Promise<Buffer | null>
  delete(keys: string[]): Promise<void>
  list(prefix: string): Promise<string[]>
}

export interface GrowingScratch extends Scratch {
  /**
   * Puts an object that begins with a range of another one (5 MiB at least) and goes on with `rest`, which alone is
   * sent.
   */
  append(key: string, from: ByteRange & { key: string }, rest: Buffer): Promise<void>
}

/** One version of a file. */
export interface FileVersionStat extends FileStat {
  written: Date
  isLatest: boolean
}

/**
 * Names in one folder that readers may see otherwise now: they came, went or changed. A moved, restored or deleted tree
 * is told by its root's name in its parent. Without names nobody knows which: the folder and all below it.
 */
export interface FolderChange {
  folder: Place
  names: string[]
  /**
   * Names that are told because of what changed below them: the places where that was, or null where these are too many
   * to say. Such a folder may have come or gone with it, or only have another size and time.
   */
  below?: ReadonlyMap<string, readonly Place[] | null>
}

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

/** The present files below a place, and their bytes. */
export interface PlaceUsage {
  bytes: number
  files: number
}

/**
 * What S3 itself tells of the present bytes below a place: in all, and at or below some places among them, in their
 * order.
 */
export interface Measured {
  bytes: number
  parts: number[]
}

/** A place that somebody keeps a note of, such as a link, and the revision of the journal at which it was true. */
export interface Pointer {
  at: Place
  rev: number
}

/**
 * Where a pointer leads after a commit that took things elsewhere: itself where the commit did not concern it, null
 * where it was deleted.
 */
export type Relocate = (pointer: Pointer) => Pointer | null

/** What keeps notes of places elsewhere follows moves and deletes by these. */
export interface Pointers {
  /**
   * Registers who keeps pointers. It is told of each commit before the operation is forgotten, perhaps twice; what it
   * throws is tried again.
   */
  onRelocated(keeper: (relocate: Relocate) => Promise<void>): void
  /**
   * Makes a pointer to what is at a place now: waits for what is pending there, calls `look`, then `keep`. Where
   * something happened meanwhile, `mend` is told what became of the pointer just kept (null: it is to be forgotten).
   * Answers what `look` answered.
   * @throws AppError `locked`, `notFound` when it was deleted meanwhile, and what `look` throws
   */
  make<T>(
    at: Place,
    steps: {
      look(): Promise<T>
      keep(found: T, pointer: Pointer): Promise<void>
      mend(pointer: Pointer | null): Promise<void>
    },
  ): Promise<T>
  /** Looks where a pointer leads (null: deleted), and again when it leads elsewhere afterwards. */
  follow<T>(pointer: Pointer, look: (at: Place | null) => Promise<T>): Promise<T>
}

/** What the S3 server behind can do, as tried out at the start. What is false is off. */
export interface Capabilities {
  /** Old versions are kept. Without them there is no history and no trash: what is replaced or deleted is gone. */
  versioning: boolean
  /** Changes are told as they happen (MinIO's bucket events); else they are found by looking. */
  notifications: boolean
  /** Listings tell times and types (MinIO's `metadata=true`); else each object is asked. */
  listedMetadata: boolean
  /**
   * `If-None-Match: *` is obeyed by a put; else who looks first may still lose what another writes in the same moment.
   */
  putIfAbsent: boolean
  /** `If-Match` is obeyed by a put. */
  putIfMatch: boolean
  /** `If-None-Match: *` is obeyed by the completion of an upload in parts. */
  completeIfAbsent: boolean
  /** Parts can be copied at the server; else large copies are one request each. */
  partCopy: boolean
  /** Objects can carry tags. */
  tags: boolean
  /** The server ends old versions by rules; else house-keeping does. */
  lifecycle: boolean
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
