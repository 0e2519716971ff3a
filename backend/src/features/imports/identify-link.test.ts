import { describe, expect, it } from '@jest/globals'
import { identifyLink } from './identify-link.ts'

const HASH = '0123456789abcdef0123456789abcdef01234567'

describe('a pasted link', () => {
  it.each([
    [`magnet:?xt=urn:btih:${HASH}&dn=A%20film`, 'torrent', 'A film'],
    [`magnet:?xt=urn:btih:${HASH}`, 'torrent', 'torrent'],
    [`magnet:?xt=urn:btmh:1220aa&xt=urn:btih:${HASH}`, 'torrent', 'torrent'],
    ['magnet:?xt=urn:btih:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 'torrent', 'torrent'],
    ['https://www.youtube.com/watch?v=1', 'video', 'www.youtube.com'],
    [' https://youtu.be/1 ', 'video', 'youtu.be'],
    ['https://example.org/a%20b/c%20d.zip?x=1', 'link', 'c d.zip'],
    ['http://example.org/%zz', 'link', '%zz'],
    ['http://example.org', 'link', 'example.org'],
  ])('%s is a %s named %s', (text, kind, name) => expect(identifyLink(text)).toMatchObject({ kind, name }))

  it('is what the person says', () => {
    expect(identifyLink('https://example.org/a', 'video')).toMatchObject({ kind: 'video' })
    expect(identifyLink('https://youtu.be/1', 'link')).toMatchObject({ kind: 'link' })
    expect(identifyLink('https://example.org/a', 'torrent')).toEqual({ error: 'badLink' })
  })

  it.each([
    '',
    'hello',
    'file:///etc/passwd',
    'ftp://example.org/a',
    'gopher://example.org/',
    'https://me:secret@example.org/',
    'https://me@example.org/',
    '--exec=touch x',
    'javascript:alert(1)',
    'magnet:?dn=x',
    'magnet:?xt=urn:btih:12',
    `https://example.org/${'a'.repeat(10_000)}`,
  ])('%s is refused', (text) => expect(identifyLink(text)).toEqual({ error: 'badLink' }))

  it('of a torrent of version 2 alone is refused for that', () =>
    expect(identifyLink('magnet:?xt=urn:btmh:1220aa')).toEqual({ error: 'onlyVersion2' }))
})
