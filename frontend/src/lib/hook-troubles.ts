// Why the command line of a hook does nothing: the shell cannot run it. The grammar is the shell's: words, quotes,
// pipes, `<` and `>`.
import { SHELL_COMMANDS } from '../../../backend/contract/shell.ts'

/**
 * `quote`: one is not closed; `backslash`: nothing follows it; `operator`: one of another shell; `file`: none behind
 * `<` or `>`; `place`: `<` goes with the first command, `>` with the last, each once; `missing`: a command is;
 * `unknown`: there is no such command.
 */
export type HookTrouble = 'quote' | 'backslash' | 'operator' | 'file' | 'place' | 'missing' | 'unknown'

type Token = { text: string } | { operator: string }

/** Null for a line that can be run, and for an empty one, which is passed over. */
export function hookTrouble(line: string): HookTrouble | null {
  const text = line.trim()
  if (text === '') return null
  // An & at the end says that nobody waits.
  const tokens = tokensOf(text.replace(/&$/, ''))
  return typeof tokens === 'string' ? tokens : orderTrouble(tokens)
}

/** What is wrong with each line of a text, by its number from 1. */
export const hookTroubles = (text: string): ReadonlyMap<number, HookTrouble> =>
  new Map(
    text.split('\n').flatMap((line, index) => {
      const trouble = hookTrouble(line)
      return trouble === null ? [] : [[index + 1, trouble] as const]
    }),
  )

/** One token: a run of operators, or a word of plain letters, escapes and quoted parts. */
const TOKEN = /\s+|([|<>]&?[<>&]*)|((?:[^\s|<>'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+)/y

function tokensOf(text: string): Token[] | HookTrouble {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const found = TOKEN.exec(text)
    if (found === null) return text[at] === '\\' ? 'backslash' : 'quote'
    const [, operator, word] = found
    // `2>` means something else in other shells.
    if (
      operator !== undefined &&
      (operator.length > 1 || (operator !== '|' && /(?:^|[\s|<>])\d$/.test(text.slice(0, at))))
    )
      return 'operator'
    if (operator !== undefined) tokens.push({ operator })
    if (word !== undefined) tokens.push({ text: word.replace(/\\([\s\S])|["']/g, '$1') })
  }
  return tokens
}

function orderTrouble(tokens: readonly Token[]): HookTrouble | null {
  const stages: { name: string | null; operators: string[] }[] = [{ name: null, operators: [] }]
  let isFileNext = false
  for (const token of tokens) {
    const stage = stages.at(-1)
    if ('text' in token) {
      if (stage && !isFileNext) stage.name ??= token.text
      isFileNext = false
    } else if (isFileNext) return 'file'
    else if (token.operator === '|') stages.push({ name: null, operators: [] })
    else {
      stage?.operators.push(token.operator)
      isFileNext = true
    }
  }
  if (isFileNext) return 'file'
  const last = stages.length - 1
  const isMisplaced = stages.some(
    ({ operators }, index) =>
      (operators.includes('<') && index > 0) ||
      (operators.includes('>') && index < last) ||
      new Set(operators).size < operators.length,
  )
  if (isMisplaced) return 'place'
  if (stages.some(({ name }) => name === null)) return 'missing'
  return stages.every(({ name }) => SHELL_COMMANDS.some((command) => command === name)) ? null : 'unknown'
}
