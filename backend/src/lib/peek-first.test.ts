import { describe, expect, it } from '@jest/globals'
import { peekFirst } from './peek-first.ts'

const ended: string[] = []
async function* pieces(...all: (string | Error)[]): AsyncGenerator<string> {
  try {
    for (const piece of all) {
      if (piece instanceof Error) throw piece
      yield piece
    }
  } finally {
    ended.push(String(all[0]))
  }
}

describe('what has begun', () => {
  it('is the same', async () => {
    expect(await Array.fromAsync(await peekFirst(pieces('a', 'b', 'c')))).toEqual(['a', 'b', 'c'])
    expect(await Array.fromAsync(await peekFirst(pieces()))).toEqual([])
  })
  it('fails before it is handed out where it fails at once, else where it fails', async () => {
    await expect(peekFirst(pieces(new Error('at once')))).rejects.toThrow('at once')
    await expect(Array.fromAsync(await peekFirst(pieces('x', new Error('later'))))).rejects.toThrow('later')
  })
  it('ends when nobody wants more', async () => {
    for await (const piece of await peekFirst(pieces('first', 'second'))) {
      expect(piece).toBe('first')
      break
    }
    expect(ended).toContain('first')
  })
})
