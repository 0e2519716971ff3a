import { describe, expect, it } from '@jest/globals'
import { placeOfText } from '../../storage/paths.ts'
import { NOTHING_HELD } from '../../storage/resumable/held.ts'
import { generationOfKey, readHeld, recordId, scratchPrefix, writeHeld } from './record.ts'

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

  it('is one per actor, bucket and path', () => {
    const ids = [
      recordId({ id: '1' }, placeOfText('b/a')),
      recordId({ id: '2' }, placeOfText('b/a')),
      recordId({ id: '1' }, placeOfText('c/a')),
      recordId({ id: '1' }, placeOfText('b/a/b')),
    ]
    expect(new Set(ids).size).toBe(4)
    expect(recordId({ id: '1' }, placeOfText('b/a'))).toBe(ids[0])
  })

  it('knows its small objects again', () => {
    expect(generationOfKey(`${scratchPrefix({ _id: 'i', generation: 'g' })}piece`)).toBe('g')
    expect(generationOfKey('manifests/g/x')).toBe('')
  })
})
