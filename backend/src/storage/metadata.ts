// What Nido keeps with an object: its time (rclone's convention), its type, and where a copy came from.
import mime from 'mime'
import { nameOf } from './paths.ts'

/** Metadata names, without `x-amz-meta-`. */
export const MTIME = 'mtime'
/** `operation:version`: this version is that operation's copy of that version. */
export const COPY_OF = 'nido-copy-of'
/**
 * The version ids that a moved version had before, the newest last. The trash and the history know it by the one that
 * it had when they met it.
 */
const WRITTEN_AS = 'nido-written-as'
/** The number of earlier ids that are kept. More would not fit beside other metadata: S3 takes 2 KB. */
const IDS_MAX = 16
/**
 * The id of the write that made a version. By it a client that asks again after a lost answer knows its own file. A
 * move keeps it; a copy is another file.
 */
export const WRITE_ID = 'nido-write'

/** Who has put a file at its place (`putters.ts`). */
export const PUT_BY = 'nido-by'

/**
 * The id under which a content was first written. Copies carry it, whatever their own ids are, since their bytes are
 * the same.
 */
const CONTENT_ID = 'nido-content'
const OF_ONE_VERSION: ReadonlySet<string> = new Set([COPY_OF, WRITTEN_AS, WRITE_ID, CONTENT_ID, PUT_BY])
/** What ids of Nido and of S3 servers look like. Anything else was put there by other tools, and is no id. */
const PLAIN_ID = /^[\w.-]{1,100}$/

/**
 * The id under which the content of a version was first written: the id of the write for what Nido wrote, else the
 * version's own id before it was moved or copied. With ETag and size it tells apart two contents that were made to
 * share an MD5. '' for what another tool put on a storage without versions.
 */
export const contentIdOf = (metadata: Record<string, string>, version: string): string =>
  [metadata[CONTENT_ID], metadata[WRITE_ID], idsBefore(metadata)[0], version].find(
    (id) => id !== undefined && PLAIN_ID.test(id),
  ) ?? ''

/**
 * Headers that other tools have put with an object for those who fetch it from S3 itself. Nido keeps them with copies
 * and sends none of them.
 */
export interface ObjectHeaders {
  CacheControl?: string | undefined
  ContentDisposition?: string | undefined
  ContentEncoding?: string | undefined
  ContentLanguage?: string | undefined
}

/**
 * The same in an answer of S3, or in an entry of MinIO's listings (names in lower case there). `Expires` is in no
 * listing, so it is not kept.
 */
export const headersIn = (told: ObjectHeaders | Record<string, string>): ObjectHeaders => {
  const found: Record<string, string | undefined> = { ...told }
  return {
    CacheControl: found.CacheControl ?? found['cache-control'],
    ContentDisposition: found.ContentDisposition ?? found['content-disposition'],
    ContentEncoding: found.ContentEncoding ?? found['content-encoding'],
    ContentLanguage: found.ContentLanguage ?? found['content-language'],
  }
}

/** The same as headers of a request. */
export const namedHeaders = (headers: ObjectHeaders): Record<string, string> => ({
  ...(headers.CacheControl && { 'cache-control': headers.CacheControl }),
  ...(headers.ContentDisposition && { 'content-disposition': headers.ContentDisposition }),
  ...(headers.ContentEncoding && { 'content-encoding': headers.ContentEncoding }),
  ...(headers.ContentLanguage && { 'content-language': headers.ContentLanguage }),
})

export const DEFAULT_TYPE = 'application/octet-stream'

/** Seconds since 1970 with a fraction, as rclone writes them. */
export const formatMtime = (time: Date): string => (time.getTime() / 1000).toFixed(3)

/** The time in the metadata, or `fallback` where there is none or it is no time. */
export function mtimeOf(metadata: Record<string, string>, fallback: Date): Date {
  const seconds = Number(metadata[MTIME])
  const time = new Date(Math.round(seconds * 1000))
  return metadata[MTIME] && !Number.isNaN(time.getTime()) ? time : fallback
}

/** The metadata of a copy. A file without a time of its own keeps the one at which it was last modified. */
export const mtimeMetadata = (metadata: Record<string, string>, lastModified: Date): Record<string, string> => ({
  [MTIME]: formatMtime(lastModified),
  ...metadata,
})

/**
 * The metadata for a version's copy that is a new file: without what ties the version to the write that made it, to who
 * put it, and to the operation that moved it.
 */
export function asNewFile(metadata: Record<string, string>, version: string): Record<string, string> {
  const rest = Object.fromEntries(Object.entries(metadata).filter(([name]) => !OF_ONE_VERSION.has(name)))
  const contentId = contentIdOf(metadata, version)
  return contentId === '' ? rest : { ...rest, [CONTENT_ID]: contentId }
}

/** The ids that a version had before it was moved. */
export const idsBefore = (metadata: Record<string, string>): string[] => metadata[WRITTEN_AS]?.split(',') ?? []

/**
 * Whether a version is the one with this id, even if it was moved since. A version that replaces another is known by
 * the id of its write until it has one of its own.
 */
export const isVersion = (
  found: { version: string; metadata: Record<string, string> } | undefined,
  version: string | undefined,
): boolean =>
  found !== undefined &&
  version !== undefined &&
  [found.version, found.metadata[WRITE_ID], ...idsBefore(found.metadata)].includes(version)

/** The metadata of a version that gets another id and still counts as the version with the old one. */
export function withId(metadata: Record<string, string>, version: string): Record<string, string> {
  if (version === '') return metadata
  const [first = version, ...others] = idsBefore(metadata)
  // The first tells the content's id; the last one is in notes of the trash.
  const later = version === first ? others : [...others.filter((id) => id !== version), version]
  return { ...metadata, [WRITTEN_AS]: [first, ...later.slice(1 - IDS_MAX)].join(',') }
}

/** The content type by a name's ending; '' where the ending says nothing. Texts are UTF-8. */
export function typeByName(name: string): string {
  const type = mime.getType(nameOf(name)) ?? ''
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

/** The type that a copy gets: that of its new name where the old type came from the old name, else the old type. */
export function typeOfCopy(from: { key: string; contentType: string }, toKey: string): string {
  const plain = (type: string) => type.split(';')[0]?.trim() ?? ''
  const generic = ['', DEFAULT_TYPE, 'binary/octet-stream']
  const cameFromName =
    plain(from.contentType) === plain(typeByName(from.key)) || generic.includes(plain(from.contentType))
  return (cameFromName && typeByName(toKey)) || from.contentType || DEFAULT_TYPE
}

/** S3 metadata are HTTP headers, so anything beyond ASCII is percent-encoded, unless it is already. */
export function headerSafe(metadata: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value),
    ]),
  )
}

/** The same as headers of a request. */
export const metadataHeaders = (metadata: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headerSafe(metadata)).map(([name, value]) => [`x-amz-meta-${name.toLowerCase()}`, value]),
  )

/** Whether an object is a copy that an operation has made. */
export const isCopyBy = ({ id }: { id: string }, metadata: Record<string, string>): boolean =>
  metadata[COPY_OF]?.startsWith(`${id}:`) ?? false
