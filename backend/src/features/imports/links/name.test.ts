import { describe, expect, it } from '@jest/globals'
import { isAttachment, nameInDisposition, nameOfLink } from './name.ts'

describe('the name in a Content-Disposition', () => {
  // RFC 6266 section 5, what servers write, and what they should not.
  it.each([
    ['attachment; filename=example.html', 'example.html'],
    ['INLINE; FILENAME= "an example.html"', 'an example.html'],
    ["attachment; filename*= UTF-8''%e2%82%ac%20rates", '€ rates'],
    [`attachment; filename="EURO rates"; filename*=utf-8''%e2%82%ac%20rates`, '€ rates'],
    [`attachment; filename*=iso-8859-1'en'%A3%20rates; filename="rates"`, 'rates'],
    ['attachment; filename="a \\"b\\" c.txt"', 'a "b" c.txt'],
    ['attachment; filename="a; b.txt"; size=5', 'a; b.txt'],
    ['attachment;filename=without quotes.txt', 'without quotes.txt'],
    ['attachment; filename="first.txt"; filename="second.txt"', 'first.txt'],
    [`attachment; filename="${Buffer.from('música.mp3').toString('latin1')}"`, 'música.mp3'],
    ['attachment; filename="caf\u00e9.txt"', 'café.txt'],
    ["attachment; filename*=UTF-8''%zz", '%zz'],
    ['attachment', ''],
    ['', ''],
    ['attachment; filename', ''],
    ['attachment; filename="no end', '"no end'],
  ])('%s', (header, name) => {
    expect(nameInDisposition(header)).toBe(name)
  })

  it('is that of something to save, or to show', () => {
    expect(isAttachment(' Attachment; filename=x')).toBe(true)
    expect([isAttachment('inline'), isAttachment(undefined)]).toEqual([false, false])
  })
})

describe('the name of the file at a link', () => {
  const named = (link: string, disposition?: string, type?: string) => nameOfLink(new URL(link), disposition, type)

  it('is what the server says, without any folder', () => {
    expect(named('https://a.example/x', 'attachment; filename="../../etc/passwd"')).toBe('passwd')
    expect(named('https://a.example/x', 'attachment; filename="C:\\temp\\b.txt"')).toBe('b.txt')
    expect(named('https://a.example/x.txt', 'attachment; filename=".."')).toBe('_')
  })

  it('is the end of the address otherwise, with the ending of its type if it has none', () => {
    expect(named('https://a.example/b/c%20d.zip?x=1#y')).toBe('c d.zip')
    expect(named('https://a.example/b/', undefined, 'image/png')).toBe('b.png')
    expect(named('https://a.example/%2e%2e%2fpasswd', undefined, 'text/plain; charset=utf-8')).toBe('passwd.txt')
    expect(named('https://a.example/%ff')).toBe('%ff')
    expect(named('https://a.example/')).toBe('a.example')
  })

  it('is short enough to be stored', () => {
    expect(Buffer.byteLength(named(`https://a.example/${'é'.repeat(300)}.txt`))).toBeLessThanOrEqual(240)
  })
})
