// New names where a name is taken. Without schemas, so that the page can import it.
import { SEGMENT_MAX_BYTES } from './limits.ts'

/** A number at the end of a name. Four digits are more likely a year. */
const COUNTED = /^(.*)\(([1-9]\d{0,2})\)$/s

const encoder = new TextEncoder()

/**
 * The `count`th other name for a name that is taken, from 1 on. The number stands before the last ending, also in
 * folders and in names that begin with a dot: `t.tar(1).gz`, `dir(1).d`, `(1).dot`. A name that has a number already
 * is counted on: after `lake(1).jpg` comes `lake(2).jpg`. What becomes too long is cut before the number.
 */
export function numberedName(name: string, count: number): string {
  const dot = name.lastIndexOf('.')
  const stem = dot < 0 ? name : name.slice(0, dot)
  const [, base = stem, number = '0'] = COUNTED.exec(stem) ?? []
  return withTail(name, base, `(${Number(number) + count})${name.slice(stem.length)}`)
}

/**
 * How many numbers of each name are used up, for names that thousands of items may share. `key` stands for the name.
 */
export interface Counted {
  counts: Map<string, number>
  key: string
}

/**
 * A name that nothing has, or the first free one beside it: `a.txt`, `a(1).txt`, `a(2).txt`. `isTaken` compares the
 * names, so it decides whether case matters. With `counted`, a search skips the numbers that earlier ones found taken.
 */
export function freeName(name: string, isTaken: (candidate: string) => boolean, counted?: Counted): string {
  let count = counted?.counts.get(counted.key) ?? 0
  let candidate = count === 0 ? name : numberedName(name, count)
  while (isTaken(candidate)) {
    count += 1
    candidate = numberedName(name, count)
  }
  counted?.counts.set(counted.key, count)
  return candidate
}

/** The beginning of a name and its tail; where the ending leaves no room for anything else, it is cut, too. */
function withTail(name: string, base: string, tail: string): string {
  const room = SEGMENT_MAX_BYTES - encoder.encode(tail).length
  if (room >= 0) return cut(base, room) + tail
  const number = tail.slice(0, tail.indexOf(')') + 1)
  return cut(name, SEGMENT_MAX_BYTES - number.length) + number
}

/** The longest beginning of a text that fits in this many bytes of UTF-8, in whole characters. */
const cut = (text: string, bytes: number): string => text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read)
