// The errors of commands, in words for the person's terminal.
import { AppError } from '../../lib/app-error.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { ShellSyntaxError } from '../../../contract/shell-words.ts'
import { type Say, sayIn, type ShellText, type TextValues } from './texts/say.ts'

/** A command that was called wrongly, or that cannot go on. The message is for the log. */
export class ShellError extends Error {
  override readonly name = 'ShellError'
  readonly text: ShellText
  readonly values: TextValues

  constructor(text: ShellText, values: TextValues = {}, options?: ErrorOptions) {
    super(sayIn('en')(text, values), options)
    this.text = text
    this.values = values
  }
}

/** An action that a hook of the settings prevented. */
export class HookRefusal extends AppError {
  readonly trigger: string

  constructor(trigger: string, cause: unknown) {
    super('internal', `${trigger} prevented it`, { cause })
    this.trigger = trigger
  }
}

/** Shorter texts than the errors' own, and texts for errors that would reveal what is behind Nido. */
const TEXTS: Partial<Record<ErrorCode, ShellText>> = {
  downloadDenied: 'error.denied',
  forbidden: 'error.denied',
  notFound: 'error.notThere',
  isFolder: 'error.isFolder',
  isFile: 'error.isFile',
  locked: 'error.locked',
  noRoom: 'error.noRoom',
  tooLarge: 'error.tooLarge',
  unavailable: 'error.unavailable',
}

/** The text that a person may see of an error; null if only the log may show it. */
export function wordsOf(error: unknown, say: Say): string | null {
  if (error instanceof ShellError) return say(error.text, error.values)
  if (error instanceof ShellSyntaxError) return say(`syntax.${error.trouble}`, { sign: error.sign })
  if (error instanceof HookRefusal) return say('error.hook', { trigger: error.trigger })
  if (!(error instanceof AppError)) return null
  const text = TEXTS[error.code]
  if (text !== undefined) return say(text)
  return error.status < 500 ? say('error.other', { why: error.message }) : null
}
