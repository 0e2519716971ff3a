// What Nido keeps with an object: its time (rclone's convention), its type, and where a copy came from.
import mime from 'mime'
import { nameOf } from './paths.ts'

/** Metadata names, without `x-amz-meta-`. */
export const MTIME = 'mtime'
/** `operation:version`: this version is that operation's copy of that version. */
export const COPY_OF = 'nido-copy-of'
/**
 * The ids that a moved version had before, the newest last: trash and history know it by the one that it had when they
 * met it.
 */
export const WRITTEN_AS = 'nido-written-as'
/** More of them would not fit beside other metadata: S3 takes 2 KB. */
const IDS_MAX = 16
/**
 * The id of the write that made a version: who asks again after a lost answer knows its own file by it. A move keeps
 * it, a copy is another file.
 */
export const WRITE_ID = 'nido-write'

/**
 * The id that a content was written under first. Copies carry it, whatever their own ids are: their bytes are the same.
 */
const CONTENT_ID = 'nido-content'
/** Ids of ours, and of S3 servers. What else other tools may have put there is none. */
const PLAIN_ID = /^[\w.-]{1,100}$/

/**
 * The id that the content of a version was written under first: of what Nido wrote the id of the write, else the
 * version's own, as it was before it was moved or copied. With ETag and size it tells two contents apart whose MD5 was
 * made the same. '' for what another tool put on a storage without versions.
 */
export const contentIdOf = (metadata: Record<string, string>, version: string): string =>
  [metadata[CONTENT_ID], metadata[WRITE_ID], idsBefore(metadata)[0], version].find(
    (id) => id !== undefined && PLAIN_ID.test(id),
  ) ?? ''

/**
 * What other tools have put with an object for those who fetch it from S3 itself; Nido carries it along and sends none
 * of it.
 */
export interface ObjectHeaders {
  CacheControl?: string | undefined
  ContentDisposition?: string | undefined
  ContentEncoding?: string | undefined
  ContentLanguage?: string | undefined
}

/**
 * The same of an answer of S3, or of an entry of MinIO's listings (names in lower case there). `Expires` is in no
 * listing, and so is not carried along.
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

export const DEFAULT_TYPE = 'application/octet-stream'

/** Seconds since 1970 with a fraction, as rclone writes them. */
export const formatMtime = (time: Date): string => (time.getTime() / 1000).toFixed(3)

/** The time in the metadata, or `fallback` where there is none or it is no time. */
export function mtimeOf(metadata: Record<string, string>, fallback: Date): Date {
  const seconds = Number(metadata[MTIME])
  const time = new Date(Math.round(seconds * 1000))
  return metadata[MTIME] && !Number.isNaN(time.getTime()) ? time : fallback
}

/** The metadata of a copy: a file without a time of its own keeps the one it was last modified at. */
export const mtimeMetadata = (metadata: Record<string, string>, lastModified: Date): Record<string, string> => ({
  [MTIME]: formatMtime(lastModified),
  ...metadata,
})

/**
 * The metadata of a version's copy: without what ties the version to the write that made it, and to the operation that
 * moved it.
 */
export function asNewFile(metadata: Record<string, string>, version: string): Record<string, string> {
  const { [COPY_OF]: _copy, [WRITTEN_AS]: _written, [WRITE_ID]: _write, [CONTENT_ID]: _content, ...rest } = metadata
  const contentId = contentIdOf(metadata, version)
  return contentId === '' ? rest : { ...rest, [CONTENT_ID]: contentId }
}

/** The ids that a version had before it was moved. */
export const idsBefore = (metadata: Record<string, string>): string[] => metadata[WRITTEN_AS]?.split(',') ?? []

/**
 * Whether a version is a noted one, moved as it may have been since. What replaced one is noted by the name of the
 * write before it has a version.
 */
export const isVersion = (
  found: { version: string; metadata: Record<string, string> } | undefined,
  version: string | undefined,
): boolean =>
  found !== undefined &&
  version !== undefined &&
  [found.version, found.metadata[WRITE_ID], ...idsBefore(found.metadata)].includes(version)

/** The metadata of a version that gets another id, and is still the one that had this. */
export function withId(metadata: Record<string, string>, version: string): Record<string, string> {
  if (version === '') return metadata
  const [first = version, ...others] = idsBefore(metadata)
  // The first tells what the content is known by, the last what notes have of it.
  const later = version === first ? others : [...others.filter((id) => id !== version), version]
  return { ...metadata, [WRITTEN_AS]: [first, ...later.slice(1 - IDS_MAX)].join(',') }
}

/** The content type by a name's ending; '' where the ending says nothing. Texts are UTF-8. */
export function typeByName(name: string): string {
  const type = mime.getType(nameOf(name)) ?? ''
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

/**
 * The type a copy gets under its new name: that of the new name where the old one came from the old name, else what it
 * was.
 */
export function typeOfCopy(from: { key: string; contentType: string }, toKey: string): string {
  const plain = (type: string) => type.split(';')[0]?.trim() ?? ''
  const generic = ['', DEFAULT_TYPE, 'binary/octet-stream']
  const cameFromName =
    plain(from.contentType) === plain(typeByName(from.key)) || generic.includes(plain(from.contentType))
  return (cameFromName && typeByName(toKey)) || from.contentType || DEFAULT_TYPE
}

/**
 * S3 metadata are HTTP headers: anything beyond ASCII goes percent-encoded, and is left alone where it is encoded
 * already.
 */
export function headerSafe(metadata: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value),
    ]),
  )
}

/** Whether an object is a copy that an operation has made. */
export const isCopyBy = ({ id }: { id: string }, metadata: Record<string, string>): boolean =>
  metadata[COPY_OF]?.startsWith(`${id}:`) ?? false
