// The entries of feeds of all formats, in one form.
import { parseFeed } from 'feedsmith'

export interface FeedEntry {
  /** What tells it from the others. */
  key: string
  title: string
  /** Addresses of files that come with it. */
  files: string[]
  /** The address of its page. */
  page: string | null
  /** When it was published, in milliseconds since 1970; null if it does not say. */
  at: number | null
}

/** As the feed has it. */
interface RawEntry {
  id: string | undefined
  title: string | undefined
  files: readonly (string | undefined)[]
  page: string | undefined
  date: unknown
}

interface RawFeed {
  title: string | undefined
  entries: RawEntry[]
}

type Parsed = ReturnType<typeof parseFeed>
type FeedOf<Format extends Parsed['format']> = Extract<Parsed, { format: Format }>['feed']

/**
 * The title of a feed, and its entries: by time, the latest first, if all say when they were published; otherwise in
 * the order of the feed. Null if the text is no feed. `url`: what its addresses are relative to.
 */
export function parseEntries(text: string, url: string): { title: string; entries: FeedEntry[] } | null {
  const raw = parse(text)
  if (raw === null) return null
  const entries = raw.entries.map((entry) => entryOf(entry, url)).filter(({ key }) => key !== '')
  const isDated = entries.every(({ at }) => at !== null)
  return {
    title: raw.title ?? '',
    entries: isDated ? entries.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)) : entries,
  }
}

function parse(text: string): RawFeed | null {
  let parsed: Parsed
  try {
    parsed = parseFeed(text)
  } catch {
    return null
  }
  switch (parsed.format) {
    case 'rss':
      return fromRss(parsed.feed)
    case 'atom':
      return fromAtom(parsed.feed)
    case 'rdf':
      return fromRdf(parsed.feed)
    case 'json':
      return fromJson(parsed.feed)
  }
}

const fromRss = ({ title, items = [] }: FeedOf<'rss'>): RawFeed => ({
  title,
  entries: items.map((item) => ({
    id: item.guid?.value,
    title: item.title,
    files: [...(item.enclosures ?? []).map((enclosure) => enclosure.url), ...mediaOf(item.media)],
    page: item.link,
    date: item.pubDate ?? item.dc?.dates?.[0],
  })),
})

const fromAtom = ({ title, entries = [] }: FeedOf<'atom'>): RawFeed => ({
  title: title?.value,
  entries: entries.map(({ id, title: entryTitle, links = [], published, updated, media }) => ({
    id,
    title: entryTitle?.value,
    files: [...links.filter(({ rel }) => rel === 'enclosure').map(({ href }) => href), ...mediaOf(media)],
    page: links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href,
    date: published ?? updated,
  })),
})

const fromRdf = ({ title, items = [] }: FeedOf<'rdf'>): RawFeed => ({
  title,
  entries: items.map((item) => ({
    id: item.rdf?.about,
    title: item.title,
    files: mediaOf(item.media),
    page: item.link,
    date: item.dc?.dates?.[0],
  })),
})

const fromJson = ({ title, items = [] }: FeedOf<'json'>): RawFeed => ({
  title,
  entries: items.map((item) => ({
    id: item.id,
    title: item.title,
    files: (item.attachments ?? []).map((attachment) => attachment.url),
    page: item.url ?? item.external_url,
    date: item.date_published,
  })),
})

interface Media {
  contents?: { url?: string; type?: string }[]
  groups?: { contents?: { url?: string; type?: string }[] }[]
}

/** Sound and films of Media RSS. Pictures are decoration, and players for browsers are no files. */
const mediaOf = ({ contents = [], groups = [] }: Media = {}): (string | undefined)[] =>
  [...contents, ...groups.flatMap((group) => group.contents ?? [])]
    .filter(({ type = '' }) => /^(?:audio|video)\//.test(type))
    .map((content) => content.url)

function entryOf({ id, title = '', files, page, date }: RawEntry, url: string): FeedEntry {
  const absolute = (address: string | undefined): string[] => {
    const found = address === undefined ? null : URL.parse(address.trim(), url)
    return found !== null && SCHEMES.includes(found.protocol) ? [found.href] : []
  }
  const all = files.flatMap(absolute)
  const [pageLink = null] = absolute(page)
  return { key: id || (all[0] ?? pageLink ?? title), title, files: all, page: pageLink, at: timeOf(date) }
}

const SCHEMES: readonly string[] = ['http:', 'https:', 'magnet:']

function timeOf(date: unknown): number | null {
  const at = typeof date === 'string' ? Date.parse(date) : Number.NaN
  return Number.isNaN(at) ? null : at
}
