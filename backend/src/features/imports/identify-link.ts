// What a pasted link is: a torrent, a video, a file, or nothing that can be imported.
import { type ImportError, type ImportKind, VIDEO_HOSTS } from '../../../contract/import-kinds.ts'
import { IMPORT_LINK_MAX_LENGTH } from '../../../contract/limits.ts'

/** A link that can be imported, or why not. */
export type IdentifiedLink = { kind: ImportKind; link: string; name: string } | { error: ImportError }

/** BEP 9: the hash of a torrent of version 1, in hex or base 32. */
const HASH_1 = /^urn:btih:(?:[0-9a-f]{40}|[a-z2-7]{32})$/i
/** BEP 52: that of version 2, a multihash. */
const HASH_2 = /^urn:btmh:/i

/** @param wanted the kind that the person has chosen, if any */
export function identifyLink(text: string, wanted?: ImportKind): IdentifiedLink {
  const url = text.length <= IMPORT_LINK_MAX_LENGTH ? URL.parse(text.trim()) : null
  if (url === null) return { error: 'badLink' }
  if (url.protocol === 'magnet:') return readMagnet(url)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  // A name and a password would be stored and shown with the link.
  if (!isWeb || url.username !== '' || url.password !== '' || url.hostname === '') return { error: 'badLink' }
  const kind = wanted ?? (VIDEO_HOSTS.test(url.hostname) ? 'video' : 'link')
  if (kind === 'torrent') return { error: 'badLink' }
  return { kind, link: url.href, name: kind === 'video' ? url.hostname : nameOfFile(url) }
}

function readMagnet(url: URL): IdentifiedLink {
  const hashes = url.searchParams.getAll('xt')
  if (hashes.some((hash) => HASH_1.test(hash)))
    return { kind: 'torrent', link: url.href, name: url.searchParams.get('dn')?.trim() || 'torrent' }
  return { error: hashes.some((hash) => HASH_2.test(hash)) ? 'onlyVersion2' : 'badLink' }
}

/** The last part of the path, decoded where that is possible. */
function nameOfFile({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '')
  if (last === undefined) return hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
