// The lines that a program writes. They hold foreign text, so their length is bounded.
import { StringDecoder } from 'node:string_decoder'

export interface LineReader {
  add(bytes: Buffer): void
  /** The last line, if it has no end. */
  end(): void
}

/** Calls back for each line of at most `max` characters. Longer ones are left out. */
export function createLineReader(max: number, onLine: (line: string) => void): LineReader {
  const decoder = new StringDecoder('utf8')
  let begun = ''
  let isTooLong = false

  function take(text: string): void {
    if (begun.length + text.length > max) isTooLong = true
    begun = isTooLong ? '' : begun + text
  }

  function finish(): void {
    if (!isTooLong) onLine(begun)
    begun = ''
    isTooLong = false
  }

  return {
    add(bytes) {
      const pieces = decoder.write(bytes).split('\n')
      const last = pieces.pop() ?? ''
      for (const piece of pieces) {
        take(piece)
        finish()
      }
      take(last)
    },
    end() {
      take(decoder.end())
      if (begun !== '') finish()
    },
  }
}
