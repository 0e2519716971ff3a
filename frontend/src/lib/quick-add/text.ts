// A line of which parts are read one after the other. What has been read is taken out: a sign of the private use area
// stands there.
import { foldLetters } from './words.ts'

export class ReadText {
  #text: string
  #plain: string

  constructor(text: string) {
    this.#text = text.trim()
    this.#plain = foldLetters(this.#text)
  }

  /** Takes out what matches first, as a whole word, and answers its groups. */
  take(pattern: string): (string | undefined)[] | null {
    const found = new RegExp(`(?<![\\w/:.-])${pattern}`).exec(this.#plain)
    if (found === null) return null
    const end = found.index + found[0].length
    this.#text = `${this.#text.slice(0, found.index)}\uE000${this.#text.slice(end)}`
    this.#plain = `${this.#plain.slice(0, found.index)}\uE000${this.#plain.slice(end)}`
    return found.slice(1)
  }

  /** What nothing was read of, without the small words that led to something. */
  get rest(): string {
    const led = /\s*\b(?:on|at|from|el|la|los|a|de|del|las|para|the|this|este|esta)\s*\uE000/giu
    const kept = this.#text.replace(led, '\uE000').replaceAll('\uE000', ' ')
    return kept
      .replace(/\s+/g, ' ')
      .replace(/^[\s,;:-]+|[\s,;:-]+$/g, '')
      .trim()
  }
}
