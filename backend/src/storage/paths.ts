// The one maker of paths: a URL path becomes a UserPath once, a UserPath becomes a Place (bucket and path) once.
import { numberedName } from '../../contract/numbered-names.ts'
import { KEY_MAX_BYTES, SEGMENT_MAX_BYTES } from '../../contract/resources.ts'
import { AppError } from '../lib/app-error.ts'
import { scopeSegment } from './scope-segments.ts'

declare const brand: unique symbol

/** An absolute path in a person's view: `/a/b.txt`, cleaned, without a closing slash; the root is `/`. */
export type UserPath = string & { readonly [brand]: 'UserPath' }

/** A file or folder on S3: `path` has neither a leading nor a closing slash and is '' for the bucket's root. */
export interface Place {
  readonly bucket: string
  readonly path: string
  readonly [brand]: 'Place'
}

/** What a person's tree is made of: the own scope, and the shared folder's name in its root ('' for none). */
export interface Mounts {
  readonly scope: Place
  readonly sharedFolder: string
  readonly sharedBucket: string
}

// eslint-disable-next-line no-control-regex -- control characters are what it refuses
const CONTROL = /[\u0000-\u001f\u007f]/

const refuse = (why: string) => new AppError('badRequest', why)

/**
 * A percent-encoded URL path (without query) as a UserPath: decoded once, `//`, `.` and `..` resolved, kept byte for
 * byte.
 * @throws AppError `badRequest` for a path that would leave the root, control characters, broken UTF-8, segments over
 * 255 bytes
 */
export function parseUrlPath(encoded: string): UserPath {
  let decoded: string
  try {
    decoded = decodeURIComponent(encoded)
  } catch {
    throw refuse('the path is not percent-encoded UTF-8')
  }
  return parseUserPath(decoded)
}

/** The same for a path that is decoded already, such as a stored one. */
export function parseUserPath(text: string): UserPath {
  if (CONTROL.test(text)) throw refuse('a name has control characters')
  if (!text.isWellFormed()) throw refuse('the path is not valid UTF-8')
  const kept: string[] = []
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') kept.push(segment)
    else if (kept.pop() === undefined) throw refuse('the path leads out of the root')
  }
  kept.forEach(checkSegment)
  return `/${kept.join('/')}` as UserPath
}

function checkSegment(segment: string): void {
  if (Buffer.byteLength(segment) > SEGMENT_MAX_BYTES) throw refuse('a name is longer than 255 bytes')
  // MinIO refuses these components, also between backslashes and with spaces around.
  if (segment.split('\\').some((part) => ['.', '..'].includes(part.trim())))
    throw refuse('the storage refuses such a name')
}

/** What MinIO makes of the slash at the end of a folder marker: a listing has such a name as one, or not at all. */
const MINIO_FOLDER = '__XLDIR__'

/**
 * Refuses to make anything under a name that the storage would confuse with its own. What other tools have put there
 * is still read.
 * @throws AppError `badRequest`
 */
export function checkNewPath({ path }: Place): void {
  if (path.split('/').some((segment) => segment.endsWith(MINIO_FOLDER)))
    throw refuse(`the storage keeps names that end in ${MINIO_FOLDER} for itself`)
}

/**
 * Whether a key can be a path; a folder marker's ends in a slash. What other tools have named otherwise is theirs
 * alone.
 */
export function isPathKey(key: string): boolean {
  try {
    return parseUserPath(key) === `/${key.replace(/\/$/, '')}`
  } catch {
    return false
  }
}

/** A person's root. */
export const ROOT = '/' as UserPath

/** Whether the storage takes a key of this length. */
export const isKeyLength = (key: string): boolean => Buffer.byteLength(key) <= KEY_MAX_BYTES

/** `/a/b.txt` → `b.txt`; the root's name is ''. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** What follows the last dot, with it, letters as they are: `.hid` for `.hid`, '' for none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot)
}

/** `/a/b.txt` → `/a`; the root is its own parent. */
export const parentOf = (path: UserPath): UserPath => (path.slice(0, path.lastIndexOf('/')) || '/') as UserPath

/** The path of an entry of a folder. `name` comes from a listing or has been parsed before. */
export const childOf = (path: UserPath, name: string): UserPath => `${path === '/' ? '' : path}/${name}` as UserPath

/** The path of something in a tree, as notes and operations name it: '' for the tree itself; folders end in a slash. */
export const pathInside = (path: UserPath, name: string): UserPath =>
  name === '' ? path : childOf(path, name.replace(/\/$/, ''))

/**
 * The path of something below a folder, as surveys tell it; null for a key of another tool that is no path of
 * anybody's: there is no other way to it either.
 */
export function pathBelow(folder: UserPath, relative: string): UserPath | null {
  try {
    const path = parseUserPath(`${folder}/${relative}`)
    return path === childOf(folder, relative) ? path : null
  } catch {
    return null
  }
}

/** Whether `path` is `folder` itself or lies below it, on whole segments. */
export const isAtOrBelow = (path: UserPath, folder: UserPath): boolean =>
  path === folder || folder === '/' || path.startsWith(`${folder}/`)

/** The `count`th alternative of a path: `/a/t.tar.gz` → `/a/t.tar(1).gz` (`numberedName`). */
export const numberedPath = (path: UserPath, count: number): UserPath =>
  childOf(parentOf(path), numberedName(nameOf(path), count))

/** What `path` is, seen from `folder` that holds it: 'b/c' for '/a/b/c' in '/a'; '' for itself. */
export const relativeTo = (path: UserPath, folder: UserPath): string =>
  path === folder ? '' : path.slice(folder === '/' ? 1 : folder.length + 1)

/** Percent-encodes a path for a URL, segment by segment. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** The bucket of a house's own: people's `home`, the `shared` folder, the `system` bucket. */
export const houseBucket = (prefix: string, name: 'home' | 'shared' | 'system'): string => prefix + name

/**
 * Where a scope lives. First segment → bucket, the rest → path in it; `/`, `.` and '' → the home bucket. A segment that
 * is no legal bucket name, or one of the house's own, gets a readable form and a hash, so that no two scopes share a
 * bucket.
 */
export function placeOfScope(prefix: string, scope: string): Place {
  const [first, ...rest] = parseUserPath(scope).slice(1).split('/')
  if (!first) return place(houseBucket(prefix, 'home'), '')
  return place(prefix + scopeSegment(first, 63 - prefix.length), rest.join('/'))
}

/** What a root is called in whose scope no folder has given it a name. */
const NAMELESS_ROOT = 'home'

/** What the root of a scope is called: by its last folder. */
export const nameOfScope = (scope: string): string =>
  scope.split('/').findLast((segment) => segment !== '' && segment !== '.') ?? NAMELESS_ROOT

/**
 * Where a path of a person lies: below the shared folder's name in the shared bucket, else in the scope.
 * @throws AppError `badRequest` when the key would be longer than S3 allows (1,024 bytes)
 */
export function locate(mounts: Mounts, path: UserPath): Place {
  const shared = `/${mounts.sharedFolder}` as UserPath
  if (mounts.sharedFolder && isAtOrBelow(path, shared)) return place(mounts.sharedBucket, relativeTo(path, shared))
  return below(mounts.scope, relativeTo(path, '/' as UserPath))
}

/** Where a place shows in a person's tree; null where it does not. */
export function userPathOf({ scope, sharedFolder, sharedBucket }: Mounts, at: Place): UserPath | null {
  if (sharedFolder !== '' && at.bucket === sharedBucket)
    return `/${[sharedFolder, at.path].filter(Boolean).join('/')}` as UserPath
  const isInScope = scope.path === '' || at.path === scope.path || isBelow(at.path, scope.path)
  if (at.bucket !== scope.bucket || !isInScope) return null
  const path = `/${at.path.slice(scope.path === '' ? 0 : scope.path.length + 1)}` as UserPath
  // What lies in the scope under the shared folder's name shows nowhere.
  return sharedFolder !== '' && isAtOrBelow(path, `/${sharedFolder}` as UserPath) ? null : path
}

/** The place of `relative` (as listings and manifests have it) in a folder. */
export function below(folder: Place, relative: string): Place {
  return place(folder.bucket, [folder.path, relative].filter(Boolean).join('/'))
}

/** The folder around a place; null for a bucket's root. */
export function folderAround(of: Place): Place | null {
  if (of.path === '') return null
  return place(of.bucket, of.path.slice(0, Math.max(0, of.path.lastIndexOf('/'))))
}

/** A place by its parts, as records of the journal keep them. Only `storage/` makes places this way. */
export function place(bucket: string, path: string): Place {
  if (!isKeyLength(path)) throw refuse('the path is longer than 1,024 bytes')
  return { bucket, path } as Place
}

/** The key of a place that is a file. */
export const fileKey = (of: Place): string => of.path

/** The key of a folder's marker, which is also the prefix of all that lies in it; '' for a bucket's root. */
export const folderKey = (of: Place): string => (of.path === '' ? '' : `${of.path}/`)

/** One text for a place, comparable by prefix: `bucket/path`. */
export const pathText = (of: Place): string => (of.path === '' ? of.bucket : `${of.bucket}/${of.path}`)

/** Whether two texts of `pathText` are equal or one lies above the other. */
export const overlap = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)

/** Whether a text of `pathText` lies truly below another. */
export const isBelow = (a: string, b: string): boolean => a.startsWith(`${b}/`)

/** The place that a text of `pathText` names. Bucket names hold no slash. */
export function placeOfText(text: string): Place {
  const cut = text.indexOf('/')
  return cut < 0 ? place(text, '') : place(text.slice(0, cut), text.slice(cut + 1))
}
