// Command lines: their words, quoting, variables and patterns.
import fc from 'fast-check'
import { LINE_MAX_BYTES } from '../../backend/contract/limits.ts'
import { parseLine } from '../../backend/contract/shell-line.ts'
import { splitLine, textOf as saidBy, type Word } from '../../backend/contract/shell-words.ts'
import { charactersOf, charactersOfText, isPattern, matcherOf } from '../../backend/src/features/shell/pattern.ts'
import { fillIn } from '../../backend/src/features/shell/variables.ts'
import { quoteWord } from '../../frontend/src/lib/complete-word.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { answerOf, hold, isEqual } from './holding.ts'
import { textOf } from './inputs.ts'
import type { Target } from './target.ts'

const PIECES = [
  "'",
  '"',
  '\\',
  ' ',
  '|',
  '<',
  '>',
  '>>',
  '2>',
  '&',
  ';',
  '`',
  '$(',
  '$A',
  '${A}',
  '${',
  '*',
  '?',
  '[',
  ']',
  '!',
  '-',
  '\n',
  'a',
  'é',
  '😀',
  'ls',
  '#',
]
const PATTERNS = [
  '*',
  '?',
  '[',
  ']',
  '!',
  '^',
  '-',
  'a',
  'z',
  '[a-z]',
  '[!a]',
  '[]a]',
  '[z-a]',
  '\\',
  '.',
  '(',
  '+',
  '\ud83d',
  '\ude00',
  '😀',
  '\n',
]

const variables = { A: '| rm * "x\' $A' }

export const lines: Target<string> = {
  name: 'command lines',
  inputs: textOf(PIECES),
  check(text) {
    const line = answerOf(() => parseLine(text))
    if (line === null) return
    hold(line.stages.length > 0, 'a command')
    const filled = fillIn(line, variables)
    hold(
      filled.stages.length === line.stages.length && (filled.input === null) === (line.input === null),
      'a value runs nothing',
    )
    const countOf = (stages: typeof line.stages) => stages.map(({ words }) => words.length)
    hold(isEqual(countOf(filled.stages), countOf(line.stages)), 'a value stays within its word')
    const values = filled.stages.flatMap(({ words }) => words.flatMap((word) => word.filter(({ isValue }) => isValue)))
    hold(
      values.every((piece) => !isPattern(charactersOf([piece]))),
      'a value is no pattern',
    )
    hold(isEqual(parseLine(text), line), 'the same again')
  },
}

const isSaid = (line: string, words: readonly string[]): boolean => {
  const tokens = splitLine(line)
  const said = tokens.flatMap((token): Word[] => (token.kind === 'word' ? [token.word] : []))
  return (
    isEqual(said.map(saidBy), words) &&
    said.length === tokens.length &&
    said.every((word) => !isPattern(charactersOf(word)))
  )
}

export const quoting: Target<string[]> = {
  name: 'quoting there and back',
  inputs: fc.array(textOf(PIECES, 6), { maxLength: 4 }),
  check(words) {
    const single = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
    hold(isSaid(single.join(' '), words), 'words in single quotes')
    const double = words.map((word) => `"${word.replaceAll(/[$`"\\]/g, (char) => `\\${char}`)}"`)
    hold(isSaid(double.join(' '), words), 'words in double quotes')
    // The page completes names without control characters only.
    const names = words.filter(
      (word) => word !== '' && word.isWellFormed() && ![...word].some((char) => char < ' ' || char === '\u007f'),
    )
    hold(isSaid(names.map(quoteWord).join(' '), names), 'names as the page completes them')
  },
}

/** XCU 2.13 without bracket expressions, implemented in the simplest way. */
function fitsPlainly(pattern: readonly string[], name: readonly string[]): boolean {
  let ends = new Set([0])
  for (const char of pattern) {
    const next = new Set<number>()
    for (const end of ends) {
      if (char === '*') for (let at = end; at <= name.length; at += 1) next.add(at)
      else if (end < name.length && (char === '?' || char === name[end])) next.add(end + 1)
    }
    ends = next
  }
  return ends.has(name.length)
}

export const patterns: Target<{ pattern: string; name: string }> = {
  name: 'patterns of names',
  inputs: fc.record({ pattern: textOf(PATTERNS, 8), name: textOf(PATTERNS, 6) }),
  check({ pattern, name }) {
    const fits = answerOf(() => matcherOf(charactersOfText(pattern)))
    if (fits === null) return
    const isFitting = fits(name)
    if (/[[\\]/.test(pattern) || !pattern.isWellFormed() || !name.isWellFormed()) return
    hold(
      isFitting === fitsPlainly(Array.from(pattern), Array.from(name)),
      'what XCU 2.13 says of stars and question marks',
    )
  },
}

export const shellGrows: Target<Pumped>[] = [
  {
    name: 'command lines, long',
    inputs: pumpedOf(PIECES),
    check: (pumped) => checkGrowth((text) => answerOf(() => parseLine(text)), pumped, 8 * LINE_MAX_BYTES),
  },
  {
    name: 'patterns of names, long',
    cases: [{ head: '', part: '[', tail: '' }],
    inputs: pumpedOf(PATTERNS),
    check: (pumped) =>
      checkGrowth(
        (text) => answerOf(() => matcherOf(charactersOfText(text))('ab'.repeat(120))),
        pumped,
        LINE_MAX_BYTES,
      ),
  },
]
