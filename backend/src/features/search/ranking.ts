// How well a name answers a search. Names with all words come before those with some. Then these count, in this order:
// the words together and in order, at the beginning of the name, as whole words, and as the whole name.

/** Everything except letters and digits. */
const BETWEEN = /[^\p{L}\p{N}]+/gu

const plainOf = (text: string): string => text.replaceAll(BETWEEN, ' ').trim()

/**
 * Returns the rank of a name; higher is better. `words` are those of the search. `letters` maps letters that the search
 * treats as equal to the same one.
 */
export function createRanking(words: readonly string[], letters: (text: string) => string): (name: string) => number {
  const wanted = [...new Set(words.map(letters))]
  const plain = wanted.map(plainOf).filter((word) => word !== '')
  const phrase = plain.join(' ')
  if (wanted.length === 0) return () => 0
  return (name) => {
    const text = letters(name)
    const words = wanted.filter((word) => text.includes(word)).length
    return words * 16 + (phrase === '' ? 0 : closeness(plainOf(text), { phrase, plain, text }))
  }
}

interface Wanted {
  phrase: string
  plain: readonly string[]
  /** The name with its punctuation. */
  text: string
}

function closeness(name: string, { phrase, plain, text }: Wanted): number {
  const [first = ''] = plain
  const spaced = ` ${name} `
  const isWhole = plain.every((word) => spaced.includes(` ${word} `))
  const isAll = name === phrase || plainOf(text.replace(/\.[^.]*$/, '')) === phrase
  return Number(name.includes(phrase)) * 8 + Number(name.startsWith(first)) * 4 + Number(isWhole) * 2 + Number(isAll)
}
