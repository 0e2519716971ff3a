// Addresses of items. Archives are among them, because they open like folders. These functions lie apart from paths.ts,
// which the login page needs too.
import { isArchiveName } from './archive-name.ts'
import { decodeSegment, encodePath, filesUrl, segmentsOf } from './paths.ts'

/** Without what lies below others of them: it goes where those go. */
export function topmost<T extends { path: string; isDir: boolean }>(items: readonly T[]): T[] {
  const folders = new Set(items.filter(({ isDir }) => isDir).map(({ path }) => path))
  const isBelowOther = (path: string): boolean => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (folders.has(path.slice(0, at))) return true
    return false
  }
  return items.filter(({ path }) => !isBelowOther(path))
}

/** The page's address of what a row leads to: an archive opens like a folder. */
export const itemUrl = ({ path, isDir }: { path: string; isDir: boolean }): string =>
  !isDir && isArchiveName(path) ? archivePageUrl(path) : filesUrl(path, isDir)

/** The page's address of an archive, of a folder in it, or of a file that is open there. */
export function archivePageUrl(path: string, inside: { folder?: string; file?: string } = {}): string {
  const query = Object.entries(inside).flatMap(([name, value]) =>
    value === '' ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  return `/archive${encodePath(path)}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

/** The archive that such an address names. */
export const archiveOfUrl = (pathname: string): string =>
  `/${segmentsOf(pathname.replace(/^\/archive(?=\/|$)/, ''))
    .map(decodeSegment)
    .join('/')}`
