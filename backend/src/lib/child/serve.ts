// The child's side: does tasks one after the other, as they come on its standard input, and ends with it.
import { once } from 'node:events'
import { AppError } from '../app-error.ts'
import { messageEnd, messageHead, pieceHead, readMessages } from './messages.ts'

/** What a task answers: a value that JSON can tell, and bytes. */
export interface TaskAnswer { value?: unknown; body?: Uint8Array }

/**
 * A piece of work. `input` is what JSON made of the asker's; `body` is foreign and lies in memory of its own.
 * An AppError goes to whoever asked as it is, any other error as one that says only that the bytes cannot be read.
 */
export type Task = (input: unknown, body: Uint8Array<ArrayBuffer>) => TaskAnswer | Promise<TaskAnswer>

/** A message to a child. */
export interface Order { task: string; input: unknown }

/** What a child answers. `isSpent`: it has worked for long, and another one is to take its place. */
export type Report = { isSpent: boolean } & ({ value: unknown } | { error: { code: string | null; message: string } })

/** Bytes of a file that is read whole, at the very most. */
export const ORDER_MAX_BYTES = 256 * 1024 * 1024
export const HEADER_MAX_BYTES = 1024 * 1024
/** Seconds of processor time after which a child asks to be replaced, and those after which the system ends it: it hangs, and nobody is there to end it. */
export const SPENT_SECONDS = 60
export const LAST_SECONDS = 150

/** A body that is not left to the collector's own time. */
const LARGE_BYTES = 4 * 1024 * 1024

/** Does what is asked of it until its standard input ends. `tasks` are imported by name, once they are asked for. */
export async function serve(tasks: Readonly<Record<string, () => Promise<Task>>>): Promise<void> {
  for await (const { header, body } of readMessages(process.stdin, { header: HEADER_MAX_BYTES, body: ORDER_MAX_BYTES })) {
    const { task, input } = header as Order
    try {
      const work = await tasks[task]?.()
      if (!work) throw new Error(`there is no task ${task}`)
      const { value = null, body: made = new Uint8Array() } = await work(input, body)
      await answer({ isSpent: isSpent(), value }, made)
    } catch (error) {
      const code = error instanceof AppError ? error.code : null
      await answer({ isSpent: isSpent(), error: { code, message: error instanceof Error ? error.message : '' } }, new Uint8Array())
    }
    // Decoders ask for memory behind the collector's back, which then does not know that it is short of it.
    if (body.length > LARGE_BYTES) globalThis.gc?.()
  }
}

function isSpent(): boolean {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000 > SPENT_SECONDS
}

async function answer(report: Report, body: Uint8Array): Promise<void> {
  const pieces = [messageHead(report, body.length), ...(body.length > 0 ? [pieceHead(body.length), body] : []), messageEnd(true)]
  for (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
}
