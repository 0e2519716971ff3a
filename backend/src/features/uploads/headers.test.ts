import { describe, expect, it } from '@jest/globals'
import { mtimeOfUpload, parseLength, parseOffset } from './headers.ts'

describe('the headers of an upload', () => {
  it.each(['-1', 'abc', '1e3', '0x10', '1.5', '9223372036854775808', '5, 5', '', ' ', '+5'])(
    'Upload-Length %j is refused',
    (header) => expect(() => parseLength(header, 1e13)).toThrow('not a whole number'),
  )
  it('a length over the limit is too large, a missing one is unknown', () => {
    expect(() => parseLength('11', 10)).toThrow('larger')
    expect(parseLength('10', 10)).toBe(10)
    expect(parseLength(undefined, 10)).toBe(-1)
  })
  it.each([undefined, '', 'two', '-1', '1.0'])('Upload-Offset %j is refused', (header) =>
    expect(() => parseOffset(header)).toThrow('not a whole number'),
  )

  const encoded = Buffer.from('1700000000123').toString('base64')
  it('takes the time from the metadata, and nothing else', () => {
    expect(mtimeOfUpload(`filename YQ==,mtime ${encoded}`)?.getTime()).toBe(1700000000123)
    for (const metadata of [
      undefined,
      '',
      'mtime',
      'mtime ???',
      '__proto__ YQ==',
      'mtime YWJj',
      'filename Li4vLi4vYm9iL3g=',
      'x'.repeat(65536),
    ])
      expect(mtimeOfUpload(metadata)).toBeUndefined()
  })
})
