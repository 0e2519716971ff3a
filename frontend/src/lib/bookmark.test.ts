import { describe, expect, it } from '@jest/globals'
import { bookmarkOf, linkOfBookmark } from './bookmark.ts'

describe('the bookmark', () => {
  it('opens the page for videos with the address of another page', () => {
    const opened: string[] = []
    const page = { href: 'https://www.youtube.com/watch?v=a&t=1#x' }
    const script = bookmarkOf('https://nido.example/cloud').replace(/^javascript:/, '')
    // What a browser does with the bookmark.
    // eslint-disable-next-line no-new-func
    new Function('open', 'location', script)((address: string) => opened.push(address), page)
    const [address = ''] = opened
    expect(address).toMatch(/^https:\/\/nido\.example\/cloud\/youtube\/index\.html\?link=/)
    expect(linkOfBookmark(new URL(address).search)).toBe(page.href)
  })

  it.each(['', '?link=', '?link=javascript:alert(1)', '?link=file:///etc', `?link=https://a/${'x'.repeat(9000)}`])(
    'brings nothing else: %s',
    (search) => expect(linkOfBookmark(search)).toBe(''),
  )
})
