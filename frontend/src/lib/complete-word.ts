// The word that is being typed on a command line, and what it can become.

/** What stands before the cursor. */
export interface TypedWord {
  /** Where the word begins in the text. */
  start: number
  /** The folder part as it was meant, with its slash; '' for none. */
  folder: string
  /** The beginning of a name, as it was meant. */
  name: string
  /** Whether it is the name of a command. */
  isCommand: boolean
}

/** The last word of a text, its quotes and backslashes understood (XCU 2.2). */
export function typedWord(text: string): TypedWord {
  let start = 0
  let meant = ''
  let quote = ''
  let isCommand = true
  let hasWord = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (quote === '' && /[\s|<>]/.test(char)) {
      isCommand = char === '|' ? true : isCommand && !hasWord && char !== '<' && char !== '>'
      start = at + 1
      meant = ''
      hasWord = false
      continue
    }
    hasWord = true
    if (char === '\\' && quote !== "'") meant += text[++at] ?? ''
    else if (quote === '' && (char === '"' || char === "'")) quote = char
    else if (char === quote) quote = ''
    else meant += char
  }
  const cut = meant.lastIndexOf('/') + 1
  return { start, folder: meant.slice(0, cut), name: meant.slice(cut), isCommand }
}

/** What names have in common at their beginning. */
export function commonBeginning(names: readonly string[]): string {
  const [first = '', ...others] = names
  const characters = Array.from(first)
  let length = characters.length
  for (const other of others) {
    const compared = Array.from(other)
    let same = 0
    while (same < length && compared[same] === characters[same]) same += 1
    length = same
  }
  return characters.slice(0, length).join('')
}

/** A name as a word of a command line. */
export const quoteWord = (word: string): string =>
  word.replaceAll(/[^\p{L}\p{M}\p{N}\p{S}_./:@%+,=-]|[|<>`$^~]/gu, (char) => `\\${char}`)
