// What is kept of an unfinished upload: one record per person, bucket and key.
import { createHash } from 'node:crypto'
import { UPLOADS } from '../../storage/own-keys.ts'
import { pathText, type Place, placeOfText } from '../../storage/paths.ts'
import { type Held, NOTHING_HELD, type ResumableUpload } from '../../storage/resumable/held.ts'

export interface UploadRecord {
  _id: string
  /** Made anew when an upload begins again: what is left of the one before is told apart by it. */
  generation: string
  userId: number
  username: string
  /** What the person does in one go, as the client named it; '' where it did not. */
  action: string
  /** The path as the person sees it, for what the file replaces; '' when that is noted already. */
  shown: string
  /** The place that the file will have, as `pathText` writes it. */
  at: string
  /** Bytes declared; -1 where nobody said how many there will be. */
  length: number
  /** Bytes that are durable. */
  offset: number
  expect: 'absent' | 'any'
  /** The time the file is to have, in milliseconds since 1970. */
  modified: number
  /** `Held` as one text: FerretDB is slow with nested fields. */
  held: string
  /** Whether room is claimed for it, under its generation (quotas). */
  isClaimed: boolean
  /**
   * The ETag of the file that an upload without length came to when it paused; '' while there is more than is in the
   * file, `NO_CHUNK` before the first.
   */
  whole: string
  /**
   * Of an upload without length: '' while its chunks have the settings' size, `ended` when a shorter one has completed
   * the file, `short` when more came after that.
   */
  pace: '' | 'ended' | 'short'
  /** When a look or a pause made the file last, in milliseconds since 1970; 0 for never. */
  madeAt: number
  /** Whether all replicas have been told that it holds more than its file may. */
  isOpen: boolean
  /** Who works on it: a token of the running call, '' for nobody; and until when that counts. */
  leaseOwner: string
  leaseUntil: number
  /** Milliseconds since 1970: of the last chunk, and when the upload is given up. */
  touched: number
  expires: number
}

export const UNKNOWN_LENGTH = -1
export const NO_CHUNK = 'none'

/** The id of the record of a person's upload to a place. */
export function recordId(userId: number, at: Place): string {
  return createHash('sha256')
    .update(`${userId}\0${pathText(at)}`)
    .digest('base64url')
}

export const placeOf = ({ at }: Pick<UploadRecord, 'at'>): Place => placeOfText(at)

export const isDeferred = ({ length }: Pick<UploadRecord, 'length'>): boolean => length === UNKNOWN_LENGTH

/** Whether the bytes are in a file already, and the upload only waits for more. */
export const isWhole = ({ whole }: Pick<UploadRecord, 'whole'>): boolean => whole !== '' && whole !== NO_CHUNK

/** Whether nothing has come of an upload without length. */
export const isUntouched = (record: Pick<UploadRecord, 'length' | 'offset' | 'whole'>): boolean =>
  isDeferred(record) && record.offset === 0 && record.whole === NO_CHUNK

/** Whether what the file replaces is noted by now: what it would replace further is a shorter form of itself. */
export const isNoted = ({ shown }: Pick<UploadRecord, 'shown'>): boolean => shown === ''

/** What the tokens of calls begin with that bring a chunk. */
export const CHUNK_OWNER = 'chunk-'

/** Whether a chunk is on its way. */
export const isReceiving = (record: Pick<UploadRecord, 'leaseOwner' | 'leaseUntil'>, now: number): boolean =>
  record.leaseOwner.startsWith(CHUNK_OWNER) && record.leaseUntil > now

/** Whether all declared bytes are there, and only the file itself is not in its place yet. */
export const isComplete = ({ length, offset }: Pick<UploadRecord, 'length' | 'offset'>): boolean => length === offset

/** The prefix of an upload's small objects in the system bucket. */
export const scratchPrefix = ({ _id, generation }: Pick<UploadRecord, '_id' | 'generation'>): string =>
  `${UPLOADS}${_id}/${generation}/`

const SCRATCH_KEY = new RegExp(`^${UPLOADS}[^/]+/([^/]+)/`)
/** The generation that a small object belongs to; '' for a key that is none of ours. */
export const generationOfKey = (key: string): string => SCRATCH_KEY.exec(key)?.[1] ?? ''

/** What the storage is told of an upload. */
export function uploadOf(record: UploadRecord): ResumableUpload {
  return {
    at: placeOf(record),
    length: isDeferred(record) ? null : record.length,
    offset: record.offset,
    held: readHeld(record),
    modified: new Date(record.modified),
    writeId: record.generation,
    tailPrefix: scratchPrefix(record),
  }
}

export const writeHeld = ({ uploadId, parts, pieces }: Held): string =>
  JSON.stringify([
    uploadId,
    parts.map(({ etag, size }) => [etag, size]),
    pieces.map(({ key, size, skip }) => (skip === undefined ? [key, size] : [key, size, skip])),
  ])

export function readHeld({ held }: Pick<UploadRecord, 'held'>): Held {
  if (held === '') return NOTHING_HELD
  const [uploadId, parts, pieces] = JSON.parse(held) as [string, [string, number][], [string, number, number?][]]
  return {
    uploadId,
    parts: parts.map(([etag, size], index) => ({ number: index + 1, etag, size })),
    pieces: pieces.map(([key, size, skip]) => ({ key, size, ...(skip !== undefined && { skip }) })),
  }
}
