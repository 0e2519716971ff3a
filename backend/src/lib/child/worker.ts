// One child as its parent sees it: a process that runs one task after another.
import type { Socket } from 'node:net'
import { isErrorCode } from '../../../contract/error-status.ts'
import { AppError } from '../app-error.ts'
import { reservedByNode, startBounded, type Child } from './bounds.ts'
import { Granting } from './granting.ts'
import { ChildInput, type TaskBody } from './input.ts'
import { readMessages, type Message } from './messages.ts'
import { type ChildReport, type ChildWish, HEADER_MAX_BYTES, LAST_SECONDS, LOAD_ALONE, type Order } from './serve.ts'

/** The file that a task reads parts of, and the receiver of the bytes that it sends. */
export interface Conversation {
  /** The bytes of the file. */
  size: number
  /** Reads a part of it; both ends are included. */
  read(range: { start: number; end: number }): AsyncIterable<Uint8Array>
  /** Receives bytes of the task, which waits until this resolves. If it throws, the child ends. */
  take(bytes: Uint8Array): Promise<void>
}

export interface ChildJob extends Order {
  body: TaskBody
  /** For a task that reads parts of a file, or sends bytes before its answer. Its child ends with it. */
  conversation?: Conversation
  /** The time limit in milliseconds. It begins when the task has its bytes, and again after each of its wishes. */
  limitMs: number
  signal: AbortSignal
}

export interface JobAnswer {
  value: unknown
  body: Uint8Array<ArrayBuffer>
}

export interface WorkerOptions {
  /** The child's program, a module that calls `serve`. */
  program: string
  /** The memory limit in bytes. */
  memory: number
  /** The maximum size of an answer in bytes. */
  answerBytes: number
  /** Where children keep Node's compile cache; null for nowhere. */
  codeFolder?: string | null
}

/** The options of a child. */
export type ChildStart = Omit<WorkerOptions, 'answerBytes'> & { isLoading?: boolean }

/**
 * A child that ended while it worked, by itself or by its limits. If it had worked for others before, another child may
 * succeed.
 */
export class ChildEnded extends Error {}

const STDERR_CHARACTERS = 500
/** Milliseconds for the bytes of a task to arrive and for the child to start with them. */
const DELIVERY_MS = 60_000
const RETRY_S = 5
/** The JavaScript heap in MiB; bytes are outside of it. */
const HEAP_MIB = 96
const SECOND_MS = 1000

export class Worker {
  readonly #child: Child
  readonly #input: ChildInput
  readonly #ended = Promise.withResolvers<never>()
  readonly #messages: AsyncGenerator<Message>
  #said = ''
  #mustEnd = false
  /** The number of tasks that it has answered. */
  done = 0

  constructor({ program, memory, answerBytes, codeFolder = null }: WorkerOptions) {
    this.#child = startChild({ program, memory, codeFolder })
    this.#input = new ChildInput(this.#child.stdin, this.#ended.promise)
    this.#ended.promise.catch(() => undefined)
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString()).slice(-STDERR_CHARACTERS)
    })
    this.#child
      .once('error', (cause) => this.#fail(cause))
      .once('close', (code, signal) => this.#fail(`exit ${code ?? signal}: ${this.#said}`))
    this.#messages = readMessages(this.#child.stdout, { header: HEADER_MAX_BYTES, body: answerBytes })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether it can take another task. */
  get isUsable(): boolean {
    return !this.#mustEnd
  }

  /** An idle child does not keep Nido running. */
  rest(isResting: boolean): void {
    const { stdin, stdout, stderr } = this.#child
    for (const handle of [this.#child, stdin as Socket, stdout as Socket, stderr as Socket]) {
      if (isResting) handle.unref()
      else handle.ref()
    }
  }

  end(): void {
    this.#mustEnd = true
    this.#child.kill('SIGKILL')
  }

  /**
   * Runs one task. The next one must not be started before this has settled.
   * @throws AppError what the task threw, `unsupportedMediaType` if time is up, `unavailable` if it was not started;
   *   ChildEnded; errors of the body, and the signal's reason while it is being sent
   */
  async ask(job: ChildJob): Promise<JobAnswer> {
    const late = () => new AppError('unavailable', 'the file was not received in time', { retryAfter: RETRY_S })
    await this.#within(DELIVERY_MS, late, async () => {
      await this.#send(job)
      // The child reports when it starts, because a slow start on a busy machine is not the file's fault.
      await this.#next()
    })
    const { header, body } = await this.#reportOf(job)
    this.done += 1
    const report = header as ChildReport
    // A conversation leaves a lot in memory, so its child is not used again.
    if (report.isSpent || job.conversation) this.end()
    if ('value' in report) return { value: report.value, body }
    const { code, message } = report.error
    if (isErrorCode(code)) throw new AppError(code, message)
    throw new AppError('unsupportedMediaType', 'the file cannot be read', { cause: message })
  }

  /** Grants the wishes of a task until it reports. */
  async #reportOf(job: ChildJob): Promise<Message> {
    const { conversation, limitMs } = job
    const slow = () => new AppError('unsupportedMediaType', `the file takes over ${limitMs / SECOND_MS} s to read`)
    const granting = conversation && new Granting(conversation)
    for (;;) {
      const message = await this.#within(limitMs, slow, () => this.#next())
      if (!isWish(message.header)) return message
      try {
        if (!granting) throw new Error('a child asks for what its task has not')
        const pieces = await granting.grant(message.header, message.body)
        job.signal.throwIfAborted()
        await this.#within(DELIVERY_MS, slow, () => this.#input.reply(pieces))
      } catch (error) {
        this.end()
        throw error
      }
    }
  }

  /** Ends the child if it does not finish in time. */
  async #within<T>(limitMs: number, failure: () => AppError, work: () => Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      late.reject(failure())
      this.end()
    }, limitMs)
    try {
      return await Promise.race([work(), late.promise, this.#ended.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** The next message of the child. A child that breaks the protocol is not listened to any more. */
  async #next(): Promise<Message> {
    try {
      const { done, value } = await this.#messages.next()
      if (!done) return value
    } catch (error) {
      this.#fail(error)
      this.end()
    }
    return this.#ended.promise
  }

  async #send({ task, input, body, signal }: ChildJob): Promise<void> {
    try {
      await this.#input.send({ task, input } satisfies Order, body, signal)
    } catch (error) {
      if (this.isUsable) await this.#input.giveUp()
      throw error
    }
  }

  #fail(cause: unknown): void {
    this.#mustEnd = true
    this.#ended.reject(new ChildEnded('a child ended at its work', { cause }))
  }
}

/** The process. `isLoading`: it only loads its program, at low priority. */
export function startChild({ program, memory, codeFolder = null, isLoading = false }: ChildStart): Child {
  const args = [
    `--max-old-space-size=${HEAP_MIB}`,
    '--max-semi-space-size=4',
    '--v8-pool-size=1',
    '--expose-gc',
    '--no-warnings',
    program,
    ...(isLoading ? [LOAD_ALONE] : []),
  ]
  return startBounded({
    program: process.execPath,
    args,
    searchPath: '',
    memory: memory + reservedByNode(),
    processorSeconds: LAST_SECONDS,
    isPatient: isLoading,
    ...(codeFolder !== null && { environment: { NODE_COMPILE_CACHE: codeFolder } }),
  })
}

const isWish = (header: unknown): header is ChildWish =>
  typeof header === 'object' && header !== null && ('want' in header || 'given' in header)
