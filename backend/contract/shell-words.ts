// A command line as words and operators: split as a POSIX shell does (XCU 2.2 quoting), with pipes and redirections and
// nothing else of its own. The shell reads lines so, and the page those that are being typed.

/**
 * Why a line cannot be read. `quote`: one is not closed; `backslash`: nothing follows it; `operator`: one of another
 * shell; `file`: none behind `<` or `>`; `place`: `<` goes with the first command, `>` with the last, each once;
 * `missing`: a command is.
 */
export type SyntaxTrouble = 'quote' | 'backslash' | 'operator' | 'file' | 'place' | 'missing'

/** A line that cannot be read. `sign`: what it is about, such as `>>`; its message is for the log. */
export class ShellSyntaxError extends Error {
  override readonly name = 'ShellSyntaxError'
  readonly trouble: SyntaxTrouble
  readonly sign: string

  constructor(trouble: SyntaxTrouble, sign = '') {
    super(`${trouble} ${sign}`.trim())
    this.trouble = trouble
    this.sign = sign
  }
}

/**
 * Part of a word. Quoted text is neither a pattern nor an operator; a variable's value is not an option either.
 */
export interface WordPiece {
  text: string
  isQuoted: boolean
  isValue?: boolean
}
export type Word = readonly WordPiece[]
export type Operator = '|' | '<' | '>'
/** `start`, `end`: where it begins in the line, and what comes after it. */
export type Token = { start: number; end: number } & (
  | { kind: 'word'; word: Word }
  | { kind: 'operator'; operator: Operator }
)

const SPACE = /\s/
/** Inside double quotes, a backslash only escapes these characters (XCU 2.2.3). */
const ESCAPABLE = new Set(['$', '`', '"', '\\'])

/**
 * Splits a line. `;`, `&&`, `$( )` and backticks are plain text: there is nothing here that could run them.
 * @throws ShellSyntaxError for an open quote, and for operators that other shells have
 */
export function splitLine(line: string): Token[] {
  const tokens: Token[] = []
  let word: WordPiece[] | null = null
  let start = 0
  const add = (text: string, isQuoted: boolean) => void (word ??= []).push({ text, isQuoted })
  const endWord = (end: number) => {
    if (word) tokens.push({ kind: 'word', word: joined(word), start, end })
    word = null
  }
  for (let at = 0; at < line.length; at++) {
    if (word === null) start = at
    const char = line[at] ?? ''
    if (SPACE.test(char)) endWord(at)
    else if (isOperator(char)) {
      checkOperator(line, at, word)
      endWord(at)
      tokens.push({ kind: 'operator', operator: char, start: at, end: at + 1 })
    } else if (char === '\\') {
      at += 1
      if (at >= line.length) throw new ShellSyntaxError('backslash')
      if (line[at] !== '\n') add(characterAt(line, at), true)
      at += characterAt(line, at).length - 1
    } else if (char === "'" || char === '"') {
      const { text, next } = char === '"' ? readDouble(line, at) : readSingle(line, at)
      add(text, true)
      at = next
    } else add(char, false)
  }
  endWord(line.length)
  return tokens
}

const isOperator = (char: string): char is Operator => char === '|' || char === '<' || char === '>'

/** The whole character, even if it has two code units. */
const characterAt = (line: string, at: number): string => String.fromCodePoint(line.codePointAt(at) ?? 0)

/** `>>`, `<<`, `2>` and `>&` have other meanings in other shells, so they are refused. */
function checkOperator(line: string, at: number, before: WordPiece[] | null): void {
  const char = line[at] ?? ''
  const next = line[at + 1] ?? ''
  if ((char !== '|' && (isOperator(next) || next === '&')) || (char === '|' && next === '&'))
    throw new ShellSyntaxError('operator', char + next)
  const isNumbered =
    char !== '|' && before !== null && before.every(({ text, isQuoted }) => !isQuoted && /^\d$/.test(text))
  if (isNumbered) throw new ShellSyntaxError('operator', `${textOf(before)}${char}`)
}

function readSingle(line: string, from: number): { text: string; next: number } {
  const next = line.indexOf("'", from + 1)
  if (next < 0) throw new ShellSyntaxError('quote', "'")
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
  throw new ShellSyntaxError('quote', '"')
}

/** Joins neighbouring pieces of the same kind. */
function joined(pieces: readonly WordPiece[]): Word {
  const word: WordPiece[] = []
  for (const piece of pieces) {
    const last = word.at(-1)
    if (last?.isQuoted === piece.isQuoted) last.text += piece.text
    else word.push({ ...piece })
  }
  return word
}

/** The text of a word, including patterns. */
export const textOf = (word: Word): string => word.map(({ text }) => text).join('')
