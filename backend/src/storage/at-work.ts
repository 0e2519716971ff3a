// Who works on one operation, seen from the requests to S3: each request belongs to the attempt in whose course it is
// sent.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Fenced } from './s3-signing.ts'

/** An upload in parts that nobody has completed. */
export interface UploadName {
  bucket: string
  key: string
  uploadId: string
}

/** Where an operation writes down what a copy in parts would leave if nobody went on with it. */
export interface UnfinishedParts {
  /** Before the first part. */
  begun(upload: UploadName): Promise<void>
  /** The object is made of the parts, or they are gone. */
  ended(upload: UploadName): Promise<void>
}

/** One try of one owner to carry an operation on. Times are of the monotonic clock. */
export class Attempt {
  /** Of the operation that it works on, once that is known. */
  unfinished: UnfinishedParts | undefined
  #movedAt = performance.now()
  #sentAt = -Infinity
  #waiting = 0
  #isGivenUp = false
  readonly #end = Promise.withResolvers<never>()

  constructor() {
    this.#end.promise.catch(() => undefined)
  }

  /** Rejects with Fenced once it is given up. */
  get gaveUp(): Promise<never> {
    return this.#end.promise
  }

  /**
   * Milliseconds since a request of its last ended, well or not. Who waits for a turn among other copies is at work.
   */
  get restedMs(): number {
    return this.#waiting > 0 ? 0 : performance.now() - this.#movedAt
  }

  /** When it last sent a request. */
  get sentAt(): number {
    return this.#sentAt
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /**
   * From now on nothing is sent in its course: whatever it waited for, it wakes as somebody who is no owner any more.
   */
  giveUp(): void {
    this.#isGivenUp = true
    this.#end.reject(new Fenced())
  }

  /** @throws Fenced when it has been given up */
  send(): void {
    if (this.#isGivenUp) throw new Fenced()
    this.#sentAt = performance.now()
  }

  /** A request has ended. */
  move(): void {
    this.#movedAt = performance.now()
  }

  async wait<T>(turn: (begin: () => void) => Promise<T>): Promise<T> {
    let isWaiting = true
    const begin = () => {
      if (isWaiting) this.#waiting -= 1
      isWaiting = false
      this.move()
    }
    this.#waiting += 1
    return turn(begin).finally(begin)
  }
}

const current = new AsyncLocalStorage<Attempt>()

/** Does some work in the course of an attempt. */
export const inAttempt = <T>(attempt: Attempt, work: () => T): T => current.run(attempt, work)

/** The attempt in whose course this is asked. */
export const attemptNow = (): Attempt | undefined => current.getStore()

/** Waits for a turn among others, which is no standstill, and then works. */
export async function takeTurn<T>(gate: (work: () => Promise<T>) => Promise<T>, work: () => Promise<T>): Promise<T> {
  const attempt = attemptNow()
  if (!attempt) return gate(work)
  return attempt.wait((begin) =>
    gate(() => {
      begin()
      return work()
    }),
  )
}
