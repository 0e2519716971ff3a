// Reads bencode (BEP 3) strictly. The library that webtorrent brings takes negative lengths of strings, and goes round
// in circles at them; it follows nested lists until its stack is full; and it cannot say where `info` lies, whose very
// bytes are hashed.

/** Byte strings are views of the input. Integers that are no safe ones are `bigint`. */
export type Bencoded = number | bigint | Uint8Array | Bencoded[] | BencodedDictionary
/** Keys have a character for each byte. */
export type BencodedDictionary = Map<string, Bencoded>

/** It is not bencode, or more of it than anything needs. */
export class BadBencode extends Error {}

/** Lists and dictionaries within one another. File trees of BEP 52 are as deep as folders. */
const DEPTH_MAX = 200
/** Values altogether: some for each of 20,000 files. */
const VALUES_MAX = 600_000
/** Characters of a number. */
const DIGITS_MAX = 20
const INTEGER = /^(?:0|-?[1-9]\d*)$/

const [INT, LIST, DICTIONARY, END, COLON] = [...'ilde:'].map((character) => character.charCodeAt(0))

/** A list or dictionary that is being read. `key`: the one whose value comes next. */
interface Open {
  container: Bencoded[] | BencodedDictionary
  key: string | null
  start: number
}

/** What one value is, and which bytes it takes. */
export interface Read {
  value: Bencoded
  /** Where the values of the outermost dictionary lie, by their keys. */
  ranges: Map<string, { start: number; end: number }>
}

/** Reads the first value. What follows it does not matter. @throws BadBencode */
export function readBencode(bytes: Uint8Array): Read {
  return new Reader(bytes).read()
}

class Reader {
  readonly #bytes: Uint8Array
  readonly #open: Open[] = []
  readonly #ranges: Read['ranges'] = new Map()
  #at = 0
  #values = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(): Read {
    for (;;) {
      const value = this.#next()
      if (value !== undefined && this.#add(value.value, value.start))
        return { value: value.value, ranges: this.#ranges }
    }
  }

  /** The next value that is complete; undefined where a list or dictionary begins. */
  #next(): { value: Bencoded; start: number } | undefined {
    const start = this.#at
    const first = this.#bytes[start]
    if (first === INT) return { value: this.#integer(), start }
    if (first === LIST || first === DICTIONARY) {
      if (this.#open.length >= DEPTH_MAX) throw new BadBencode('too deep')
      this.#at += 1
      this.#open.push({ container: first === LIST ? [] : new Map(), key: null, start })
      return undefined
    }
    if (first !== END) return { value: this.#string(), start }
    this.#at += 1
    const ended = this.#open.pop()
    if (ended === undefined || ended.key !== null) throw new BadBencode('an end where none can be')
    return { value: ended.container, start: ended.start }
  }

  /** Puts a value where it belongs. Returns whether it is the outermost one. */
  #add(value: Bencoded, start: number): boolean {
    this.#values += 1
    if (this.#values > VALUES_MAX) throw new BadBencode('too many values')
    const around = this.#open.at(-1)
    if (around === undefined) return true
    const { container, key } = around
    if (Array.isArray(container)) container.push(value)
    else if (key === null) around.key = this.#keyFrom(value, container)
    else {
      container.set(key, value)
      around.key = null
      if (this.#open.length === 1) this.#ranges.set(key, { start, end: this.#at })
    }
    return false
  }

  #keyFrom(value: Bencoded, dictionary: BencodedDictionary): string {
    if (!(value instanceof Uint8Array)) throw new BadBencode('a key that is no string')
    const key = latin1(value)
    if (dictionary.has(key)) throw new BadBencode('a key twice')
    return key
  }

  #integer(): number | bigint {
    const text = this.#until(END, this.#at + 1)
    if (!INTEGER.test(text)) throw new BadBencode('not an integer')
    const number = Number(text)
    return Number.isSafeInteger(number) ? number : BigInt(text)
  }

  #string(): Uint8Array {
    const digits = this.#until(COLON, this.#at)
    if (!/^\d+$/.test(digits)) throw new BadBencode('not a length')
    const end = this.#at + Number(digits)
    if (end > this.#bytes.length) throw new BadBencode('cut off')
    const value = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return value
  }

  /** The characters before a mark, which has to come soon. Goes on behind the mark. */
  #until(mark: number | undefined, from: number): string {
    for (let end = from; end <= from + DIGITS_MAX; end += 1) {
      if (this.#bytes[end] !== mark) continue
      this.#at = end + 1
      return latin1(this.#bytes.subarray(from, end))
    }
    throw new BadBencode('neither a value nor an end')
  }
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
