// The word that is being typed on a command line, and its possible completions.
import { ShellSyntaxError, splitLine, textOf, type Token } from '../../../backend/contract/shell-words.ts'

/** The text before the cursor. */
export interface TypedWord {
  /** Where the word begins in the text. */
  start: number
  /** The folder part, unquoted, with its slash; '' for none. */
  folder: string
  /** The beginning of a name, unquoted. */
  name: string
  /** Whether it is a command's name. */
  isCommand: boolean
}

/** Endings that may complete the last word while it is being typed. An escaped line break has no meaning. */
const CLOSINGS = ['', '\n', '"', "'", '\n"']

/** The words and operators of an unfinished text; null if no ending would make it valid. */
function tokensOf(text: string): Token[] | null {
  for (const closing of CLOSINGS) {
    try {
      return splitLine(text + closing)
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) throw error
    }
  }
  return null
}

/** The last word of a text; an empty one after a space, and if the text is invalid. */
export function typedWord(text: string): TypedWord {
  const tokens = tokensOf(text) ?? []
  const last = tokens.at(-1)
  const isTyped = last?.kind === 'word' && last.end >= text.length
  const before = isTyped ? tokens.at(-2) : last
  const meant = isTyped ? textOf(last.word) : ''
  const cut = meant.lastIndexOf('/') + 1
  return {
    start: isTyped ? last.start : text.length,
    folder: meant.slice(0, cut),
    name: meant.slice(cut),
    isCommand: before === undefined || (before.kind === 'operator' && before.operator === '|'),
  }
}

/** The longest common prefix of some names. */
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

/** A name, quoted as one word of a command line. */
export const quoteWord = (word: string): string =>
  word.replaceAll(/[^\p{L}\p{M}\p{N}\p{S}_./:@%+,=-]|[|<>`$^~]/gu, (char) => `\\${char}`)
