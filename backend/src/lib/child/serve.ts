// The child's side: runs tasks from its standard input, one after another, and ends with it.
import { Console } from 'node:console'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { AppError } from '../app-error.ts'
import { type Message, messageEnd, messageHead, pieceHead, readMessages } from './messages.ts'

/** The result of a task: a JSON value, and bytes. */
export interface TaskAnswer {
  value?: unknown
  body?: Uint8Array
}

/** What a task may ask its parent for while it works. Requests are answered in order. */
export interface Parent {
  /** Reads bytes of the task's file, at most `RANGE_MAX_BYTES`; fewer at its end. */
  read(start: number, length: number): Promise<Uint8Array>
  /** Sends bytes before the answer, and waits until they are taken. */
  give(bytes: Uint8Array): Promise<void>
}

/**
 * A task. `input` is JSON; `body` is untrusted and in separate memory. The caller gets an AppError as it is, and for
 * any other error one that says that the bytes cannot be read.
 */
export type Task = (input: unknown, body: Uint8Array<ArrayBuffer>, parent: Parent) => TaskAnswer | Promise<TaskAnswer>

/** A message to a child. */
export interface Order {
  task: string
  input: unknown
}

/** A request of a child before its answer. `given`: the bytes of the message are for the caller. */
export type ChildWish = { want: { start: number; length: number } } | { given: true }

/** Sent before the answer, when the bytes and the program of a task are ready. */
export const BEGUN = { begun: true }

/** The answer of a child. `isSpent`: it has worked for long and should be replaced. */
export type ChildReport = { isSpent: boolean } & (
  | { value: unknown }
  | { error: { code: string | null; message: string } }
)

/** The maximum size of a file that is read completely. */
const ORDER_MAX_BYTES = 256 * 1024 * 1024
export const HEADER_MAX_BYTES = 1024 * 1024
/** The most bytes that a child may read at once. */
export const RANGE_MAX_BYTES = 4 * 1024 * 1024
/**
 * Seconds of processor time after which a child asks to be replaced, and after which the system ends it because it must
 * be hanging.
 */
const SPENT_SECONDS = 60
export const LAST_SECONDS = 150
/** Bytes of memory growth after which it also asks to be replaced. */
const SPENT_BYTES = 64 * 1024 * 1024
const PAGE_BYTES = 4096

/** A body that is released without waiting for the garbage collector. */
const LARGE_BYTES = 4 * 1024 * 1024

/** Makes a child load all tasks and end, so that later ones find them compiled. */
export const LOAD_ALONE = '--load-alone'

/** Runs tasks until standard input ends. Tasks are imported by name when they are first needed. */
export async function serve(tasks: Readonly<Record<string, () => Promise<Task>>>): Promise<void> {
  if (process.argv.includes(LOAD_ALONE)) {
    for (const load of Object.values(tasks)) await load()
    return flushCompileCache()
  }
  // Answers go to standard output. What a library prints must not lie between them.
  globalThis.console = new Console(process.stderr)
  const atFirst = memoryHeld()
  const loaded = new Set<string>()
  const messages = readMessages(process.stdin, { header: HEADER_MAX_BYTES, body: ORDER_MAX_BYTES })
  const parent = parentBehind(messages)
  for (let next = await messages.next(); !next.done; next = await messages.next()) {
    const { header, body } = next.value
    const { task, input } = header as Order
    try {
      const work = await tasks[task]?.()
      if (!work) throw new Error(`there is no task ${task}`)
      await send(BEGUN)
      const { value = null, body: made = new Uint8Array() } = await work(input, body, parent)
      await inTurn(() => send({ isSpent: isSpent(atFirst), value } satisfies ChildReport, made))
    } catch (error) {
      const code = error instanceof AppError ? error.code : null
      const said = { code, message: error instanceof Error ? error.message : '' }
      await inTurn(() => send({ isSpent: isSpent(atFirst), error: said } satisfies ChildReport))
    }
    // The next child finds the compiled code of the task. Nobody waits for that, and this child is about to be killed.
    if (!loaded.has(task)) flushCompileCache()
    loaded.add(task)
    // Decoders allocate memory that the garbage collector does not see, so it does not know when memory is short.
    if (body.length > LARGE_BYTES) globalThis.gc?.()
  }
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Runs one exchange at a time. A task may read while it sends something, but writing waits for the reader: if both
 * sides wrote at the same time, both would wait forever.
 */
function inTurn<T>(exchange: () => Promise<T>): Promise<T> {
  const mine = turn.then(exchange)
  turn = mine.catch(() => undefined)
  return mine
}

function parentBehind(messages: AsyncGenerator<Message>): Parent {
  const answer = async (): Promise<Uint8Array> => {
    const { done, value } = await messages.next()
    if (done) throw new Error('the parent has gone')
    return value.body
  }
  return {
    read: (start, length) =>
      inTurn(async () => {
        await send({ want: { start, length } } satisfies ChildWish)
        return answer()
      }),
    give: (bytes) =>
      inTurn(async () => {
        await send({ given: true } satisfies ChildWish, bytes)
        await answer()
      }),
  }
}

/** Freed memory is fragmented, so a child that once used much can use less the next time. */
function isSpent(atFirst: number): boolean {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000 > SPENT_SECONDS || memoryHeld() - atFirst > SPENT_BYTES
}

/** Bytes that count against the limit on Linux (`data` of proc(5), in pages); elsewhere resident memory. */
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
