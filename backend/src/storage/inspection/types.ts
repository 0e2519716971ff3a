// What an inspection of the buckets looks at, and what it finds.
import type { S3Connections } from '../s3-clients.ts'
import type { JournalState } from '../journal-state.ts'
import type { IndexAnswers } from '../live/index-answers.ts'
import type { NoteDocument } from '../operations/note-keys.ts'

/**
 * `hiddenKeys`: a name is a file (or was one) and a folder at once; on MinIO listings tell nothing below it.
 * `markerWithBytes`: an object whose name ends in a slash has bytes that nobody can reach as a file.
 * `strayMultipart`: an upload in parts that no record knows, older than unfinished uploads are kept.
 * `strayManifest`: a list of versions that belongs to no operation and no note.
 * `noteWithoutManifest`: a note of the trash that has lost its list, so that nothing can be brought back by it.
 * `strayScratch`: the tail of an upload that no record knows.
 * `strayTrial`: what a trial of the S3 server left behind.
 * `staleIndex`: the index of a replica that lives holds something else than the bucket; `key` is empty.
 */
export type FindingCode =
  | 'hiddenKeys'
  | 'markerWithBytes'
  | 'strayMultipart'
  | 'strayManifest'
  | 'noteWithoutManifest'
  | 'strayScratch'
  | 'strayTrial'
  | 'staleIndex'

export interface Finding {
  code: FindingCode
  bucket: string
  key: string
  /** Repairs it, where nobody can miss what is taken away. */
  repair?: () => Promise<void>
}

/** Facts that are no faults, and good to know. */
export interface Remarks {
  /** Folders that are there only while a file lies in them. */
  impliedFolders: number
  /** Versions in `history/` that no note of the trash has. The server ends them in time. */
  unnotedHistory: number
  /** Objects whose keys cannot be a path of Nido's. */
  unreachableKeys: number
  /** Living replicas that did not tell in time what their index holds. */
  silentReplicas: number
}

/** `indexes`: how many replicas' indexes were compared with the buckets. */
export interface Inspected {
  buckets: number
  objects: number
  indexes: number
}

/** Where database and buckets tell of different times, as after a restore of two backups. Nothing of it is deleted. */
export interface Gaps {
  /** Links and their places (texts of `pathText`), where nothing is any more. */
  lostLinks: { link: string; place: string }[]
  /** Buckets with files in which nobody lives. */
  nobodysBuckets: string[]
}

export interface Report {
  findings: Finding[]
  gaps: Gaps
  remarks: Remarks
  inspected: Inspected
}

/** What the database knows of S3. It is asked after S3, so that what was made meanwhile is no stray. */
export interface Knowledge {
  journal(): Promise<Pick<JournalState, 'ops'>>
  notes(): Promise<Pick<NoteDocument, '_id' | 'count'>[]>
  /** What the indexes of the replicas hold. */
  indexes(): Promise<IndexAnswers>
  /** The buckets in which somebody lives, and the places (texts of `pathText`) to which links lead. */
  people(): Promise<{ buckets: ReadonlySet<string>; links: { link: string; place: string }[] }>
  /** What unfinished uploads hold: ids of uploads in parts, and whether a small object is one of theirs. */
  uploads(): Promise<{ multiparts: ReadonlySet<string>; isPiece: (key: string) => boolean }>
}

export interface InspectionOptions {
  clients: Pick<S3Connections, 'control' | 'minio'>
  bucketPrefix: string
  systemBucket: string
  knowledge: Knowledge
  /** Milliseconds that an unfinished upload is kept. */
  uploadExpiryMs: number
  /** Milliseconds since 1970. */
  now: () => number
}
