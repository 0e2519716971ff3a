// How well a text matches what somebody types. There are only a few ranks, so that the order is stable.
import { fold } from '../../../backend/contract/fold.ts'

/** From best to worst: at the beginning, at the beginning of a word, anywhere, or the letters in order. */
const STEPS = [
  (text: string, word: string) => text.startsWith(word),
  (text: string, word: string) => text.split(/[\s\p{P}]+/u).some((part) => part.startsWith(word)),
  (text: string, word: string) => text.includes(word),
  hasLetters,
]

/**
 * 0 for the best match; null if a word of the query does not match. All words have to match, and the worst match
 * counts.
 */
export function fuzzyRank(text: string, query: string): number | null {
  const folded = fold(text)
  const ranks = fold(query)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => STEPS.findIndex((fits) => fits(folded, word)))
  return ranks.includes(-1) ? null : Math.max(0, ...ranks)
}

function hasLetters(text: string, word: string): boolean {
  let at = -1
  return [...word].every((letter) => {
    at = text.indexOf(letter, at + 1)
    return at >= 0
  })
}

/**
 * The matches for a query, the best first. Equal matches keep their order, except that recently used ones come first
 * (`recent`, the latest first).
 */
export function rankAll<T extends { id: string; label: string }>(
  entries: readonly T[],
  query: string,
  recent: readonly string[],
): T[] {
  const lately = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return entries
    .flatMap((entry) => {
      const rank = fuzzyRank(entry.label, query)
      return rank === null ? [] : [{ entry, rank }]
    })
    .sort((a, b) => a.rank - b.rank || lately(a.entry.id) - lately(b.entry.id))
    .map(({ entry }) => entry)
}
