// How well a name answers a search: all of the words before some of them, then the words together and in their order,
// then at the beginning of the name, then as whole words, then as the whole name.

/** All but letters and digits. */
const BETWEEN = /[^\p{L}\p{N}]+/gu

const plainOf = (text: string): string => text.replaceAll(BETWEEN, ' ').trim()

/**
 * Tells how good a name is: the higher, the better. `words` are the words of the search, `letters` makes alike what the
 * search takes for the same letter.
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
  /** The name with its signs. */
  text: string
}

function closeness(name: string, { phrase, plain, text }: Wanted): number {
  const [first = ''] = plain
  const spaced = ` ${name} `
  const isWhole = plain.every((word) => spaced.includes(` ${word} `))
  const isAll = name === phrase || plainOf(text.replace(/\.[^.]*$/, '')) === phrase
  return Number(name.includes(phrase)) * 8 + Number(name.startsWith(first)) * 4 + Number(isWhole) * 2 + Number(isAll)
}
