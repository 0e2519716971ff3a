// A line as what is to be run: commands one behind the other, and where the first reads from and the last writes to.
import { ShellSyntaxError, splitLine, textOf, type Word } from './shell-words.ts'

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

/** @throws ShellSyntaxError for a line that cannot be read */
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
    if (redirects !== null) throw new ShellSyntaxError('file', redirects)
    if (token.operator === '|') words.push([])
    else redirects = token.operator
  }
  if (redirects !== null) throw new ShellSyntaxError('file', redirects)
  const last = words.length - 1
  // Between two commands runs the pipe, and nothing else.
  if (targets.some(({ operator, stage }) => stage !== (operator === '<' ? 0 : last)))
    throw new ShellSyntaxError('place')
  return {
    stages: words.map((each) => stageOf(each)),
    input: targetOf(targets, '<'),
    output: targetOf(targets, '>'),
  }
}

function stageOf([name, ...words]: readonly Word[]): Stage {
  if (name === undefined) throw new ShellSyntaxError('missing')
  return { name: textOf(name), words }
}

function targetOf(targets: readonly Target[], operator: Target['operator']): Word | null {
  const [target, another] = targets.filter((each) => each.operator === operator)
  if (another) throw new ShellSyntaxError('place')
  return target?.word ?? null
}
