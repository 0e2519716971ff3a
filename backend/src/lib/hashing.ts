// Hashes computed by threads. The event loop only copies into reused memory, which is a sixth of the work. Threads
// share it: buffers that are handed to and fro would count as new memory each time, for which V8 cleans up.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

export type HashMessage = { id: number } & (
  | { kind: 'begin'; algorithm: string }
  | { kind: 'memory'; memory: SharedArrayBuffer }
  | { kind: 'bytes'; slot: number; length: number }
  | { kind: 'end' }
  | { kind: 'drop' }
)
export type HashAnswer = { id: number } & ({ kind: 'free'; slot: number } | { kind: 'digest'; digest: string })

/** The hash of a stream in progress. */
export interface Hashing {
  /**
   * Takes bytes, at most 4 MiB, which may change afterwards. Returns false if the thread does not keep up; then nothing
   * was taken, and `room` tells when to try again.
   */
  take(bytes: Buffer): boolean
  /** Settles when bytes can be taken again. */
  room(): Promise<void>
  /** The hash of everything taken, in hexadecimal. Ends the hashing. @throws Error if the thread died */
  digest(): Promise<string>
  /** Ends the hashing without a result. */
  drop(): void
}

const THREADS = Math.min(2, availableParallelism())
/** The buffers of a stream: one is being filled, the others are with the thread. */
const BUFFERS = 4
const BUFFER_BYTES = 1024 * 1024
const IDLE_MS = 10_000

interface Thread {
  worker: Worker
  streams: Map<number, Stream>
  resting: NodeJS.Timeout | undefined
}

const threads: Thread[] = []
let ids = 0

/** Starts hashing on the thread with the fewest streams. `algorithm` is one of node:crypto. */
export function beginHash(algorithm: string): Hashing {
  return new Stream(threadFor(), algorithm)
}

function threadFor(): Thread {
  const quietest = threads.toSorted((a, b) => a.streams.size - b.streams.size)[0]
  if (quietest && (quietest.streams.size === 0 || threads.length === THREADS)) return quietest
  const thread: Thread = {
    worker: new Worker(new URL('./hash-worker.ts', import.meta.url)),
    streams: new Map(),
    resting: undefined,
  }
  const fail = (error: unknown) => {
    threads.splice(threads.indexOf(thread), 1)
    for (const stream of thread.streams.values()) stream.fail(error)
  }
  thread.worker.on('message', (answer: HashAnswer) => thread.streams.get(answer.id)?.handle(answer))
  thread.worker.once('error', fail).once('exit', () => {
    if (threads.includes(thread)) fail(new Error('the hashing thread ended'))
  })
  threads.push(thread)
  return thread
}

class Stream implements Hashing {
  readonly #thread: Thread
  readonly #id = (ids += 1)
  /** The memory, by slots; the thread has the same. */
  readonly #slots: Buffer[] = []
  readonly #free: number[] = []
  readonly #digest = Promise.withResolvers<string>()
  /** The slot that is being filled. */
  #filled: number | null = null
  #length = 0
  #room: PromiseWithResolvers<void> | null = null
  #isFailed = false

  constructor(thread: Thread, algorithm: string) {
    this.#thread = thread
    this.#digest.promise.catch(() => undefined)
    clearTimeout(thread.resting)
    thread.worker.ref()
    thread.streams.set(this.#id, this)
    this.#send({ id: this.#id, kind: 'begin', algorithm })
  }

  #send(message: HashMessage): void {
    this.#thread.worker.postMessage(message)
  }

  take(bytes: Buffer): boolean {
    if (bytes.length > this.#space()) return false
    for (let at = 0; at < bytes.length;) {
      this.#filled ??= this.#free.pop() ?? this.#make()
      const copied = bytes.copy(this.#slotOf(this.#filled), this.#length, at)
      at += copied
      this.#length += copied
      if (this.#length === BUFFER_BYTES) this.#flush()
    }
    return true
  }

  /** Bytes that can be taken now. */
  #space(): number {
    if (this.#isFailed) return 0
    return (
      (this.#free.length + BUFFERS - this.#slots.length + (this.#filled === null ? 0 : 1)) * BUFFER_BYTES - this.#length
    )
  }

  #make(): number {
    const memory = new SharedArrayBuffer(BUFFER_BYTES)
    this.#send({ id: this.#id, kind: 'memory', memory })
    return this.#slots.push(Buffer.from(memory)) - 1
  }

  #slotOf(slot: number): Buffer {
    const found = this.#slots[slot]
    if (!found) throw new RangeError('there is no such memory')
    return found
  }

  #flush(): void {
    if (this.#filled !== null) this.#send({ id: this.#id, kind: 'bytes', slot: this.#filled, length: this.#length })
    this.#filled = null
    this.#length = 0
  }

  async room(): Promise<void> {
    if (this.#isFailed) return void (await this.#digest.promise)
    this.#room ??= Promise.withResolvers()
    return this.#room.promise
  }

  digest(): Promise<string> {
    if (this.#length > 0) this.#flush()
    if (!this.#isFailed) this.#send({ id: this.#id, kind: 'end' })
    return this.#digest.promise
  }

  drop(): void {
    if (!this.#isFailed) this.#send({ id: this.#id, kind: 'drop' })
    this.#leave()
  }

  handle(answer: HashAnswer): void {
    if (answer.kind === 'digest') {
      this.#leave()
      this.#digest.resolve(answer.digest)
      return
    }
    this.#free.push(answer.slot)
    this.#room?.resolve()
    this.#room = null
  }

  fail(error: unknown): void {
    this.#isFailed = true
    this.#digest.reject(error)
    this.#room?.reject(error)
  }

  /** An idle thread ends after a while. */
  #leave(): void {
    const thread = this.#thread
    if (!thread.streams.delete(this.#id) || thread.streams.size > 0) return
    thread.worker.unref()
    thread.resting = setTimeout(() => {
      const at = threads.indexOf(thread)
      if (at >= 0) threads.splice(at, 1)
      void thread.worker.terminate()
    }, IDLE_MS).unref()
  }
}
