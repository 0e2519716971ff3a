// Why the command line of a hook does nothing: the shell cannot run it.
import { parseLine } from '../../../backend/contract/shell-line.ts'
import { ShellSyntaxError, type SyntaxTrouble } from '../../../backend/contract/shell-words.ts'
import { SHELL_COMMANDS } from '../../../backend/contract/shell.ts'

/** `unknown`: there is no such command. */
export type HookTrouble = SyntaxTrouble | 'unknown'

/** Null for a line that can run, and for an empty one, which is skipped. */
export function hookTrouble(line: string): HookTrouble | null {
  const text = line.trim()
  if (text === '') return null
  try {
    // An & at the end means that nobody waits for the command.
    const { stages } = parseLine(text.replace(/&$/, ''))
    return stages.every(({ name }) => SHELL_COMMANDS.some((command) => command === name)) ? null : 'unknown'
  } catch (error) {
    if (error instanceof ShellSyntaxError) return error.trouble
    throw error
  }
}

/** The problems of each line of a text, by its number from 1. */
export const hookTroubles = (text: string): ReadonlyMap<number, HookTrouble> =>
  new Map(
    text.split('\n').flatMap((line, index) => {
      const trouble = hookTrouble(line)
      return trouble === null ? [] : [[index + 1, trouble] as const]
    }),
  )
