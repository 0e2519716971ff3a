import { describe, expect, it } from '@jest/globals'
import { endOfLink, nameOfLink } from './links.ts'

describe('the end of a link', () => {
  it('is a date', () => expect(endOfLink(1_795_257_758)).toBe('2026-11-21T10:42:38.000Z'))
  it('is none for a link without an end, and where the calendar ends', () =>
    expect([endOfLink(0), endOfLink(185_542_587_100_800)]).toEqual([null, null]))
})

it('a link is called by what it leads to', () =>
  expect(['/a/b.txt', '/a/box/', '/'].map((path) => nameOfLink({ path }))).toEqual(['b.txt', 'box', '']))
