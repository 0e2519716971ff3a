import { describe, expect, it } from '@jest/globals'
import { FEED_ENTRIES_MAX, FEED_NEW_MAX } from '../../../../contract/limits.ts'
import type { FeedKind } from '../../../../contract/import-kinds.ts'
import { type ReadFeed, readFeed } from './read-feed.ts'

const URL_OF_FEED = 'https://pod.example/feeds/all.xml'
const rss = (items: string, title = 'Our podcast') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>${items}</channel></rss>`
const item = (id: string, rest = '') =>
  `<item><title>Part ${id}</title><guid>${id}</guid>${rest || `<enclosure url="/${id}.mp3" type="audio/mpeg"/>`}</item>`

function read(text: string, seen: readonly string[] | null = [], kind: FeedKind = 'auto'): ReadFeed {
  const answer = readFeed(text, { url: URL_OF_FEED, kind, seen })
  if (answer === null || 'feed' in answer) throw new Error('it is no feed')
  return answer
}
const linksIn = (text: string, kind?: FeedKind) => read(text, [], kind).fresh.map(({ link }) => link)

describe('a feed', () => {
  it('has no news at first, and then what was not there before', () => {
    const { seen, fresh, title } = read(rss(item('a') + item('b')), null)
    expect([title, fresh, seen.length]).toEqual(['Our podcast', [], 2])
    const later = read(rss(item('c') + item('a') + item('b')), seen)
    expect(later.fresh).toEqual([{ id: later.seen[0], title: 'Part c', link: 'https://pod.example/c.mp3' }])
    expect(later.seen.slice(1)).toEqual(seen)
    expect(read(rss(item('c') + item('c')), later.seen).fresh).toEqual([])
  })

  it('still knows what has left it for a while', () => {
    const { seen } = read(rss(item('a') + item('b')), null)
    const shorter = read(rss(item('c')), seen)
    expect(shorter.seen).toHaveLength(3)
    expect(read(rss(item('a')), shorter.seen).fresh).toEqual([])
  })

  it('brings its latest entries first, and as many as one look may begin', () => {
    const dated = (day: number) => item(`d${day}`, `<enclosure url="/${day}.mp3"/><pubDate>${at(day)}</pubDate>`)
    const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toUTCString()
    const days = Array.from({ length: FEED_NEW_MAX + 5 }, (_, index) => index + 1)
    const text = rss(days.map(dated).join(''))
    const first = read(text)
    expect([first.fresh.length, first.fresh[0]?.title, first.isMore]).toEqual([FEED_NEW_MAX, 'Part d25', true])
    const second = read(text, first.seen)
    expect(second.fresh.map(({ title }) => title)).toEqual(['Part d5', 'Part d4', 'Part d3', 'Part d2', 'Part d1'])
    expect(second.isMore).toBe(false)
    expect(read(text, second.seen).fresh).toEqual([])
  })

  it('is known in its latest entries only', () => {
    const text = rss(Array.from({ length: 10_000 }, (_, index) => item(String(index))).join(''))
    expect(read(text, null).seen).toHaveLength(FEED_ENTRIES_MAX)
    expect(read(text, read(text, null).seen)).toMatchObject({ fresh: [], isMore: false })
  })

  it('may be Atom, RDF or JSON', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>1</id><title>T</title>
      <link href="https://www.youtube.com/watch?v=abc"/></entry><entry><id>2</id><title>U</title>
      <link rel="alternate" href="/page"/><link rel="enclosure" href="/film.mp4"/></entry></feed>`
    expect(linksIn(atom)).toEqual(['https://www.youtube.com/watch?v=abc', 'https://pod.example/film.mp4'])
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel><title>R</title></channel><item rdf:about="x"><title>T</title><link>/x.torrent</link></item></rdf:RDF>`
    expect(linksIn(rdf)).toEqual(['https://pod.example/x.torrent'])
    const json = { version: 'https://jsonfeed.org/version/1.1', title: 'J', items: [{ id: '1', attachments: [] }] }
    expect(linksIn(JSON.stringify(json))).toEqual([])
    const [entry] = json.items
    Object.assign(entry ?? {}, { attachments: [{ url: 'https://a.example/z.mp3', mime_type: 'audio/mpeg' }] })
    expect(linksIn(JSON.stringify(json))).toEqual(['https://a.example/z.mp3'])
  })
})

describe('of an entry', () => {
  const page = '<link>https://site.example/page</link>'
  const file = '<enclosure url="https://site.example/a.mp3"/>'
  const magnet = '<link>magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567</link>'

  it.each([
    ['auto', page + file, 'https://site.example/a.mp3'],
    ['auto', page, undefined],
    ['auto', '<link>https://youtu.be/abc</link>', 'https://youtu.be/abc'],
    ['auto', '<link>https://site.example/x.torrent</link>', 'https://site.example/x.torrent'],
    ['auto', magnet, expect.stringMatching(/^magnet:/)],
    ['auto', '<link>file:///etc/passwd</link>', undefined],
    ['auto', '<link>javascript:alert(1)</link>', undefined],
    ['video', page + file, 'https://site.example/page'],
    ['video', file, 'https://site.example/a.mp3'],
    ['link', page + file, 'https://site.example/a.mp3'],
    ['link', page, 'https://site.example/page'],
    ['link', magnet, expect.stringMatching(/^magnet:/)],
    ['auto', `<link>https://youtu.be/${'a'.repeat(9_000)}</link>`, undefined],
  ] as const)('%s takes of %s', (kind, inside, link) => {
    expect(linksIn(rss(item('a', inside)), kind)[0]).toEqual(link)
  })
})

/** Each entity is ten times the one before. */
const BOMB = Array.from(
  { length: 30 },
  (_, at) => `<!ENTITY a${at} "${at === 0 ? 'a' : `&a${at - 1};`.repeat(10)}">`,
).join('')

describe('what is no feed', () => {
  it('may be a page that names one', () => {
    const html = '<!doctype html><head><link rel="icon" href="/i"><LINK rel="alternate" title=x'
    const ask = (rest: string) => readFeed(html + rest, { url: URL_OF_FEED, kind: 'auto', seen: [] })
    expect(ask(' type="application/rss+xml" href="../rss?a=1&amp;b=2">')).toEqual({
      feed: 'https://pod.example/rss?a=1&b=2',
    })
    expect(ask(" type='application/atom+xml' href=/atom>")).toEqual({ feed: 'https://pod.example/atom' })
    expect(ask(' type="text/html" href="/other">')).toBeNull()
    expect(ask(' type="application/rss+xml" href="file:///x">')).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['a word', 'hello'],
    ['half of one', rss(item('a')).slice(0, 60)],
    ['entities in each other', `<!DOCTYPE r [${BOMB}]>${rss(item('&a29;'))}`],
    ['a file of the server', `<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>${rss(item('x'), '&a;')}`],
    ['100,000 elements in each other', `<rss><channel>${'<a>'.repeat(100_000)}`],
  ])('says nothing: %s', (_what, text) => {
    const answer = readFeed(text, { url: URL_OF_FEED, kind: 'auto', seen: [] })
    expect(JSON.stringify(answer ?? '').length).toBeLessThan(1_000)
    expect(JSON.stringify(answer)).not.toContain('root:')
  })
})
