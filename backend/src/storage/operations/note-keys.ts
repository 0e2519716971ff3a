// A note of the trash, and its keys in the system bucket.
import { createHash } from 'node:crypto'
import { KEY_MAX_BYTES } from '../../../contract/resources.ts'
import { NOTES, NOTES_BY_ACTION, NOTES_BY_FOLDER, NOTES_BY_PATH, NOTES_BY_TIME } from '../own-keys.ts'
import type { ManifestEntry } from './manifests.ts'

export type NoteKind = 'delete' | 'replace'

/** A note as it is stored. */
export interface NoteDocument {
  _id: string
  kind: NoteKind
  /** What the person did in one go, as the client named it; '' where it did not. */
  action: string
  userId: number
  username: string
  /** Bucket and path of what was deleted or replaced: the one thing, or the folder that holds them all. */
  bucket: string
  path: string
  /** The path as the person saw it. */
  shown: string
  /** Whether `path` is one file. */
  isFile: boolean
  /** How many things were deleted; one if missing. */
  things?: number
  /** Some names of replaced files, or of several deleted things. */
  names: string[]
  when: number
  count: number
  bytes: number
  /**
   * How often its sums were counted from its manifest (`recount`); 0 if missing. Who adds to them has looked at this
   * before its entries were in the manifest.
   */
  recounts?: number
  /** Of several replaced files, once the note has left the database: the folders that they were in (`foldersTold`). */
  folders?: string[]
}

/** Some notes, newest first, and the place after which the next ones come; null where there are no more. */
export interface NotePage {
  notes: NoteDocument[]
  cursor: string | null
}

export interface PageWish {
  limit: number
  after?: string | undefined
}

/** Ends of time for keys that are listed newest first: the year 2286. */
const LAST_MS = 9_999_999_999_999
const TIME_DIGITS = 13
const ID_MAX_BYTES = 80
/** Folders that point to one note at most. */
const FOLDERS_MAX = 200

/** Where a note lies in the system bucket. */
export const noteKey = (id: string): string => `${NOTES}${id}.json`
/** The id of the note that lies there. */
export const noteIdIn = (key: string): string => key.slice(NOTES.length).replace(/\.json$/, '')

/** A note's place among the others as a text; newer notes sort first. */
export const orderOf = ({ _id, when }: Pick<NoteDocument, '_id' | 'when'>): string => `${timeText(when)}-${_id}`
const timeText = (time: number): string => String(Math.max(0, LAST_MS - time)).padStart(TIME_DIGITS, '0')
/** Sorts before all notes of this time and of earlier ones. */
export const orderAt = (time: number): string => timeText(time)
/** The id of the note at such a place. */
export const idOfOrder = (order: string): string => order.slice(TIME_DIGITS + 1)
/** Whether a text can be a note's id. A client asks with any text, and an id becomes part of a key. */
export const isNoteId = (text: string): boolean => /^\w{1,80}$/.test(text)

/** Where pointers to all notes of a bucket lie, by `orderOf`. */
export const timeFolder = (bucket: string): string => `${NOTES_BY_TIME}${bucket}/`

/** Where pointers to the notes of one action of a person lie. */
export const actionFolder = (bucket: string, { userId, action }: Pick<NoteDocument, 'userId' | 'action'>): string =>
  `${NOTES_BY_ACTION}${bucket}/${createHash('sha256').update(`${userId} ${action}`).digest('hex')}/`

/** Where pointers to the notes of a place lie, by their own path. */
export const pathFolder = (bucket: string, path: string): string => folderIn(NOTES_BY_PATH, bucket, path)
/** The same by the folders of their files. */
export const fileFolder = (bucket: string, path: string): string => folderIn(NOTES_BY_FOLDER, bucket, path)

/** The folder of a path; for one that is too long for a key, the deepest folder above it that fits. */
function folderIn(tree: string, bucket: string, path: string): string {
  let folder = path
  const keyOf = () => `${tree}${bucket}/${folder === '' ? '' : `${folder}/`}`
  while (Buffer.byteLength(keyOf()) + ID_MAX_BYTES > KEY_MAX_BYTES) folder = above(folder)
  return keyOf()
}

const above = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length)

/** The folders of some files. If there are too many, the deepest are replaced by those above them. */
export function foldersTold(entries: Pick<ManifestEntry, 'key'>[]): string[] {
  let folders = new Set(entries.map(({ key }) => above(key)))
  while (folders.size > FOLDERS_MAX) {
    const deepest = Math.max(...[...folders].map(depthOf))
    folders = new Set([...folders].map((folder) => (depthOf(folder) === deepest ? above(folder) : folder)))
  }
  return [...folders]
}

/** The pointer to a note of replaced files by its own path; none to a note of a delete. */
export const pathKeyOf = ({ kind, bucket, path, _id }: NoteDocument): string[] =>
  kind === 'replace' ? [pathFolder(bucket, path) + _id] : []

/** All keys of a note in the system bucket. */
export const keysOf = (note: NoteDocument): string[] => [noteKey(note._id), ...tellingKeysOf(note), ...pathKeyOf(note)]

/** The database's filter for a note that nobody has changed since it was read. */
export const unchanged = ({ _id, path, ...note }: NoteDocument) => ({ _id, path, ...sumsOf(note) })

/** The database's filter for the sums of a note, as they were read. */
export const sumsOf = ({ count, bytes, things, recounts }: Omit<NoteDocument, '_id' | 'path'>) => ({
  count,
  bytes,
  things: things ?? { $exists: false },
  recounts: recounts ?? { $exists: false },
})

/** The empty objects that point to a note in the system bucket. */
export const tellingKeysOf = (note: NoteDocument): string[] => [
  timeFolder(note.bucket) + orderOf(note),
  ...(note.action === '' ? [] : [actionFolder(note.bucket, note) + note._id]),
  ...(note.folders ?? []).map((folder) => fileFolder(note.bucket, folder) + note._id),
]
