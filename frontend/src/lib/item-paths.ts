// Addresses of items. Archives are included, because they open like folders. Separate from paths.ts, which the login
// page also needs.
import { isArchiveName } from './archive-name.ts'
import { decodeSegment, encodePath, filesUrl, segmentsOf } from './paths.ts'

/** Leaves out items below other ones, because they go along with those. */
export function topmost<T extends { path: string; isDir: boolean }>(items: readonly T[]): T[] {
  const folders = new Set(items.filter(({ isDir }) => isDir).map(({ path }) => path))
  const isBelowOther = (path: string): boolean => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (folders.has(path.slice(0, at))) return true
    return false
  }
  return items.filter(({ path }) => !isBelowOther(path))
}

/** The address of the page for an item. An archive opens like a folder. */
export const itemUrl = ({ path, isDir }: { path: string; isDir: boolean }): string =>
  !isDir && isArchiveName(path) ? archivePageUrl(path) : filesUrl(path, isDir)

/** The address of the page for an archive, for a folder in it, or for a file that is open there. */
export function archivePageUrl(path: string, inside: { folder?: string; file?: string } = {}): string {
  const query = Object.entries(inside).flatMap(([name, value]) =>
    value === '' ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  return `/archive${encodePath(path)}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

/** The archive in such an address. */
export const archiveOfUrl = (pathname: string): string =>
  `/${segmentsOf(pathname.replace(/^\/archive(?=\/|$)/, ''))
    .map(decodeSegment)
    .join('/')}`
