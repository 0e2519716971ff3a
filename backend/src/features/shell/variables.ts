// The variables of a line.
import type { CommandLine } from '../../../contract/shell-line.ts'
import type { Word, WordPiece } from '../../../contract/shell-words.ts'

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
