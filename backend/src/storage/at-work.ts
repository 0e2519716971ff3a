// Which attempt at an operation a request to S3 belongs to: the one in whose course it is sent.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Fenced } from './s3-signing.ts'

/** An upload in parts that nobody has completed. */
export interface UploadName {
  bucket: string
  key: string
  uploadId: string
}

/** Where an operation writes down its copies in parts, so that none is left behind when nobody goes on with it. */
export interface UnfinishedParts {
  /** Called before the first part. */
  begun(upload: UploadName): Promise<void>
  /** Called when the object is made, or the parts are gone. */
  ended(upload: UploadName): Promise<void>
}

/** One owner's attempt to carry an operation on. Times are of the monotonic clock. */
export class Attempt {
  /** The unfinished uploads of its operation, once that is known. */
  unfinished: UnfinishedParts | undefined
  #movedAt = performance.now()
  #sentAt = -Infinity
  #waiting = 0
  #isGivenUp = false
  readonly #end = Promise.withResolvers<never>()

  constructor() {
    this.#end.promise.catch(() => undefined)
  }

  /** Rejects with Fenced once the attempt is given up. */
  get gaveUp(): Promise<never> {
    return this.#end.promise
  }

  /**
   * Milliseconds since one of its requests last ended, well or not. Waiting for a turn among other copies counts as
   * work.
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
   * Gives the attempt up. From now on it sends nothing: whatever it waited for, it is no owner any more when it wakes.
   */
  giveUp(): void {
    this.#isGivenUp = true
    this.#end.reject(new Fenced())
  }

  /** @throws Fenced when the attempt has been given up */
  send(): void {
    if (this.#isGivenUp) throw new Fenced()
    this.#sentAt = performance.now()
  }

  /** Notes that a request has ended. */
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

/** Does some work as part of an attempt. */
export const inAttempt = <T>(attempt: Attempt, work: () => T): T => current.run(attempt, work)

/** The attempt that the caller is part of. */
export const attemptNow = (): Attempt | undefined => current.getStore()

/** Waits for a turn among others, which does not count as standing still, and then works. */
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
