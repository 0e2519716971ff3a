// The record of an unfinished upload: one for each actor, bucket and key.
import { hash } from 'node:crypto'
import { UPLOADS } from '../../storage/own-keys.ts'
import { pathText, type Place, placeOfText } from '../../storage/paths.ts'
import { type Held, NOTHING_HELD, type ResumableUpload } from '../../storage/resumable/held.ts'
import type { Actor } from '../access/actor.ts'

export interface UploadRecord {
  _id: string
  /** New for every start of the upload, to distinguish leftovers of an earlier one. */
  generation: string
  /** Whose it is: an actor's id. */
  actor: string
  /** The person who has the rights that it is finished with, and whose quota it takes. */
  userId: number
  username: string
  /** The person's action as the client named it; '' if it did not. */
  action: string
  /** The path as the person sees it, for the trash note of what it replaces; '' if there is a note already. */
  shown: string
  /** The place of the file, as `pathText`. */
  at: string
  /** The declared size; -1 if unknown. */
  length: number
  /** Stored bytes. */
  offset: number
  expect: 'absent' | 'any'
  /** The modification time of the file, in milliseconds since 1970. */
  modified: number
  /** `Held` as one text, because FerretDB is slow with nested fields. */
  held: string
  /** Whether space is reserved for it, under its generation (quotas). */
  isClaimed: boolean
  /**
   * The ETag of the file that an upload without length became at a pause; '' while the upload has more than the
   * file, `NO_CHUNK` before the first chunk.
   */
  whole: string
  /**
   * For an upload without length: '' while its chunks have the chunk size of the settings, `ended` when a shorter one
   * has completed the file, `short` when more followed.
   */
  pace: '' | 'ended' | 'short'
  /** When a reader or a pause last made the file, in milliseconds since 1970; 0 for never. */
  madeAt: number
  /** Whether all replicas know that it holds more than its file. */
  isOpen: boolean
  /** Who works on it: a token of the running request, '' for nobody; and until when that counts. */
  leaseOwner: string
  leaseUntil: number
  /** Milliseconds since 1970: of the last chunk, and when the upload expires. */
  touched: number
  expires: number
}

export const UNKNOWN_LENGTH = -1
export const NO_CHUNK = 'none'

/** The id of the record of an actor's upload to a place. */
export function recordId({ id }: Pick<Actor, 'id'>, at: Place): string {
  return hash('sha256', `${id}\0${pathText(at)}`, 'base64url')
}

/** Where its file is to be. */
export const placeOf = ({ at }: Pick<UploadRecord, 'at'>): Place => placeOfText(at)

/** Whether nobody has declared its length. */
export const isDeferred = ({ length }: Pick<UploadRecord, 'length'>): boolean => length === UNKNOWN_LENGTH

/** Whether the bytes are in a file already, and the upload only waits for more. */
export const isWhole = ({ whole }: Pick<UploadRecord, 'whole'>): boolean => whole !== '' && whole !== NO_CHUNK

/** Whether an upload without length has received nothing. */
export const isUntouched = (record: Pick<UploadRecord, 'length' | 'offset' | 'whole'>): boolean =>
  isDeferred(record) && record.offset === 0 && record.whole === NO_CHUNK

/** Whether the trash note of what the file replaces exists; what it replaces further is a shorter form of itself. */
export const isNoted = ({ shown }: Pick<UploadRecord, 'shown'>): boolean => shown === ''

/** The prefix of tokens of requests that bring a chunk. */
export const CHUNK_OWNER = 'chunk-'

/** Whether a chunk is arriving. */
export const isReceiving = (record: Pick<UploadRecord, 'leaseOwner' | 'leaseUntil'>, now: number): boolean =>
  record.leaseOwner.startsWith(CHUNK_OWNER) && record.leaseUntil > now

/** What a chunk changes of a record. */
export function afterChunk(record: UploadRecord): Partial<UploadRecord> {
  const { held, pace, isOpen, isClaimed, whole, offset, touched, expires } = record
  return { held, pace, isOpen, isClaimed, whole, offset, touched, expires }
}

/** Whether all declared bytes are stored, and only the file is not in its place yet. */
export const isComplete = ({ length, offset }: Pick<UploadRecord, 'length' | 'offset'>): boolean => length === offset

/** The prefix of an upload's small objects in the system bucket. */
export const scratchPrefix = ({ _id, generation }: Pick<UploadRecord, '_id' | 'generation'>): string =>
  `${UPLOADS}${_id}/${generation}/`

const SCRATCH_KEY = new RegExp(`^${UPLOADS}[^/]+/([^/]+)/`)
/** The generation that a small object belongs to; '' for a key that is none of ours. */
export const generationOfKey = (key: string): string => SCRATCH_KEY.exec(key)?.[1] ?? ''

/** The person who uploads it; nobody for the guests of a link. */
export const putterIn = ({ actor, userId }: Pick<UploadRecord, 'actor' | 'userId'>): number | undefined =>
  actor === String(userId) ? userId : undefined

/** What the storage is told of an upload. */
export function uploadOf(record: UploadRecord): ResumableUpload {
  return {
    at: placeOf(record),
    length: isDeferred(record) ? null : record.length,
    offset: record.offset,
    held: readHeld(record),
    modified: new Date(record.modified),
    writeId: record.generation,
    putBy: putterIn(record),
    tailPrefix: scratchPrefix(record),
  }
}

/** What it holds at the storage, as its record keeps that. */
export const writeHeld = ({ uploadId, parts, pieces }: Held): string =>
  JSON.stringify([
    uploadId,
    parts.map(({ etag, size }) => [etag, size]),
    pieces.map(({ key, size, skip }) => (skip === undefined ? [key, size] : [key, size, skip])),
  ])

/** The same as it is used. */
export function readHeld({ held }: Pick<UploadRecord, 'held'>): Held {
  if (held === '') return NOTHING_HELD
  const [uploadId, parts, pieces] = JSON.parse(held) as [string, [string, number][], [string, number, number?][]]
  return {
    uploadId,
    parts: parts.map(([etag, size], index) => ({ number: index + 1, etag, size })),
    pieces: pieces.map(([key, size, skip]) => ({ key, size, ...(skip !== undefined && { skip }) })),
  }
}
