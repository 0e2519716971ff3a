// How well a text fits what somebody types, in a few steps, so that the order is the same with every look.
import { fold } from '../../../backend/contract/fold.ts'

/** From the best to the worst: it begins so, a word of it does, it holds it, it has the letters in their order. */
const STEPS = [
  (text: string, word: string) => text.startsWith(word),
  (text: string, word: string) => text.split(/[\s\p{P}]+/u).some((part) => part.startsWith(word)),
  (text: string, word: string) => text.includes(word),
  hasLetters,
]

/** 0 for the best; null where a word of the query fits nowhere. All words have to fit: the worst of them counts. */
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
 * What fits a query, the best first. What fits equally well stays in its order, but for what was used lately
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
