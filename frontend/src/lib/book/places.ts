// Remembers the position in books and the text size in this browser. Books are stored as numbers instead of names, so
// that other users of the browser do not learn what was read.

/** How many books are remembered. The oldest is dropped for a new one. */
const BOOKS_MAX = 50
const KEY = 'nido.reading'
const SIZE_KEY = 'nido.letters'

export type BookPlaces = readonly (readonly [book: number, place: string])[]

/** The places with this book's place first, up to the limit. */
export const withPlace = (places: BookPlaces, book: number, place: string): BookPlaces =>
  [[book, place] as const, ...places.filter(([other]) => other !== book)].slice(0, BOOKS_MAX)

/** A number for a name (FNV-1a). */
export function numberOf(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** The last position in a book; null for a new book. */
export const placeInBook = (book: string): string | null =>
  read().find(([number]) => number === numberOf(book))?.[1] ?? null

export const rememberPlace = (book: string, place: string): void =>
  write(KEY, JSON.stringify(withPlace(read(), numberOf(book), place)))

/** Limits and step of the text size, in percent of the book's own size. */
export const LETTERS = { smallest: 60, largest: 240, step: 10 } as const

/** The remembered text size, in percent of the book's own size. */
export function letterSize(): number {
  const kept = Number(localStorage.getItem(SIZE_KEY) ?? Number.NaN)
  return kept >= LETTERS.smallest && kept <= LETTERS.largest ? kept : 100
}

export const rememberLetters = (percent: number): void => write(SIZE_KEY, String(percent))

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // If there is no space, nothing is remembered.
  }
}

function read(): BookPlaces {
  try {
    const places: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(places) ? places.filter(isPlace) : []
  } catch {
    return []
  }
}

const isPlace = (entry: unknown): entry is [number, string] =>
  Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string'
