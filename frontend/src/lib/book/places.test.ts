import { describe, expect, it } from '@jest/globals'
import { numberOf, type BookPlaces, withPlace } from './places.ts'

describe('where one stopped reading', () => {
  it('is kept for the books that were read last', () => {
    const places = Array.from({ length: 60 }, (_, book) => book).reduce<BookPlaces>(
      (all, book) => withPlace(all, book, `page ${book}`),
      [],
    )
    expect(places).toHaveLength(50)
    expect(places[0]).toEqual([59, 'page 59'])
    expect(withPlace(places, 30, 'end').filter(([book]) => book === 30)).toEqual([[30, 'end']])
  })

  it('does not name the book', () => {
    expect(numberOf('/files/a.epub')).not.toBe(numberOf('/files/b.epub'))
    expect(numberOf('')).toBe(0x811c9dc5)
  })
})
