// The storage's one question before it is read or changed: who still owes a file at or below a place makes it first.
import type { Place } from './paths.ts'

/**
 * Told of a place before it, or anything at or below it, is looked at or changed. What it makes meanwhile shows; what
 * it has to do is its own: it throws nothing, and whoever asks for the place waits no longer than it wants. What the
 * storage is asked meanwhile on its own behalf it has to let through.
 */
export type BeforeReading = (at: Place) => Promise<void>

/** A call that is about a place. */
type About<Rest extends unknown[], T> = (at: Place, ...rest: Rest) => T

export class Question {
  readonly #asked: BeforeReading[] = []

  register(beforeReading: BeforeReading): void {
    this.#asked.push(beforeReading)
  }

  async ask(at: Place): Promise<void> {
    for (const beforeReading of this.#asked) await beforeReading(at)
  }

  /** The same call, asked first. */
  before<Rest extends unknown[], T>(answer: About<Rest, Promise<T>>): About<Rest, Promise<T>> {
    return async (at, ...rest) => {
      await this.ask(at)
      return answer(at, ...rest)
    }
  }

  /** The same for what is told bit by bit. */
  beforeEach<Rest extends unknown[], T>(tell: About<Rest, AsyncIterable<T>>): About<Rest, AsyncIterable<T>> {
    const ask = (at: Place) => this.ask(at)
    return async function* asked(at, ...rest) {
      await ask(at)
      yield* tell(at, ...rest)
    }
  }
}
