// Hashes computed by threads. The event loop only copies into reused memory, which is a sixth of the work. Threads
// share it: buffers that are handed to and fro would count as new memory each time, for which V8 cleans up.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

export type HashMessage =
  | { kind: 'begin'; id: number; algorithm: string }
  | { kind: 'memory'; slot: number; memory: SharedArrayBuffer }
  | { kind: 'forget'; slot: number }
  | { kind: 'bytes'; id: number; slot: number; length: number }
  | { kind: 'end' | 'drop'; id: number }
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
/** Buffers that a thread keeps for its next streams. New ones for each would be freed much later than they are used. */
const KEPT = 2 * BUFFERS
const IDLE_MS = 10_000

/** A thread, and the memory that it shares with who fills it, by slots. */
class Thread {
  readonly streams = new Map<number, Stream>()
  readonly #worker = new Worker(new URL('./hash-worker.ts', import.meta.url))
  readonly #slots = new Map<number, Buffer>()
  readonly #free: number[] = []
  #slotsMade = 0
  #resting: NodeJS.Timeout | undefined

  constructor() {
    this.#worker.on('message', (answer: HashAnswer) => {
      if (answer.kind === 'free') this.giveBack(answer.slot)
      this.streams.get(answer.id)?.handle(answer)
    })
    this.#worker
      .once('error', (error) => this.#fail(error))
      .once('exit', () => {
        if (threads.includes(this)) this.#fail(new Error('the hashing thread ended'))
      })
  }

  send(message: HashMessage): void {
    this.#worker.postMessage(message)
  }

  add(id: number, stream: Stream): void {
    clearTimeout(this.#resting)
    this.#worker.ref()
    this.streams.set(id, stream)
  }

  /** An idle thread ends after a while. */
  remove(id: number): void {
    if (!this.streams.delete(id) || this.streams.size > 0) return
    this.#worker.unref()
    this.#resting = setTimeout(() => {
      const at = threads.indexOf(this)
      if (at >= 0) threads.splice(at, 1)
      void this.#worker.terminate()
    }, IDLE_MS).unref()
  }

  /** Memory that nobody uses. */
  borrow(): number {
    const kept = this.#free.pop()
    if (kept !== undefined) return kept
    const [slot, memory] = [(this.#slotsMade += 1), new SharedArrayBuffer(BUFFER_BYTES)]
    this.#slots.set(slot, Buffer.from(memory))
    this.send({ kind: 'memory', slot, memory })
    return slot
  }

  giveBack(slot: number): void {
    if (this.#free.length < KEPT) return void this.#free.push(slot)
    this.#slots.delete(slot)
    this.send({ kind: 'forget', slot })
  }

  slotOf(slot: number): Buffer {
    const found = this.#slots.get(slot)
    if (!found) throw new RangeError('there is no such memory')
    return found
  }

  #fail(error: unknown): void {
    threads.splice(threads.indexOf(this), 1)
    for (const stream of this.streams.values()) stream.fail(error)
  }
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
  const thread = new Thread()
  threads.push(thread)
  return thread
}

class Stream implements Hashing {
  readonly #thread: Thread
  readonly #id = (ids += 1)
  readonly #digest = Promise.withResolvers<string>()
  /** How much memory of the thread's it has, of which one slot may be being filled. */
  #held = 0
  #filled: number | null = null
  #length = 0
  #room: PromiseWithResolvers<void> | null = null
  #isFailed = false

  constructor(thread: Thread, algorithm: string) {
    this.#thread = thread
    this.#digest.promise.catch(() => undefined)
    thread.add(this.#id, this)
    thread.send({ kind: 'begin', id: this.#id, algorithm })
  }

  take(bytes: Buffer): boolean {
    if (bytes.length > this.#space()) return false
    for (let at = 0; at < bytes.length;) {
      this.#filled ??= this.#borrow()
      const copied = bytes.copy(this.#thread.slotOf(this.#filled), this.#length, at)
      at += copied
      this.#length += copied
      if (this.#length === BUFFER_BYTES) this.#flush()
    }
    return true
  }

  /** Bytes that can be taken now. */
  #space(): number {
    if (this.#isFailed) return 0
    return (BUFFERS - this.#held + (this.#filled === null ? 0 : 1)) * BUFFER_BYTES - this.#length
  }

  #borrow(): number {
    this.#held += 1
    return this.#thread.borrow()
  }

  #flush(): void {
    if (this.#filled !== null)
      this.#thread.send({ kind: 'bytes', id: this.#id, slot: this.#filled, length: this.#length })
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
    if (!this.#isFailed) this.#thread.send({ kind: 'end', id: this.#id })
    return this.#digest.promise
  }

  drop(): void {
    if (!this.#isFailed) this.#thread.send({ kind: 'drop', id: this.#id })
    if (this.#filled !== null) this.#thread.giveBack(this.#filled)
    this.#filled = null
    this.#thread.remove(this.#id)
  }

  handle(answer: HashAnswer): void {
    if (answer.kind === 'digest') {
      this.#thread.remove(this.#id)
      this.#digest.resolve(answer.digest)
      return
    }
    this.#held -= 1
    this.#room?.resolve()
    this.#room = null
  }

  fail(error: unknown): void {
    this.#isFailed = true
    this.#digest.reject(error)
    this.#room?.reject(error)
  }
}
