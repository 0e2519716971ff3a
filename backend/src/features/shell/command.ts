// What a command is, and what it is given.
import type { ChildPool } from '../../lib/child/pool.ts'
import type { Actor } from '../access/actor.ts'
import type { Archives } from '../archives/service.ts'
import type { Files } from '../files/service.ts'
import type { PersonsOperations } from '../operations/service.ts'
import type { Argument } from './arguments.ts'
import type { Input, Output } from './bytes.ts'
import type { WorkingFolder, WorkingFolderServices } from './working-folder.ts'

/** What commands work with: the services of the routes. */
export interface ShellServices extends WorkingFolderServices {
  files: Pick<Files, 'open' | 'describe' | 'makeFolder' | 'put' | 'change' | 'remove'>
  archives: Pick<Archives, 'prepare'>
  operations: Pick<PersonsOperations, 'cancel'>
  /** Who reads what others wrote. */
  children: Pick<ChildPool, 'run'>
}

export interface Context {
  /** Behind the command's name. */
  args: readonly Argument[]
  /** What the command before it puts out, or the file behind `<`; else nothing. */
  input: Input
  actor: Actor
  /** The person's tree, from the folder in which the line runs. */
  tree: WorkingFolder
  services: ShellServices
  /** Aborts when nobody waits any more, and when time is up. */
  signal: AbortSignal
  /** The time now, in milliseconds since 1970. */
  now(): number
  /** Says in the error output what went wrong; the command has failed, and may go on. */
  complain(message: string): void
  /** The command has failed, without a word. */
  fail(): void
  /**
   * Does something with one of the operands; what it is refused is said with the operand's name. Whether it went well.
   */
  attempt(operand: string, work: () => Promise<void>): Promise<boolean>
}

export interface Command {
  /** Options and operands: `[-lah] [path …]`. */
  usage: string
  /** What it does, in a few words. */
  summary: string
  /** Puts out as it goes. Errors that are refusals go to the error output. */
  run(context: Context): Output
}
