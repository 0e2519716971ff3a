// What is new in a feed.
import { createHash } from 'node:crypto'
import type { FeedKind } from '../../../../contract/import-kinds.ts'
import { FEED_ENTRIES_MAX, FEED_NEW_MAX } from '../../../../contract/limits.ts'
import { cleanName } from '../names.ts'
import { parseEntries, type FeedEntry } from './entries.ts'
import { linkFor } from './entry-link.ts'
import { feedNamedBy } from './page.ts'

export interface FeedQuestion {
  /** Where the text was found. */
  url: string
  kind: FeedKind
  /** The ids of the entries that are known; null if all that are there now count as known. */
  seen: readonly string[] | null
}

/** An entry that is not known yet, and has something to import. */
interface NewEntry {
  id: string
  title: string
  link: string
}

export interface ReadFeed {
  title: string
  /** The latest new entries, the latest first. */
  fresh: NewEntry[]
  /** Whether there are more of them, which are left for the next look. */
  isMore: boolean
  /** The ids of all known entries, with those of `fresh`. */
  seen: string[]
}

/** What a text says: a feed, or a page that names its feed; null if it is neither. */
export type FeedAnswer = ReadFeed | { feed: string } | null

const TITLE_MAX = 200
/** Enough to tell 5,000 entries apart. */
const ID_LENGTH = 12

export function readFeed(text: string, { url, kind, seen }: FeedQuestion): FeedAnswer {
  const told = parseEntries(text, url)
  if (told === null) {
    const feed = feedNamedBy(text, url)
    return feed === null ? null : { feed }
  }
  const entries = byIds(told.entries)
  const known = seen === null ? null : new Set(seen)
  const fresh = [...entries].flatMap(([id, entry]): NewEntry[] => {
    const link = known === null || known.has(id) ? null : linkFor(entry, kind)
    return link === null ? [] : [{ id, title: cleanTitle(entry.title), link }]
  })
  for (const { id } of fresh.slice(FEED_NEW_MAX)) entries.delete(id)
  return {
    title: cleanTitle(told.title),
    fresh: fresh.slice(0, FEED_NEW_MAX),
    isMore: fresh.length > FEED_NEW_MAX,
    // What is no longer in the feed may come back.
    seen: [...new Set([...entries.keys(), ...(seen ?? [])])].slice(0, FEED_ENTRIES_MAX),
  }
}

/** The first entries by their ids, in their order. */
function byIds(entries: readonly FeedEntry[]): Map<string, FeedEntry> {
  const found = new Map<string, FeedEntry>()
  for (const entry of entries.slice(0, FEED_ENTRIES_MAX)) {
    const id = createHash('sha256').update(entry.key).digest('base64url').slice(0, ID_LENGTH)
    if (!found.has(id)) found.set(id, entry)
  }
  return found
}

/** Titles are shown, and name the imports of videos until these have a title of their own. */
const cleanTitle = (title: string): string => cleanName(title, TITLE_MAX) || '?'
