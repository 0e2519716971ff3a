// One child as its parent has it: a process that does one task after the other.
import type { Socket } from 'node:net'
import { once } from 'node:events'
import { ERROR_STATUS, type ErrorCode } from '../../../contract/error-status.ts'
import { AppError } from '../app-error.ts'
import { reservedByNode, startBounded, type Child } from './bounds.ts'
import { messageEnd, messageHead, pieceHead, readMessages, type Message } from './messages.ts'
import { type ChildReport, HEADER_MAX_BYTES, LAST_SECONDS, LOAD_ALONE, type Order } from './serve.ts'

/** Bytes for a task: those at hand, or those of a stream that is opened anew for each try. */
export interface TaskBody {
  length: number
  open(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

export interface Job extends Order {
  body: TaskBody
  /** Milliseconds that the work may take once its bytes are there. */
  limitMs: number
  signal: AbortSignal
}

export interface JobAnswer {
  value: unknown
  body: Uint8Array<ArrayBuffer>
}

export interface WorkerOptions {
  /** The program of the child, a module that calls `serve`. */
  program: string
  /** Bytes of memory that it may fill. */
  memory: number
  /** Bytes of an answer. */
  answerBytes: number
  /** Where children keep what Node has compiled, for those after them; null for nowhere. */
  codeFolder?: string | null
}

/** What a child is started with. */
export type ChildStart = Omit<WorkerOptions, 'answerBytes'> & { isLoading?: boolean }

/**
 * A child that ended while it worked, by itself or by its limits. Whoever waited for others' time or memory may try
 * again with another one.
 */
export class ChildEnded extends Error {}

const STDERR_CHARACTERS = 500
/** Milliseconds for the bytes of a task to come, and for the child to begin with them. */
const DELIVERY_MS = 60_000
const RETRY_S = 5
/** Objects of JavaScript, in MiB; bytes lie beside them. */
const HEAP_MIB = 96
const SECOND_MS = 1000

export class Worker {
  readonly #child: Child
  readonly #ended = Promise.withResolvers<never>()
  readonly #messages: AsyncGenerator<Message>
  #said = ''
  #mustEnd = false
  /** Tasks that it has answered. */
  done = 0

  constructor({ program, memory, answerBytes, codeFolder = null }: WorkerOptions) {
    this.#child = startChild({ program, memory, codeFolder })
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

  /** A child without work does not keep Nido running. */
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
   * Does one task; the next is asked for when this one has settled.
   * @throws AppError what the task threw, `unsupportedMediaType` when its time is over, `unavailable` when it was not
   * begun; ChildEnded; what the body fails with, the signal's reason while it is sent
   */
  async ask(job: Job): Promise<JobAnswer> {
    const isLate = new AppError('unavailable', 'the file was not received in time', { retryAfter: RETRY_S })
    await this.#within(DELIVERY_MS, isLate, async () => {
      await this.#send(job)
      // It says so when it begins: what it takes to start on a busy machine is not the file's fault.
      await this.#next()
    })
    const isSlow = new AppError('unsupportedMediaType', `the file takes more than ${job.limitMs / SECOND_MS} s to read`)
    const { header, body } = await this.#within(job.limitMs, isSlow, () => this.#next())
    this.done += 1
    const report = header as ChildReport
    if (report.isSpent) this.end()
    if ('value' in report) return { value: report.value, body }
    const { code, message } = report.error
    if (isErrorCode(code)) throw new AppError(code, message)
    throw new AppError('unsupportedMediaType', 'the file cannot be read', { cause: message })
  }

  /** Ends the child when it does not come to an end in time. */
  async #within<T>(limitMs: number, failure: AppError, work: () => Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      late.reject(failure)
      this.end()
    }, limitMs)
    try {
      return await Promise.race([work(), late.promise, this.#ended.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** The next message of the child. Who does not keep to the protocol is not listened to any more. */
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

  async #send({ task, input, body, signal }: Job): Promise<void> {
    await this.#write(messageHead({ task, input } satisfies Order, body.length))
    let left = body.length
    try {
      for await (const piece of body.open()) {
        signal.throwIfAborted()
        if (piece.length === 0) continue
        left -= piece.length
        if (left < 0) break
        await this.#write(pieceHead(piece.length))
        await this.#write(piece)
      }
      if (left !== 0) throw new Error('a file has not as many bytes as it says')
    } catch (error) {
      // The child forgets it, and goes on with the next task.
      if (this.isUsable) await this.#write(messageEnd(false))
      throw error
    }
    await this.#write(messageEnd(true))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (!this.#child.stdin.write(bytes)) await Promise.race([once(this.#child.stdin, 'drain'), this.#ended.promise])
  }

  #fail(cause: unknown): void {
    this.#mustEnd = true
    this.#ended.reject(new ChildEnded('a child ended at its work', { cause }))
  }
}

/** The process. `isLoading`: it only loads its program, after everybody else. */
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

const isErrorCode = (code: string | null): code is ErrorCode => code !== null && Object.hasOwn(ERROR_STATUS, code)
