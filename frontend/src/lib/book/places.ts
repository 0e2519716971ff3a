// Where somebody stopped reading, and how large the letters are, in this browser. A few books, by a number instead of
// their names: who uses the browser next does not learn what was read.

/** Of these many books, those that were read last. */
const BOOKS_MAX = 50
const KEY = 'nido.reading'
const SIZE_KEY = 'nido.letters'

export type Places = readonly (readonly [book: number, place: string])[]

/** The places with the one of a book in front, and not too many. */
export const withPlace = (places: Places, book: number, place: string): Places =>
  [[book, place] as const, ...places.filter(([other]) => other !== book)].slice(0, BOOKS_MAX)

/** A number for a name (FNV-1a). */
export function numberOf(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** Where one stopped reading a book; null for a new one. */
export const placeIn = (book: string): string | null =>
  read().find(([number]) => number === numberOf(book))?.[1] ?? null

export const rememberPlace = (book: string, place: string): void =>
  write(KEY, JSON.stringify(withPlace(read(), numberOf(book), place)))

/** Letters become larger and smaller by these percents of the book's own. */
export const LETTERS = { smallest: 60, largest: 240, step: 10 } as const

/** Percent of the book's own letters. */
export function letterSize(): number {
  const kept = Number(localStorage.getItem(SIZE_KEY) ?? Number.NaN)
  return kept >= LETTERS.smallest && kept <= LETTERS.largest ? kept : 100
}

export const rememberLetters = (percent: number): void => write(SIZE_KEY, String(percent))

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without room nothing is remembered.
  }
}

function read(): Places {
  try {
    const places: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(places) ? places.filter(isPlace) : []
  } catch {
    return []
  }
}

const isPlace = (entry: unknown): entry is [number, string] =>
  Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string'
