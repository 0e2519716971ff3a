import { describe, expect, it } from '@jest/globals'
import { joinChunks } from './chunks.ts'

const join = (text: string) => joinChunks(Buffer.from(text))?.toString() ?? null

describe('a body in chunks', () => {
  it('is joined', () => {
    expect(join('3\r\nabc\r\n0A;more=1\r\n0123456789\r\n0\r\n\r\n')).toBe('abc0123456789')
    expect(join('0\r\n\r\n')).toBe('')
  })

  it.each([
    ['nothing yet', ''],
    ['half a length', '3'],
    ['half a chunk', '3\r\nab'],
    ['no last chunk', '3\r\nabc\r\n'],
    ['a length that is none', 'x\r\nabc\r\n0\r\n\r\n'],
    ['a length beyond all bounds', 'fffffffff\r\nabc\r\n0\r\n\r\n'],
    ['a negative length', '-3\r\nabc\r\n0\r\n\r\n'],
  ])('is not whole with %s', (_, text) => {
    expect(join(text)).toBeNull()
  })
})
