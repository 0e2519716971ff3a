import { describe, expect, it } from '@jest/globals'
import { changedSince, LOG_MAX, logWith, stateOf } from './log.ts'
import type { Book } from './types.ts'

const EMPTY: Book = { owner: 1, revision: 0, calendars: [], parts: {}, changes: [] }
let changes = 0

/** A book after a change of events in the calendar `own`. */
function changed(book: Book, ...names: string[]): Book {
  changes += 1
  const log = logWith(
    book,
    `change${changes}`,
    names.map((name) => ({ calendar: 'own', name })),
  )
  return { ...book, revision: book.revision + 1, log }
}
const since = (book: Book, state: string) => changedSince(book, 'own', state)

describe('what has changed in a book', () => {
  it('is told since each state that it had, and per calendar', () => {
    const one = changed(EMPTY, 'a')
    const two = changed(one)
    const three = changed(two, 'b', 'c')
    expect([EMPTY, one, two, three].map((book) => since(three, stateOf(book)))).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
      ['b', 'c'],
      [],
    ])
    expect(changedSince(three, 'other', stateOf(one))).toEqual([])
  })

  it('is not known since a state that only another course of things had', () => {
    const backup = changed(EMPTY, 'a')
    const lost = changed(changed(backup, 'b'), 'c')
    expect(since(backup, stateOf(lost))).toBeNull()
    const after = changed(changed(changed(backup, 'd'), 'e'), 'f')
    expect(since(after, stateOf(lost))).toBeNull()
    expect(since(after, stateOf(backup))).toEqual(['d', 'e', 'f'])
    expect(since(after, stateOf(EMPTY))).toEqual(['a', 'd', 'e', 'f'])
  })

  it('is forgotten after many changes', () => {
    const first = changed(EMPTY, 'a')
    const many = changed(first, ...Array.from({ length: LOG_MAX }, (_, index) => String(index)))
    expect([EMPTY, first].map((book) => since(many, stateOf(book)))).toEqual([null, null])
    expect(since(many, stateOf(many))).toEqual([])
  })

  it('is also known of books from before the marks', () => {
    const old: Book = { ...EMPTY, revision: 3, log: [{ revision: 2, calendar: 'own', name: 'a' }] }
    expect(['3-', '2-', '1-', '0-', '', '3-x'].map((state) => since(old, state))).toEqual([
      [],
      [],
      null,
      null,
      null,
      null,
    ])
  })
})
