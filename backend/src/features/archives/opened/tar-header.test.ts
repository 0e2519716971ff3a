import { describe, expect, it } from '@jest/globals'
import { readPaxRecords } from './tar-header.ts'

const read = (text: string) => {
  const records = readPaxRecords(Buffer.from(text))
  return records && Object.fromEntries(records)
}

describe('the records of a pax header', () => {
  it('are keys and values, each with its length', () => {
    expect(read('')).toEqual({})
    expect(read('12 path=a b\n11 size=42\n')).toEqual({ path: 'a b', size: '42' })
    expect(read('13 path=a=é\n')).toEqual({ path: 'a=é' })
  })

  it.each([
    ['the rest has no length', '12 path=a b\nmore'],
    ['the rest is all digits', '12 path=a b\n17'],
    ['the rest is zeros', '12 path=a b\n\0\0\0'],
    ['a length is none', '12 path=a b\nx path=c\n'],
    ['a length is zero', '12 path=a b\n0 path=c\n'],
    ['a length is too short', '3 path=a\n'],
    ['a length is too long', '99 path=a\n'],
    ['a record ends elsewhere', '12 path=a bc\n'],
    ['there is no key', '5 =a\n'],
  ])('are broken where %s', (_, text) => expect(read(text)).toBeNull())
})
