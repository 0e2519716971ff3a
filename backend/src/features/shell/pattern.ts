// Name patterns (XCU 2.13), matched in linear time: `*`, `?` and `[a-z]`.
import { RE2JS } from 're2js'
import { PATTERN_STEPS_MAX } from '../../../contract/limits.ts'
import { ShellError } from './errors.ts'
import type { Word } from '../../../contract/shell-words.ts'

/** One character of a name or a pattern, and whether it is literal. */
export interface Character {
  char: string
  isPlain: boolean
}

const SPECIAL = new Set(['*', '?', '['])

/** The characters of a word. */
export const charactersOf = (word: Word): Character[] =>
  word.flatMap(({ text, isQuoted }) => Array.from(text, (char) => ({ char, isPlain: isQuoted })))

/** The characters of a pattern given as plain text: a backslash makes the next one literal. */
export function charactersOfText(text: string): Character[] {
  const characters: Character[] = []
  let isPlain = false
  for (const char of text) {
    if (char === '\\' && !isPlain) {
      isPlain = true
      continue
    }
    characters.push({ char, isPlain })
    isPlain = false
  }
  return isPlain ? [...characters, { char: '\\', isPlain }] : characters
}

export const isPattern = (characters: readonly Character[]): boolean =>
  characters.some(({ char, isPlain }) => !isPlain && SPECIAL.has(char))

/** Returns a function that matches whole names. @throws ShellError for a pattern with too many steps */
export function matcherOf(characters: readonly Character[], { ignoresCase = false } = {}): (name: string) => boolean {
  // Each bracket is searched for its closing bracket.
  if (characters.length > PATTERN_STEPS_MAX) throw new ShellError('error.largePattern')
  let source = ''
  for (let at = 0; at < characters.length; at++) {
    const { char, isPlain } = characters[at] ?? { char: '', isPlain: true }
    const set = !isPlain && char === '[' ? readSet(characters, at) : null
    if (set) {
      source += set.source
      at = set.end
    } else if (!isPlain && char === '*') source += '.*'
    else if (!isPlain && char === '?') source += '.'
    else source += RE2JS.quote(char)
  }
  const pattern = RE2JS.compile(source, RE2JS.DOTALL | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0))
  if (pattern.programSize() > PATTERN_STEPS_MAX) throw new ShellError('error.largePattern')
  return (name) => pattern.testExact(name)
}

/** `[abc]`, `[a-z]`, `[!a]` as a set of RE2; null for an unclosed bracket, which is literal. */
function readSet(characters: readonly Character[], from: number): { source: string; end: number } | null {
  const first = characters[from + 1]
  const isNegated = first !== undefined && !first.isPlain && (first.char === '!' || first.char === '^')
  const begin = from + (isNegated ? 2 : 1)
  // A closing bracket in the first position belongs to the set.
  const end = characters.findIndex(({ char, isPlain }, index) => index > begin && char === ']' && !isPlain)
  if (end < 0) return null
  const members = characters.slice(begin, end)
  let source = ''
  for (let at = 0; at < members.length; at++) {
    const low = members[at]?.char ?? ''
    const isRange = members[at + 1]?.char === '-' && members[at + 1]?.isPlain === false && at + 2 < members.length
    const high = isRange ? (members[at + 2]?.char ?? low) : low
    // A descending range is empty.
    if (low <= high) source += `${literal(low)}-${literal(high)}`
    if (isRange) at += 2
  }
  if (source === '') return { source: isNegated ? '.' : NOTHING, end }
  return { source: `[${isNegated ? '^' : ''}${source}]`, end }
}

/** Matches nothing. */
const NOTHING = '[^\\x{0}-\\x{10FFFF}]'
const literal = (char: string): string => `\\x{${(char.codePointAt(0) ?? 0).toString(16)}}`
