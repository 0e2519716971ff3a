// What a write is asked to do, and the steps of an upload in parts.
import type { Readable } from 'node:stream'
import type { ByteRange, FileStat } from './entries.ts'
import type { Author } from './operations/types.ts'
import type { Place } from './paths.ts'

/** What has to be at the place when a write takes effect. S3 itself settles it (`If-None-Match`), not only a look. */
export type Expectation = 'absent' | 'present' | 'any'

export interface WriteOptions {
  expect: Expectation
  modified: Date
  /**
   * Asked when all bytes are there, right before they become the file; what it throws refuses the write. It answers
   * `absent` where by now nothing may be replaced. A put whose condition has been sent cannot obey that any more, and
   * is refused with `forbidden`.
   */
  confirm?: Confirm
  /**
   * The write's id in the object's metadata (`FileStat.writeId`), by which a file is known to be its own when the
   * answer was lost. Plain ASCII. One is made up where none is given.
   */
  writeId?: string | undefined
  /** The person who puts the file there, by number, for `putterOf`. Nobody, if it is left out. */
  putBy?: number | undefined
  /**
   * Only the file that the write found may be replaced: no other write may come between. S3 settles it (`If-Match`)
   * where the server obeys that; else nothing does. Refused with `preconditionFailed`.
   */
  isExclusive?: boolean | undefined
  /**
   * Who replaces a file, for the note in the trash. Without it nothing is noted.
   */
  replacing?: Replacing | undefined
}

/** `replaced`: the file that is about to become an old version, where there is one and old versions are kept. */
export type Confirm = (replaced: Pick<FileStat, 'size'> | null) => Promise<'absent' | undefined>

/**
 * Old versions at or below a place take so many bytes more (or fewer), or an unknown number (null). How places below it
 * share in that is not known. What lifecycle rules end and what other tools do is not told.
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
  /** Bytes of the body, where declared. A shorter or longer body is refused and leaves nothing. */
  length: number | undefined
}

export interface Part {
  number: number
  etag: string
  size: number
}

/** What the file of an upload in parts carries, which is told when it is begun. */
export type BegunWith = Pick<WriteOptions, 'modified' | 'writeId' | 'putBy'>

/** An unfinished upload in parts to a place. `begun`: what it was begun with, where that is still known. */
export interface UploadAt {
  at: Place
  uploadId: string
  begun?: BegunWith
}

/** One part that is sent. */
export interface NewPart {
  number: number
  body: Readable | Buffer
  /** Bytes: 5 MiB at least, but for the last part. */
  length: number
}

/** Uploads in parts, straight to their final key. Nothing shows before `complete`. */
export interface Multiparts {
  create(at: Place, begun: BegunWith): Promise<string>
  /** Puts one part. */
  putPart(upload: UploadAt, part: NewPart): Promise<Part>
  /**
   * Makes one part of what the storage holds already; nothing is sent. Sizes as for `putPart`.
   * @throws AppError `notFound` where the source is gone
   */
  copyPart(upload: UploadAt, number: number, from: PartSource): Promise<Part>
  /** Puts the file in its place, whole. Follows the same rules as `put`. */
  complete(upload: UploadAt, parts: Part[], options: WriteOptions): Promise<FileStat>
  abort(upload: UploadAt): Promise<void>
  /**
   * Whether the storage still knows an upload. Where it has dropped one, a part may just end in a broken connection.
   */
  isThere(upload: UploadAt): Promise<boolean>
  /** The parts that an upload has, by their numbers; null where the storage does not know it any more. */
  parts(upload: UploadAt): Promise<Part[] | null>
  /**
   * Says that an upload is at work, however long its next part takes, until the answer is called. Otherwise
   * house-keeping ends it after half an hour without a part.
   */
  hold(uploadId: string): () => void
}

/** A range of one version of the file at the same place, or of a small object of Nido's own (`scratch`: its key). */
export type PartSource = ByteRange & ({ version: string } | { scratch: string })

/**
 * The versions that one long write, known by its id (`WriteOptions.writeId`), has made of a file step by step. On a
 * storage without versions nothing is touched.
 */
export interface OwnVersions {
  /** Removes all of them but the newest, each by its version id. */
  dropSuperseded(at: Place, writeId: string): Promise<void>
  /**
   * Removes all of them by their version ids, where the newest is the present file. What it replaced is the file again,
   * and leaves the trash. Answers false, and touches nothing, where somebody else has written since.
   * @throws AppError `locked`
   */
  takeBack(at: Place, writeId: string): Promise<boolean>
}
