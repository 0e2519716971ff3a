// What a command is, and what it is given.
import type { Actor } from '../access/actor.ts'
import type { Archives } from '../archives/service.ts'
import type { ZipReader } from '../archives/zip-reader.ts'
import type { Files } from '../files/service.ts'
import type { PersonsOperations } from '../operations/service.ts'
import type { Argument } from './arguments.ts'
import type { Input, Output } from './bytes.ts'
import type { Say, ShellText } from './texts/say.ts'
import type { WorkingFolder, WorkingFolderServices } from './working-folder.ts'

/** What commands work with: the services of the routes. */
export interface ShellServices extends WorkingFolderServices {
  files: Pick<Files, 'open' | 'describe' | 'makeFolder' | 'put' | 'change' | 'remove'>
  archives: Pick<Archives, 'prepare'>
  operations: Pick<PersonsOperations, 'cancel'>
  zips: Pick<ZipReader, 'open'>
}

export interface Context {
  /** The arguments after the command's name. */
  args: readonly Argument[]
  /** The output of the command before it, or the file after `<`; otherwise empty. */
  input: Input
  actor: Actor
  /** The person's tree, from the folder in which the line runs. */
  tree: WorkingFolder
  services: ShellServices
  /** Aborts when the client has gone or time is up. */
  signal: AbortSignal
  /** The time now, in milliseconds since 1970. */
  now(): number
  /** Says a text in the language of the person. */
  say: Say
  /** Writes to the error output. The command counts as failed but may continue. */
  complain(message: string): void
  /** Marks the command as failed without a message. */
  fail(): void
  /**
   * Does something with an operand, and reports a refusal with the operand's name. Returns whether it succeeded.
   */
  attempt(operand: string, work: () => Promise<void>): Promise<boolean>
}

export interface Command {
  /** Options and operands: `[-lah] [path …]`. */
  usage: string
  /** What it does, in a few words. */
  summary: ShellText
  /** Yields its output as it runs. Refusals go to the error output. */
  run(context: Context): Output
}
