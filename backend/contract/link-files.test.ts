import { describe, expect, it } from '@jest/globals'
import { isLinkFileName, linkTextOf } from './link-files.ts'

describe('a file with links', () => {
  it('is a shortcut or a text', () =>
    expect(['a.url', 'A.URL', 'b.txt', 'c.torrent', 'url'].map(isLinkFileName)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]))

  it('has one address if it is a shortcut', () => {
    const shortcut = '[InternetShortcut]\r\nIconFile=https://a.example/icon\r\nURL=https://a.example/x\r\n'
    expect(linkTextOf('a.url', shortcut)).toBe('https://a.example/x')
    expect(linkTextOf('a.url', 'hello')).toBe('')
  })

  it('may be a list', () => expect(linkTextOf('a.txt', 'https://a.example\nb')).toBe('https://a.example\nb'))
})
