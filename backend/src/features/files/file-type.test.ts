import { describe, expect, it } from '@jest/globals'
import { dispositionOf, inlinePolicyOf, inlineTypeOf } from '../../http/disposition.ts'
import { extensionOf } from '../../storage/paths.ts'
import { fileTypeOf, isBinary, mimeOfBytes, mimeOfName, needsSniffing } from './file-type.ts'

const typeOf = (name: string, body: Buffer | string = '', size = body.length) => {
  const bytes = Buffer.from(body)
  return fileTypeOf({ name, size, sniffed: bytes.length > 0 ? mimeOfBytes(bytes.subarray(0, 512)) : null })
}

describe('the type of a file', () => {
  it.each([
    ['film.mp4', 'video'],
    ['song.MP3', 'audio'],
    ['photo.PNG', 'image'],
    ['drawing.svg', 'image'],
    ['photo.heic', 'image'],
    ['photo.avif', 'image'],
    ['paper.pdf', 'pdf'],
    ['page.html', 'text'],
    ['notes.md', 'text'],
    ['empty', 'text'],
    ['empty.bin', 'text'],
  ])('of %s is %s by its name alone', (name, type) => expect(typeOf(name)).toBe(type))

  it('is text where the bytes are, whatever the unknown name', () => {
    expect(typeOf('a.unknownext', 'words')).toBe('text')
    expect(typeOf('a.json', '{"a":1}')).toBe('text')
    expect(typeOf('a.bin', 'words')).toBe('text')
  })

  it('is a blob where the bytes are no text', () => {
    expect(typeOf('a.bin', Buffer.from([0, 1, 2, 3, 254, 255]))).toBe('blob')
    expect(typeOf('a.json', Buffer.from([0xc3, 0x28, 0x41]))).toBe('blob')
  })

  it('is a blob for a text over 10 MiB, and text for one of just 10 MiB', () => {
    expect(typeOf('a.txt', 'x', 10 * 1024 * 1024)).toBe('text')
    expect(typeOf('a.txt', 'x', 10 * 1024 * 1024 + 1)).toBe('blob')
    expect(typeOf('film.mp4', 'x', 10 * 1024 * 1024 + 1)).toBe('video')
  })

  it('is told by the first bytes where the name has no extension', () => {
    expect(typeOf('photo', Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1'))).toBe('image')
    expect(typeOf('paper', '%PDF-1.7')).toBe('pdf')
    expect(typeOf('film', Buffer.from('\0\0\0\x18ftypmp42', 'latin1'))).toBe('video')
  })

  it.each(['film.ts', 'FILM.TS', 'camera.mts'])('of %s is video where the bytes are a transport stream', (name) => {
    const packets = (length: number, start: number) => {
      const bytes = Buffer.alloc(3 * length)
      for (let at = start; at < bytes.length; at += length) bytes[at] = 0x47
      return bytes
    }
    expect(typeOf(name, packets(188, 0))).toBe('video')
    expect(typeOf(name, packets(192, 4))).toBe('video')
    expect(typeOf(name, 'export const answer = 42')).toBe('text')
    expect(typeOf(name, 'G'.repeat(600))).toBe('text')
    expect(typeOf(name)).toBe('text')
    expect(typeOf(name, Buffer.from([0, 1, 2, 3]))).toBe('blob')
  })

  it('goes by the size for .ts while nobody has looked', () => {
    expect(fileTypeOf({ name: 'a.ts', size: 5, sniffed: null })).toBe('text')
    expect(fileTypeOf({ name: 'a.ts', size: 1e9, sniffed: null })).toBe('video')
  })

  it('goes by the usual formats of text while nobody has looked', () => {
    expect(fileTypeOf({ name: 'a.json', size: 5, sniffed: null })).toBe('text')
    expect(fileTypeOf({ name: 'a.zip', size: 5, sniffed: null })).toBe('blob')
    expect(fileTypeOf({ name: 'a', size: 5, sniffed: null })).toBe('blob')
  })
})

describe('binary or text', () => {
  it('takes a letter that the 512 bytes cut through for text', () => {
    const cut = Buffer.concat([Buffer.alloc(511, 'a'), Buffer.from('é')]).subarray(0, 512)
    expect(isBinary(cut)).toBe(false)
    expect(isBinary(Buffer.concat([Buffer.from([0xc3]), Buffer.alloc(511, 'a')]))).toBe(true)
  })

  it('takes a letter cut at the end of a whole short file for broken', () =>
    expect(isBinary(Buffer.from([0x61, 0xc3]))).toBe(true))
  it('takes a control character up to 8 for binary, a tab or an escape for text', () => {
    expect(isBinary(Buffer.from('a\bb'))).toBe(true)
    expect(isBinary(Buffer.from('a\tb\x1b[0m'))).toBe(false)
  })
})

describe('names', () => {
  it.each([
    ['a.TXT', '.TXT'],
    ['.hid', '.hid'],
    ['a', ''],
    ['t.tar.gz', '.gz'],
    ['ends.', '.'],
  ])('of %j have the extension %j', (name, extension) => expect(extensionOf(name)).toBe(extension))
  it('without a dot stand for no type, even when they spell one', () => expect(mimeOfName('png')).toBeNull())
  it('leave the type open only where they say neither media, pdf nor text', () => {
    expect(['a.json', 'a', 'a.xyz', 'a.zip'].every((name) => needsSniffing(name, 5))).toBe(true)
    expect(['a.txt', 'a.mp4', 'a.pdf', 'a.png'].some((name) => needsSniffing(name, 5))).toBe(false)
    expect(needsSniffing('a', 0)).toBe(false)
  })
})

const shownAs = (name: string) => inlineTypeOf(mimeOfName(name) ?? 'application/octet-stream')

describe('how a download is told', () => {
  it('names the file in UTF-8, all that is no attr-char encoded', () =>
    expect(dispositionOf("it's (ñ).txt", false)).toBe("attachment; filename*=utf-8''it%27s%20%28%C3%B1%29.txt"))
  it('puts what can hold a page into the sandbox', () => {
    for (const name of ['a.html', 'a.svg', 'a.xml', 'a.txt', 'unknown'])
      expect(inlinePolicyOf(shownAs(name))).toMatch(/^sandbox;.*script-src 'none'/)
  })
  it('shows PDF, pictures and media without the sandbox, still without script', () => {
    for (const name of ['a.pdf', 'a.png', 'a.mp4', 'a.mp3'])
      expect(inlinePolicyOf(shownAs(name))).toBe("script-src 'none'; object-src 'none'; frame-ancestors 'self'")
  })
})

describe('C6: code that is shown', () => {
  it.each(['a.js', 'a.mjs', 'a.css', 'A.CSS'])('is plain text: %s', (name) => {
    expect(shownAs(name)).toBe('text/plain; charset=utf-8')
  })
  it('is nothing else', () => {
    const types = ['a.json', 'a.html', 'a.csv', 'a.svg'].map((name) => shownAs(name))
    expect(types).toEqual(['application/json', 'text/html; charset=utf-8', 'text/csv; charset=utf-8', 'image/svg+xml'])
  })
})
