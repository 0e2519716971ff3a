// What can be imported of a text that somebody pastes or drops.

/** Web links, magnet links, and the bare hashes of torrents (BEP 9: 40 digits of base 16). */
const LINK = /^(?:https?:\/\/[^/]|magnet:\?)\S*$/i
const HASH = /^[0-9a-f]{40}$/i

export const isMagnet = (link: string): boolean => /^magnet:/i.test(link)

/** Whether a file is a torrent, by its name. */
export const isTorrentName = (name: string): boolean => /\.torrent$/i.test(name)

/** The links in a text, each once, in their order; and how many words of it are none. */
export function linksOf(text: string): { links: string[]; others: number } {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const links = words.flatMap((word) => {
    if (HASH.test(word)) return `magnet:?xt=urn:btih:${word}`
    return LINK.test(word) ? word : []
  })
  return { links: [...new Set(links)], others: words.length - links.length }
}
