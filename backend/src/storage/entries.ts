// What readers are told of files and folders: plain records, without anything of S3.
import type { Readable } from 'node:stream'

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
  /** The id of the write that made it, where it had one. */
  writeId?: string
  /** What it says of who put it there (`putterOf`). Missing where the object itself was not asked. */
  putBy?: string
  /**
   * The id under which its content was first written; copies and moves keep it. Missing where the object itself was not
   * asked; '' for what another tool put on a storage without versions.
   */
  contentId?: string
}

export interface FolderStat {
  kind: 'folder'
  /**
   * The time of its newest content where the index knows it, else its own time: that of its marker, of the first thing
   * in it, or for a root that of its bucket. Null where nothing tells a time.
   */
  modified: Date | null
  /** The time of its marker, for a root that of its bucket, whatever lies in it. Null where it has no marker. */
  own: Date | null
  /** Bytes of all files below it, where the index knows them. */
  bytes?: number
}

export type Stat = FileStat | FolderStat
export type Entry = (FileStat | FolderStat) & { name: string }
/** What lies in a folder. */
export interface FolderEntries {
  entries: Entry[]
  /**
   * Where the index alone told all of it: a text that is another one once anything is told otherwise, at any depth
   * (only ever compared with those of this process). Null where S3 was asked.
   */
  version: string | null
}
/** What has changed in a folder: the names, and what has these names by now. */
export interface ChangedEntries extends FolderEntries {
  names: string[]
  version: string
}
/** An entry at any depth below a folder; `relative` has no closing slash. */
export type TreeEntry = (FileStat | FolderStat) & { relative: string }

/** An entry that a search looks at. */
export interface FoundEntry {
  relative: string
  kind: 'file' | 'folder'
  size: number
  modified: Date | null
  /** A folder's own time, as `FolderStat` has it; null for a file. */
  own: Date | null
}

/** A range of bytes, both ends included (RFC 9110 section 14). */
export interface ByteRange {
  start: number
  end: number
}

/** How a file is opened. */
export interface OpenOptions {
  /** One of its versions instead of the present one. */
  version?: string | undefined
  /**
   * The bytes of the present file, of this size, that are read next (null: none), so that they are asked for at once.
   * The size may be wrong, or Infinity where it is not known.
   */
  next?: ((size: number) => ByteRange | null) | undefined
}

/** A file pinned to one version, which stays readable while others replace, move or delete the file. */
export interface OpenFile {
  stat: FileStat
  /**
   * Asks S3 for about a second's worth at a time, so that a stalled reader does not lock the key for others. Destroying
   * the stream ends the reads behind it.
   */
  read(range?: ByteRange): Readable
}

/** One version of a file. */
export interface FileVersionStat extends FileStat {
  written: Date
  isLatest: boolean
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
