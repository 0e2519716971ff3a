// Pages that name their feed, as most sites and all channels of YouTube do.

/** A `link` element, and an attribute of one. Both are found in linear time. */
const LINK = /<link\s([^<>]*)>/gi
const ATTRIBUTE = /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi
const FEED_TYPES: readonly string[] = [
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
]

/** The address of the first feed that a page names; null if it names none. `url`: that of the page. */
export function feedNamedBy(html: string, url: string): string | null {
  for (const [, attributes = ''] of html.matchAll(LINK)) {
    const { rel = '', type = '', href } = attributesOf(attributes)
    const isFeed = rel.toLowerCase().split(/\s+/).includes('alternate') && FEED_TYPES.includes(type.toLowerCase())
    const feed = isFeed && href !== undefined ? URL.parse(href.replaceAll('&amp;', '&').trim(), url) : null
    if (feed !== null && /^https?:$/.test(feed.protocol)) return feed.href
  }
  return null
}

function attributesOf(text: string): Record<'rel' | 'type' | 'href', string | undefined> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, plain] of text.matchAll(ATTRIBUTE))
    found.set(name.toLowerCase(), double ?? single ?? plain ?? '')
  return { rel: found.get('rel'), type: found.get('type'), href: found.get('href') }
}

const YOUTUBE = /(?:^|\.)youtube\.com$/
const FEEDS = 'https://www.youtube.com/feeds/videos.xml'

/** Where the feed of a channel or playlist of YouTube is, if its address says which one it is. */
export function feedOfYouTube({ hostname, pathname, searchParams }: URL): string | null {
  if (!YOUTUBE.test(hostname)) return null
  const [, channel] = /^\/channel\/([\w-]+)/.exec(pathname) ?? []
  if (channel !== undefined) return `${FEEDS}?channel_id=${channel}`
  const list = pathname === '/playlist' ? searchParams.get('list') : null
  return list !== null && /^[\w-]+$/.test(list) ? `${FEEDS}?playlist_id=${list}` : null
}
