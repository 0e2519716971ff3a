// The errors of commands, in words for the person's terminal.
import { AppError } from '../../lib/app-error.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { ShellSyntaxError } from '../../../contract/shell-words.ts'

/** A command that was called wrongly, or that cannot go on. */
export class ShellError extends Error {
  override readonly name = 'ShellError'
}

/** An action that a hook of the settings prevented. */
export class HookRefusal extends AppError {
  constructor(trigger: string, cause: unknown) {
    super('internal', `${trigger} prevented it`, { cause })
  }
}

/** Shorter texts than the errors' own, and texts for errors that would reveal what is behind Nido. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  downloadDenied: 'permission denied',
  forbidden: 'permission denied',
  notFound: 'no such file or folder',
  isFolder: 'is a folder',
  isFile: 'is a file',
  locked: 'is being changed; try again later',
  noRoom: 'not enough storage space',
  tooLarge: 'too large',
  unavailable: 'the storage does not respond; try again later',
}

/** The text that a person may see of an error; null if only the log may show it. */
export function wordsOf(error: unknown): string | null {
  if (error instanceof ShellError || error instanceof ShellSyntaxError || error instanceof HookRefusal)
    return error.message
  if (!(error instanceof AppError)) return null
  return WORDS[error.code] ?? (error.status < 500 ? error.message : null)
}
