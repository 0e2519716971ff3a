// What a backup is made of, as it lies at its target (README.md in this folder).
import { createHash } from 'node:crypto'
import type { JournalState } from '../journal-state.ts'

/** Entries in one part of a list. */
export const PART_ENTRIES = 1000

/** A file or folder marker as it was at the moment of the backup. */
export interface BackupEntry {
  /** The bucket's name without the household's prefix: `home`. */
  bucket: string
  key: string
  /** '' on a storage without versions. */
  version: string
  size: number
  etag: string
  /** In milliseconds since 1970. */
  modified: number
  type: string
  metadata: Record<string, string>
  /** The name of its bytes in the backup. */
  content: string
}

/** An entry whose bytes are in the backup. */
export interface StoredEntry extends BackupEntry {
  /** Of its bytes, in hexadecimal. */
  sha256: string
}

/** What a backup holds, before its bytes are copied. */
export interface Moment {
  format: 1
  id: string
  /** In milliseconds since 1970, by the clock of the storage. */
  at: number
  bucketPrefix: string
  journal: JournalState
  /** Lists of entries, numbered from 0 on. */
  parts: number
  /** For how long changes waited. */
  heldMs: number
}

/** A whole backup. */
export interface Summary {
  id: string
  at: number
  objects: number
  bytes: number
  /** Bytes that earlier backups did not have. */
  copiedBytes: number
  /** Files that were deleted for good before their bytes were copied. */
  gone: number
  heldMs: number
}

export const SNAPSHOTS = 'snapshots/'
export const CONTENTS = 'contents/'
export const SUMS = 'sums/'
/** Is there from the first to the last removal of old backups. */
export const REMOVING = 'removing.json'
export const momentName = (id: string): string => `${SNAPSHOTS}${id}/moment.json`
export const summaryName = (id: string): string => `${SNAPSHOTS}${id}/done.json`
export const databaseName = (id: string): string => `${SNAPSHOTS}${id}/database.jsonl`
/** What was there at the moment, and the same once the bytes are in the backup. */
export const listedName = (id: string, part: number): string => `${SNAPSHOTS}${id}/listed-${numbered(part)}.jsonl`
export const storedName = (id: string, part: number): string => `${SNAPSHOTS}${id}/stored-${numbered(part)}.jsonl`
export const contentName = (content: string): string => `${CONTENTS}${content.slice(0, 2)}/${content}`
/** The SHA-256 of a content. It is written last: where it is, the content is whole. */
export const sumName = (content: string): string => `${SUMS}${content.slice(0, 2)}/${content}`

const numbered = (part: number): string => String(part).padStart(6, '0')

/** Ids of backups sort in the order of time. */
export const snapshotId = (at: number): string => new Date(at).toISOString().replaceAll(/[:.]/g, '-')

/**
 * The name of bytes in a backup. ETag and size tell two contents apart, and the id of the write two that were made to
 * share an MD5.
 */
export const backedUpContentOf = ({
  etag,
  size,
  contentId,
}: {
  etag: string
  size: number
  contentId: string
}): string => createHash('sha256').update(`${etag}\0${size}\0${contentId}`).digest('hex')

export const toLines = (values: readonly unknown[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))

export const fromLines = <T>(lines: Buffer): T[] =>
  lines
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
