// The child's side: does tasks one after the other, as they come on its standard input, and ends with it.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { AppError } from '../app-error.ts'
import { messageEnd, messageHead, pieceHead, readMessages } from './messages.ts'

/** What a task answers: a value that JSON can tell, and bytes. */
export interface TaskAnswer {
  value?: unknown
  body?: Uint8Array
}

/**
 * A piece of work. `input` is what JSON made of the asker's; `body` is foreign and lies in memory of its own.
 * An AppError goes to whoever asked as it is, any other error as one that says only that the bytes cannot be read.
 */
export type Task = (input: unknown, body: Uint8Array<ArrayBuffer>) => TaskAnswer | Promise<TaskAnswer>

/** A message to a child. */
export interface Order {
  task: string
  input: unknown
}

/** Said before the answer, once the bytes of a task and the program for it are there. */
export const BEGUN = { begun: true }

/** What a child answers. `isSpent`: it has worked for long, and another one is to take its place. */
export type ChildReport = { isSpent: boolean } & (
  | { value: unknown }
  | { error: { code: string | null; message: string } }
)

/** Bytes of a file that is read whole, at the very most. */
export const ORDER_MAX_BYTES = 256 * 1024 * 1024
export const HEADER_MAX_BYTES = 1024 * 1024
/**
 * Seconds of processor time after which a child asks to be replaced, and those after which the system ends it: it
 * hangs, and nobody is there to end it.
 */
const SPENT_SECONDS = 60
export const LAST_SECONDS = 150
/** Bytes that it holds after a task, beyond what it began with, for which it asks that too. */
const SPENT_BYTES = 64 * 1024 * 1024
const PAGE_BYTES = 4096

/** A body that is not left to the collector's own time. */
const LARGE_BYTES = 4 * 1024 * 1024

/** Has a child load all that there is to be done, and end: those after it find it compiled. */
export const LOAD_ALONE = '--load-alone'

/** Does what is asked of it until its standard input ends. `tasks` are imported by name, once they are asked for. */
export async function serve(tasks: Readonly<Record<string, () => Promise<Task>>>): Promise<void> {
  if (process.argv.includes(LOAD_ALONE)) {
    for (const load of Object.values(tasks)) await load()
    return flushCompileCache()
  }
  const atFirst = memoryHeld()
  const loaded = new Set<string>()
  for await (const { header, body } of readMessages(process.stdin, {
    header: HEADER_MAX_BYTES,
    body: ORDER_MAX_BYTES,
  })) {
    const { task, input } = header as Order
    try {
      const work = await tasks[task]?.()
      if (!work) throw new Error(`there is no task ${task}`)
      await send(BEGUN)
      const { value = null, body: made = new Uint8Array() } = await work(input, body)
      await send({ isSpent: isSpent(atFirst), value } satisfies ChildReport, made)
    } catch (error) {
      const code = error instanceof AppError ? error.code : null
      const said = { code, message: error instanceof Error ? error.message : '' }
      await send({ isSpent: isSpent(atFirst), error: said } satisfies ChildReport)
    }
    // The next child finds what it takes to load the task. Nobody waits for that, and this one is going to be killed.
    if (!loaded.has(task)) flushCompileCache()
    loaded.add(task)
    // Decoders ask for memory behind the collector's back, which then does not know that it is short of it.
    if (body.length > LARGE_BYTES) globalThis.gc?.()
  }
}

/** Memory that was given back lies in pieces: who has once had much of it can have less the next time. */
function isSpent(atFirst: number): boolean {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000 > SPENT_SECONDS || memoryHeld() - atFirst > SPENT_BYTES
}

/** Bytes that count against the limit on Linux (`data` of proc(5), in pages); elsewhere what is resident. */
function memoryHeld(): number {
  try {
    return Number(readFileSync('/proc/self/statm', 'latin1').split(' ')[5]) * PAGE_BYTES
  } catch {
    return process.memoryUsage.rss()
  }
}

async function send(header: object, body: Uint8Array = new Uint8Array()): Promise<void> {
  const pieces: Uint8Array[] = [messageHead(header, body.length), messageEnd(true)]
  if (body.length > 0) pieces.splice(1, 0, pieceHead(body.length), body)
  for (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
}
