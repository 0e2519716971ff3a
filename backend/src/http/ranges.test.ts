import { describe, expect, it } from '@jest/globals'
import { multipartHeads, parseRanges } from './ranges.ts'

describe('ranges of a file of ten bytes', () => {
  it.each([
    ['bytes=0-3', [[0, 3]]],
    ['bytes=3-3', [[3, 3]]],
    ['bytes=6-', [[6, 9]]],
    ['bytes=-4', [[6, 9]]],
    ['bytes=5-100', [[5, 9]]],
    ['bytes=-100', [[0, 9]]],
    [
      'Bytes = 0-0, -1',
      [
        [0, 0],
        [9, 9],
      ],
    ],
    [
      'bytes=0-1,8-9',
      [
        [0, 1],
        [8, 9],
      ],
    ],
    [
      'bytes=8-9,0-1',
      [
        [0, 1],
        [8, 9],
      ],
    ],
    ['bytes=0-4,2-6', [[0, 6]]],
    ['bytes=0-4,5-6', [[0, 6]]],
    ['bytes=0-1,20-30', [[0, 1]]],
  ])('%s', (header, wanted) => expect(parseRanges(header, 10)?.map(({ start, end }) => [start, end])).toEqual(wanted))

  it.each(['bytes=10-20', 'bytes=10-', 'bytes=-0', 'bytes=20-30,40-50'])('%s lies past the end', (header) =>
    expect(parseRanges(header, 10)).toEqual([]),
  )
  it.each([
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-3',
    'bytes=1',
    'lines=1-2',
    'junk',
    `bytes=${'0-0,'.repeat(40)}`,
  ])('%s is passed over', (header) => expect(parseRanges(header, 10)).toBeNull())
  it('an empty file has no range', () => {
    expect(parseRanges('bytes=0-', 0)).toEqual([])
    expect(parseRanges('bytes=-5', 0)).toEqual([])
  })
})

it('the parts of several ranges are framed as RFC 9110 section 14.6 has it', () => {
  const { heads, end } = multipartHeads([{ start: 0, end: 1 }], { size: 10, type: 'text/plain', boundary: 'b' })
  expect(heads[0]?.toString()).toBe('\r\n--b\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-1/10\r\n\r\n')
  expect(end.toString()).toBe('\r\n--b--\r\n')
})
