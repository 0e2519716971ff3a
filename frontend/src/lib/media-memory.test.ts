import { describe, expect, it } from '@jest/globals'
import { isWorthKeeping, keepChoices, keepPlace, placeIn, PLACES_MAX, readChoices, type Shelf } from './media-memory.ts'

function makeShelf(kept: Record<string, string> = {}): Shelf {
  const all = new Map(Object.entries(kept))
  return { getItem: (key) => all.get(key) ?? null, setItem: (key, value) => void all.set(key, value) }
}

const FULL: Shelf = {
  getItem: () => null,
  setItem() {
    throw new Error('no room')
  },
}

describe('what a device remembers about playback', () => {
  it('starts with defaults, and keeps each choice', () => {
    const shelf = makeShelf()
    expect(readChoices(shelf)).toMatchObject({ rate: 1, volume: 1, isMuted: false, subtitles: '' })
    keepChoices(shelf, { rate: 1.5 })
    keepChoices(shelf, { subtitles: 'Spanish' })
    expect(readChoices(shelf)).toMatchObject({ rate: 1.5, volume: 1, subtitles: 'Spanish' })
  })

  it('ignores invalid values', () => {
    const shelf = makeShelf({
      'nido.player': '{"rate":80,"volume":"loud","cueSize":"huge"}',
      'nido.places': '[["a",12],["b",-1],["c"],7,null]',
    })
    expect(readChoices(shelf)).toMatchObject({ rate: 1, volume: 1, cueSize: 'medium' })
    expect(['a', 'b', 'c'].map((file) => placeIn(shelf, file))).toEqual([12, null, null])
    expect(readChoices(makeShelf({ 'nido.player': '{' }))).toMatchObject({ rate: 1 })
  })

  it('remembers where files were left, but only for the latest', () => {
    const shelf = makeShelf()
    for (let number = 0; number <= PLACES_MAX; number++) keepPlace(shelf, `/film ${number}`, number + 0.7)
    expect(placeIn(shelf, '/film 0')).toBeNull()
    expect(placeIn(shelf, '/film 1')).toBe(1)
    keepPlace(shelf, '/film 1', null)
    expect(placeIn(shelf, '/film 1')).toBeNull()
    expect(placeIn(shelf, `/film ${PLACES_MAX}`)).toBe(PLACES_MAX)
  })

  it('works without storage', () => {
    expect(() => keepPlace(FULL, '/film', 60)).not.toThrow()
    expect(() => keepChoices(FULL, { rate: 2 })).not.toThrow()
  })
})

describe('when to resume', () => {
  it.each([
    [31, 3600, true, true],
    [30, 3600, true, false],
    [3590, 3600, true, false],
    [90, 200, false, false],
    [90, 3600, false, true],
    [90, 0, true, false],
  ])('%d of %d seconds (film: %s): %s', (seconds, duration, isFilm, isWorth) => {
    expect(isWorthKeeping(seconds, duration, isFilm)).toBe(isWorth)
  })
})
