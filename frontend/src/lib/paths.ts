// Paths as a person sees them: `/a/b.txt`, decoded, without a trailing slash; the root is `/`.

/** `/a/b.txt` → `b.txt`; the root's name is ''. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** `/a/b.txt` → `/a`; the root is its own parent. */
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

/** The path of an entry of a folder. */
export const childOf = (folder: string, name: string): string => `${folder === '/' ? '' : folder}/${name}`

/** Whether `path` is `folder` itself or below it, compared by whole segments. */
export const isAtOrBelow = (path: string, folder: string): boolean =>
  path === folder || folder === '/' || path.startsWith(`${folder}/`)

/** The names of a path from the root: `/a/b` → ['a', 'b']. */
export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/** Percent-encodes a path for a URL, segment by segment (RFC 3986). */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** The page's address of a folder (with a trailing slash) or a file (without). */
export function filesUrl(path: string, isDir: boolean): string {
  const encoded = encodePath(path)
  return `/files${isDir && !encoded.endsWith('/') ? `${encoded}/` : encoded}`
}

/** The page's address of a search: in a folder, or everywhere but started there. */
export function searchUrl(folder: string, query: string, isEverywhere: boolean): string {
  return `${filesUrl(folder, true)}?q=${encodeURIComponent(query)}${isEverywhere ? '&everywhere' : ''}`
}

/** The page's address of a trash note, or of a folder in it (`below`). */
export const trashUrl = (id: string, below = '/'): string =>
  `/trash/${encodeURIComponent(id)}${encodePath(below === '/' ? '' : below)}/`

/** What such an address refers to; no note for the whole trash. */
export function placeOfTrashUrl(pathname: string): { id: string | null; below: string } {
  const [id, ...names] = segmentsOf(pathname.replace(/^\/trash(?=\/|$)/, '')).map(decodeSegment)
  return { id: id ?? null, below: `/${names.join('/')}` }
}

/** What the page's address refers to: the path, and whether a trailing slash says that it is a folder. */
export function pathOfUrl(pathname: string): { path: string; isDir: boolean } {
  const rest = pathname.replace(/^\/files(?=\/|$)/, '')
  const path = `/${segmentsOf(rest).map(decodeSegment).join('/')}`
  return { path, isDir: rest === '' || rest.endsWith('/') }
}

// An address typed by hand may contain a lone '%', which is taken literally.
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * A name in two parts, so that it can be truncated before its extension: `a.tar.gz` → ['a.tar', '.gz']. Names without a
 * dot, dotfiles and very long extensions stay whole.
 */
export function splitName(name: string, isDir: boolean): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.')
  return isDir || dot <= 0 || name.length - dot > 12 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
}

/** The page's address of a link's target, or of something in it. */
export const guestUrl = (hash: string, path = '/', isDir = true): string =>
  `/share/${encodeURIComponent(hash)}${path === '/' ? '' : encodePath(path) + (isDir ? '/' : '')}`

/** What such an address refers to. An encoded slash counts as a slash, because no hash and no name contains one. */
export function placeOfGuestUrl(pathname: string): { hash: string; path: string } {
  const decoded = segmentsOf(pathname.replace(/^\/share(?=\/|$)/, ''))
    .map(decodeSegment)
    .join('/')
  const [hash = '', ...names] = segmentsOf(decoded)
  return { hash, path: `/${names.join('/')}` }
}
