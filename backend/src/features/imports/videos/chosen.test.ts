import { describe, expect, it } from '@jest/globals'
import { VIDEO_ENTRIES_MAX } from '../../../../contract/limits.ts'
import type { VideoEntry } from './asking.ts'
import { chosenOf } from './chosen.ts'

const entry = (key: string): VideoEntry => ({ key, title: key, duration: null, link: key, item: null })
const list = (keys: string[], listed = keys.length) => ({ isList: true, listed, entries: keys.map(entry) })

describe('the entries of a list', () => {
  it('all come, unless some are chosen', () => {
    expect(chosenOf(list(['a', 'b']), { chosen: null })).toEqual({ wanted: [entry('a'), entry('b')], gone: 0 })
    expect(chosenOf(list(['a', 'b']), { chosen: ['b'] })).toEqual({ wanted: [entry('b')], gone: 0 })
  })

  it('are counted where they have left the list', () => {
    expect(chosenOf(list(['a', 'b']), { chosen: ['b', 'c'] })).toEqual({ wanted: [entry('b')], gone: 1 })
    expect(() => chosenOf(list(['a']), { chosen: ['c'] })).toThrow(expect.objectContaining({ code: 'gone' }))
  })

  it('may be chosen from a list that is too long to come as a whole', () => {
    const long = list(['a', 'b'], VIDEO_ENTRIES_MAX + 1)
    expect(() => chosenOf(long, { chosen: null })).toThrow(expect.objectContaining({ code: 'tooMany' }))
    expect(chosenOf(long, { chosen: ['a'] }).wanted).toEqual([entry('a')])
  })
})
