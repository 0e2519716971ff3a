// Which link of an entry is imported.
import type { FeedKind } from '../../../../contract/import-kinds.ts'
import { IMPORT_LINK_MAX_LENGTH } from '../../../../contract/limits.ts'
import { identifyLink } from '../identify-link.ts'
import type { FeedEntry } from './entries.ts'

/** The link that is imported of an entry; null if it has nothing to import. */
export function linkFor({ files, page }: Pick<FeedEntry, 'files' | 'page'>, kind: FeedKind): string | null {
  const usable = (link: string | null | undefined): link is string =>
    typeof link === 'string' && link.length <= IMPORT_LINK_MAX_LENGTH
  const links = [...files, page].filter(usable)
  const magnet = links.find((link) => link.startsWith('magnet:'))
  if (magnet !== undefined) return magnet
  if (kind === 'video') return usable(page) ? page : (links[0] ?? null)
  if (kind === 'link' || files.some(usable)) return links[0] ?? null
  return usable(page) && isImportable(page) ? page : null
}

/** Whether a page is a video by its address, or a torrent file. */
function isImportable(page: string): boolean {
  const read = identifyLink(page)
  return 'kind' in read && (read.kind === 'video' || /\.torrent$/i.test(read.name))
}
