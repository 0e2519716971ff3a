// A command line as words and operators: split as a POSIX shell does (XCU 2.2 quoting), with pipes and redirections and
// nothing else of its own.
import { ShellError } from './errors.ts'

/**
 * Part of a word. What is quoted is no pattern and no operator; a value was put in for a variable, and is no option
 * either.
 */
export interface WordPiece {
  text: string
  isQuoted: boolean
  isValue?: boolean
}
export type Word = readonly WordPiece[]
export type Operator = '|' | '<' | '>'
export type Token = { kind: 'word'; word: Word } | { kind: 'operator'; operator: Operator }

const SPACE = /\s/
/** Within double quotes a backslash stands for itself before all others (XCU 2.2.3). */
const ESCAPABLE = new Set(['$', '`', '"', '\\'])

/**
 * Splits a line. `;`, `&&`, `$( )` and backticks are plain text: there is nothing here that could run them.
 * @throws ShellError for an open quote, and for operators that other shells have
 */
export function splitLine(line: string): Token[] {
  const tokens: Token[] = []
  let word: WordPiece[] | null = null
  const add = (text: string, isQuoted: boolean) => void (word ??= []).push({ text, isQuoted })
  const end = () => {
    if (word) tokens.push({ kind: 'word', word: joined(word) })
    word = null
  }
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? ''
    if (SPACE.test(char)) end()
    else if (isOperator(char)) {
      checkOperator(line, at, word)
      end()
      tokens.push({ kind: 'operator', operator: char })
    } else if (char === '\\') {
      at += 1
      if (at >= line.length) throw new ShellError('nothing follows the backslash')
      if (line[at] !== '\n') add(characterAt(line, at), true)
      at += characterAt(line, at).length - 1
    } else if (char === "'" || char === '"') {
      const { text, next } = char === '"' ? readDouble(line, at) : readSingle(line, at)
      add(text, true)
      at = next
    } else add(char, false)
  }
  end()
  return tokens
}

const isOperator = (char: string): char is Operator => char === '|' || char === '<' || char === '>'

/** The whole character, should it be made of two units. */
const characterAt = (line: string, at: number): string => String.fromCodePoint(line.codePointAt(at) ?? 0)

/** `>>`, `<<`, `2>` and `>&` mean other things elsewhere: better refused than taken for something else. */
function checkOperator(line: string, at: number, before: WordPiece[] | null): void {
  const char = line[at] ?? ''
  const next = line[at + 1] ?? ''
  if ((char !== '|' && (isOperator(next) || next === '&')) || (char === '|' && next === '&'))
    throw new ShellError(`${char}${next} is not supported`)
  const isNumbered =
    char !== '|' && before !== null && before.every(({ text, isQuoted }) => !isQuoted && /^\d$/.test(text))
  if (isNumbered) throw new ShellError(`only the output can be redirected, with ${char} alone`)
}

function readSingle(line: string, from: number): { text: string; next: number } {
  const next = line.indexOf("'", from + 1)
  if (next < 0) throw new ShellError("a quote is not closed: '")
  return { text: line.slice(from + 1, next), next }
}

function readDouble(line: string, from: number): { text: string; next: number } {
  let text = ''
  for (let at = from + 1; at < line.length; at++) {
    const char = line[at] ?? ''
    if (char === '"') return { text, next: at }
    const next = line[at + 1] ?? ''
    if (char === '\\' && (ESCAPABLE.has(next) || next === '\n')) {
      if (next !== '\n') text += next
      at += 1
    } else text += char
  }
  throw new ShellError('a quote is not closed: "')
}

/** The same with neighbours of one kind as one piece. */
function joined(pieces: readonly WordPiece[]): Word {
  const word: WordPiece[] = []
  for (const piece of pieces) {
    const last = word.at(-1)
    if (last?.isQuoted === piece.isQuoted) last.text += piece.text
    else word.push({ ...piece })
  }
  return word
}

/** What a word says, patterns and all. */
export const textOf = (word: Word): string => word.map(({ text }) => text).join('')
