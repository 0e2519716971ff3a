import { describe, expect, it } from '@jest/globals'
import { placeOfText } from '../../storage/paths.ts'
import { SMALLEST_PART } from '../../storage/part-limits.ts'
import { smallestPart } from './part-sizes.ts'
import {
  generationOfKey,
  NOTHING_HELD,
  readHeld,
  recordId,
  scratchPrefix,
  UNKNOWN_LENGTH,
  writeHeld,
} from './record.ts'

describe('the record of an upload', () => {
  it('keeps parts and pieces as one text', () => {
    const held = {
      uploadId: 'u',
      parts: [
        { number: 1, etag: 'a', size: 5 },
        { number: 2, etag: 'b', size: 6 },
      ],
      pieces: [{ key: 'uploads/i/g/1', size: 7 }],
    }
    expect(readHeld({ held: writeHeld(held) })).toEqual(held)
    expect(readHeld({ held: '' })).toEqual(NOTHING_HELD)
  })

  it('is one per person, bucket and path', () => {
    const ids = [
      recordId(1, placeOfText('b/a')),
      recordId(2, placeOfText('b/a')),
      recordId(1, placeOfText('c/a')),
      recordId(1, placeOfText('b/a/b')),
    ]
    expect(new Set(ids).size).toBe(4)
    expect(recordId(1, placeOfText('b/a'))).toBe(ids[0])
  })

  it('knows its small objects again', () => {
    expect(generationOfKey(`${scratchPrefix({ _id: 'i', generation: 'g' })}piece`)).toBe('g')
    expect(generationOfKey('manifests/g/x')).toBe('')
  })
})

describe('the smallest part', () => {
  it('is 5 MiB, and more where 9,000 of them would not do', () => {
    expect(smallestPart({ length: 1024 ** 3 }, 0)).toBe(SMALLEST_PART)
    expect(smallestPart({ length: 5 * 1024 ** 4 }, 0) * 9_000).toBeGreaterThanOrEqual(5 * 1024 ** 4)
  })
  it('grows with the number of parts where nobody knows the length', () => {
    expect(smallestPart({ length: UNKNOWN_LENGTH }, 0)).toBe(SMALLEST_PART)
    expect(smallestPart({ length: UNKNOWN_LENGTH }, 5_000)).toBeGreaterThan(SMALLEST_PART)
  })
})
