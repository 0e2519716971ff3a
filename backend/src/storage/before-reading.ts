// What has to be done before a place is read or changed: an upload without a length may still owe a file there, and
// makes it first.
import type { Place } from './paths.ts'

/**
 * Called with a place before that, or anything at or below it, is looked at or changed. What it makes in time is seen.
 * It must not throw, and decides itself how long callers wait. Its own calls to the storage must not wait for it.
 */
export type BeforeReading = (at: Place) => Promise<void>

/** A call whose first argument is a place. */
type About<Rest extends unknown[], T> = (at: Place, ...rest: Rest) => T

export class Question {
  readonly #asked: BeforeReading[] = []
  readonly #attend: () => void

  /** `attend` is told of each look and change. */
  constructor(attend: () => void) {
    this.#attend = attend
  }

  register(beforeReading: BeforeReading): void {
    this.#asked.push(beforeReading)
  }

  async ask(at: Place): Promise<void> {
    this.#attend()
    for (const beforeReading of this.#asked) await beforeReading(at)
  }

  /** The same call, after all registered questions. */
  before<Rest extends unknown[], T>(answer: About<Rest, Promise<T>>): About<Rest, Promise<T>> {
    return async (at, ...rest) => {
      await this.ask(at)
      return answer(at, ...rest)
    }
  }

  /** The same for a call that answers an iterable. */
  beforeEach<Rest extends unknown[], T>(tell: About<Rest, AsyncIterable<T>>): About<Rest, AsyncIterable<T>> {
    const ask = (at: Place) => this.ask(at)
    return async function* asked(at, ...rest) {
      await ask(at)
      yield* tell(at, ...rest)
    }
  }
}
