import { describe, expect, it } from '@jest/globals'
import { decodeText, type Encoding, encodeText } from './text-bytes.ts'

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => Uint8Array.from(Buffer.from(text, encoding))
const swapped = (bytes: Uint8Array) => Uint8Array.from(Buffer.from(bytes).swap16())
const TEXT = 'Grüße, naïve façade\r\nline two\n'

const FILES: [string, Uint8Array, Encoding, boolean][] = [
  ['UTF-8', bytesOf(`${TEXT}😀`), 'utf-8', false],
  ['UTF-8 with a mark', bytesOf(`\ufeff${TEXT}`), 'utf-8', true],
  ['UTF-16 LE with a mark', bytesOf(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le', true],
  ['UTF-16 BE with a mark', swapped(bytesOf(`\ufeff${TEXT}`, 'utf16le')), 'utf-16be', true],
  ['UTF-16 LE without one', bytesOf(TEXT, 'utf16le'), 'utf-16le', false],
  ['UTF-16 BE without one', swapped(bytesOf(TEXT, 'utf16le')), 'utf-16be', false],
  ['Latin-1', bytesOf(TEXT, 'latin1'), 'windows-1252', false],
  ['Windows-1252', Uint8Array.from([0x80, 0x20, 0x93, 0x61, 0x94, 0x81]), 'windows-1252', false],
  ['nothing', new Uint8Array(), 'utf-8', false],
]

describe('the bytes of a text', () => {
  it.each(FILES)('are read and written back unchanged: %s', (_, bytes, encoding, hasMark) => {
    const decoded = decodeText(bytes)
    expect(decoded).toMatchObject({ encoding, hasMark })
    expect(decoded && encodeText(decoded.text, decoded)).toEqual(bytes)
  })

  it('do not include the byte order mark in the text', () => expect(decodeText(bytesOf(`\ufeffa`))?.text).toBe('a'))

  it('are no text in a binary file', () => {
    for (const bytes of [
      [0, 1, 2, 3],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13],
      [0xff, 0x01, 0x02],
    ])
      expect(decodeText(Uint8Array.from(bytes))).toBeNull()
  })

  it('report when an encoding lacks a character', () => {
    expect(encodeText('a 😀', { encoding: 'windows-1252', hasMark: false })).toBeNull()
    expect(encodeText('a €', { encoding: 'windows-1252', hasMark: false })).toEqual(Uint8Array.from([0x61, 0x20, 0x80]))
  })
})
