import { fold } from '../../../backend/contract/fold.ts'

/** Milliseconds after which a new word begins. */
const PAUSE_MS = 800

/** Finds names by their first letters as they are typed, ignoring case and diacritics. */
export class TypeAhead {
  #typed = ''
  #last = 0
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether the next letter continues a word, so that a space belongs to it. */
  get isRunning(): boolean {
    return this.#typed !== '' && this.#now() - this.#last < PAUSE_MS
  }

  /**
   * Takes a letter and returns the matching name, or null. Repeating a letter moves to the next name that starts with
   * it.
   */
  find(letter: string, items: readonly { name: string }[], position: number): string | null {
    const isRunning = this.isRunning
    this.#last = this.#now()
    const typed = fold(letter)
    const isRepeated = isRunning && [...this.#typed].every((earlier) => earlier === typed)
    this.#typed = isRunning ? this.#typed + typed : typed
    const sought = isRepeated ? typed : this.#typed
    // A longer word may keep its row; a new or repeated letter continues from the next row.
    const from = isRunning && !isRepeated ? Math.max(position, 0) : position + 1
    for (let step = 0; step < items.length; step += 1) {
      const item = items[(from + step) % items.length]
      if (item !== undefined && fold(item.name.slice(0, sought.length * 2)).startsWith(sought)) return item.name
    }
    return null
  }
}
