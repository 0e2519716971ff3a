// A line as what is to be run: commands one behind the other, and where the first reads from and the last writes to.
import { ShellError } from './errors.ts'
import { type WordPiece, splitLine, textOf, type Word } from './words.ts'

/** One command of a pipe: its name, and its words as they were typed. */
export interface Stage {
  name: string
  words: readonly Word[]
}

export interface CommandLine {
  stages: readonly Stage[]
  /** The file that the first command reads. */
  input: Word | null
  /** The file that the last one's output goes to. */
  output: Word | null
}

interface Target {
  operator: '<' | '>'
  word: Word
  stage: number
}

/** @throws ShellError for a line that cannot be read */
export function parseLine(line: string): CommandLine {
  const words: Word[][] = [[]]
  const targets: Target[] = []
  let redirects: Target['operator'] | null = null
  for (const token of splitLine(line)) {
    if (token.kind === 'word') {
      if (redirects === null) words.at(-1)?.push(token.word)
      else targets.push({ operator: redirects, word: token.word, stage: words.length - 1 })
      redirects = null
      continue
    }
    if (redirects !== null) throw new ShellError(`a file is missing after ${redirects}`)
    if (token.operator === '|') words.push([])
    else redirects = token.operator
  }
  if (redirects !== null) throw new ShellError(`a file is missing after ${redirects}`)
  const last = words.length - 1
  // Between two commands runs the pipe, and nothing else.
  if (targets.some(({ operator, stage }) => stage !== (operator === '<' ? 0 : last)))
    throw new ShellError('use < with the first command of a pipe and > with the last')
  return {
    stages: words.map((each) => stageOf(each, last > 0)),
    input: targetOf(targets, '<'),
    output: targetOf(targets, '>'),
  }
}

function stageOf([name, ...words]: readonly Word[], isPipe: boolean): Stage {
  if (name === undefined) throw new ShellError(isPipe ? 'a command is missing next to |' : 'a command is missing')
  return { name: textOf(name), words }
}

function targetOf(targets: readonly Target[], operator: Target['operator']): Word | null {
  const [target, another] = targets.filter((each) => each.operator === operator)
  if (another) throw new ShellError(`${operator} can be used only once`)
  return target?.word ?? null
}

/**
 * `$NAME` and `${NAME}` in the words behind a command, and in the files of a line. Names that nobody gave are empty.
 */
const VARIABLE = /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g

/**
 * Puts variables in after splitting: whatever a value holds, it stays one word's text and is never read as anything
 * else.
 */
export function fillIn(
  { stages, input, output }: CommandLine,
  variables: Readonly<Record<string, string>>,
): CommandLine {
  const fill = (word: Word): Word => word.flatMap((piece) => filled(piece, variables))
  return {
    stages: stages.map(({ name, words }) => ({ name, words: words.map(fill) })),
    input: input && fill(input),
    output: output && fill(output),
  }
}

function filled({ text, isQuoted }: WordPiece, variables: Readonly<Record<string, string>>): WordPiece[] {
  const pieces: WordPiece[] = []
  let from = 0
  const addText = (to: number) => void (to > from && pieces.push({ text: text.slice(from, to), isQuoted }))
  for (const match of text.matchAll(VARIABLE)) {
    const name = match[1] ?? match[2] ?? ''
    addText(match.index)
    pieces.push({ text: Object.hasOwn(variables, name) ? (variables[name] ?? '') : '', isQuoted: true, isValue: true })
    from = match.index + match[0].length
  }
  addText(text.length)
  return pieces
}
