// Where the links and pictures in a text lead.
import { resolvePath } from '../resolve-path.ts'

export type Target =
  /** A heading in the same text. */
  | { kind: 'heading'; slug: string }
  /** A file or folder in the same tree, by its decoded path. */
  | { kind: 'file'; path: string; isDir: boolean }
  /** Another site, or a mail address. */
  | { kind: 'elsewhere'; url: string }
  /** An address that must not be followed. */
  | { kind: 'nowhere' }

const FOLLOWED = /^(?:https?|mailto|tel):/i
const SCHEME = /^[a-z][a-z\d+.-]*:/i

/** The target of a link in a file of this folder. */
export function targetOf(href: string, folder: string): Target {
  const link = href.trim()
  if (link.startsWith('#')) return { kind: 'heading', slug: decode(link.slice(1)) }
  if (link.startsWith('//')) return { kind: 'elsewhere', url: `https:${link}` }
  if (SCHEME.test(link)) return FOLLOWED.test(link) ? { kind: 'elsewhere', url: link } : { kind: 'nowhere' }
  const [path = ''] = link.split(/[?#]/)
  if (path === '') return { kind: 'nowhere' }
  return { kind: 'file', path: resolvePath(folder, decode(path)), isDir: path.endsWith('/') }
}

// A link may contain a single '%', which is then taken literally.
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The id of a heading as in links on GitHub: `Getting started!` → `getting-started`. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** Gives headings their ids. Repeated ones get a number. */
export function slugger(): (heading: string) => string {
  const counts = new Map<string, number>()
  return (heading) => {
    const slug = slugOf(heading)
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
