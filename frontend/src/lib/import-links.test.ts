import { describe, expect, it } from '@jest/globals'
import { linksOf } from './import-links.ts'

const HASH = '0123456789abcdef0123456789ABCDEF01234567'

describe('links to import in a text', () => {
  it('are found one in a line, or several', () =>
    expect(linksOf(' https://a.example/x\nmagnet:?xt=urn:btih:1&dn=b\thttp://c.example ')).toEqual({
      links: ['https://a.example/x', 'magnet:?xt=urn:btih:1&dn=b', 'http://c.example'],
      others: 0,
    }))

  it('come once each', () => expect(linksOf('https://a.example https://a.example').links).toHaveLength(1))

  it('may be the bare hash of a torrent', () => expect(linksOf(HASH).links).toEqual([`magnet:?xt=urn:btih:${HASH}`]))

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'ftp://a.example', 'https://', 'hello', 'data:,x'])(
    'are not: %s',
    (word) => expect(linksOf(word)).toEqual({ links: [], others: 1 }),
  )
})
