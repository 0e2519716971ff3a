// Feeds with changed bytes, and pages that name feeds.
import { FEED_ENTRIES_MAX, FEED_NEW_MAX } from '../../backend/contract/limits.ts'
import { readFeed } from '../../backend/src/features/imports/follows/read-feed.ts'
import { feedNamedBy } from '../../backend/src/features/imports/follows/page.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { hold } from './holding.ts'
import { bytesLike } from './inputs.ts'
import type { Target } from './target.ts'

const FEEDS: readonly Buffer[] = [
  `<?xml version="1.0"?><rss version="2.0"><channel><title>A &amp; B</title><item><title><![CDATA[<b>]]></title>
    <guid>1</guid><link>/a</link><pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate>
    <enclosure url="a.mp3" length="1" type="audio/mpeg"/></item></channel></rss>`,
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>1</id><title>T</title>
    <link href="magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567"/></entry></feed>`,
  '{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","attachments":[{"url":"//x/y"}]}]}',
  '<html><link rel="alternate" type="application/rss+xml" href="/feed"></html>',
].map((text) => Buffer.from(text))

const PIECES = ['<link ', '<', '>', 'rel=', 'href=', '"', "'", 'alternate', 'application/rss+xml', '=', ' ', 'a']

const isWeb = (link: string) => /^(?:https?|magnet):/.test(link)

export const feeds: Target<Buffer> = {
  name: 'feeds',
  inputs: bytesLike(FEEDS),
  check(bytes) {
    const answer = readFeed(bytes.toString(), { url: 'https://example.org/feed', kind: 'auto', seen: ['a'] })
    if (answer === null) return
    if ('feed' in answer) return hold(isWeb(answer.feed), 'an address of the web')
    const { fresh, seen, title } = answer
    hold(fresh.length <= FEED_NEW_MAX && seen.length <= FEED_ENTRIES_MAX, 'bounded lists')
    hold(
      fresh.every((entry) => isWeb(entry.link) && entry.title.length <= 200 && /^[\w-]{12}$/.test(entry.id)),
      'entries that can be imported',
    )
    hold(title !== '' && title.length <= 200, 'a title')
  },
}

export const feedPagesGrow: Target<Pumped> = {
  name: 'pages that name feeds, long',
  inputs: pumpedOf(PIECES),
  check: (pumped) => checkGrowth((text) => feedNamedBy(text, 'https://example.org/'), pumped, 64 * 1024),
}
