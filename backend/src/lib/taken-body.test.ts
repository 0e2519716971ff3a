import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { PouredStream } from './poured-stream.ts'
import { TakenBody, type TakenPiece } from './taken-body.ts'

const streamOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
const textOf = (piece: TakenPiece | null) => (piece === null ? null : String(piece.bytes))

/** A source that tells how many of its pieces are lent, and with which end they came back. */
function lending(texts: readonly string[]) {
  const back: string[] = []
  const stream = new PouredStream({
    pour: async (take) => {
      await Promise.all(
        texts.map((text) =>
          take(Buffer.from(text)).then(
            () => back.push(text),
            () => back.push(`lost ${text}`),
          ),
        ),
      )
    },
    close: () => undefined,
  })
  return { stream, back }
}

describe('a body that is taken piece by piece', () => {
  it('gives as much as is wanted of what has come', async () => {
    const body = new TakenBody(streamOf('abcde', 'f'))
    const pieces = [await body.next(2), await body.next(10), await body.next(10)]
    for (const piece of pieces) piece?.giveBack()
    expect([...pieces, await body.next(1)].map(textOf)).toEqual(['ab', 'cde', 'f', null])
    expect(await body.next(1)).toBeNull()
  })

  it('gives memory back when all parts of a piece are done with, in any order', async () => {
    const { stream, back } = lending(['abcd', 'ef'])
    const body = new TakenBody(stream)
    const [first, second, third] = [await body.next(1), await body.next(3), await body.next(3)]
    expect([first, second, third].map(textOf)).toEqual(['a', 'bcd', 'ef'])
    second?.giveBack()
    await wait(1)
    expect(back).toEqual([])
    first?.giveBack()
    third?.giveBack(new Error('refused'))
    await wait(1)
    expect(back).toEqual(['abcd', 'lost ef'])
  })

  it('reads nothing before it is asked, and little ahead', async () => {
    let made = 0
    const body = new TakenBody(
      Readable.from(
        (function* chunks() {
          for (; made < 100; made += 1) yield Buffer.alloc(128 * 1024)
        })(),
        { objectMode: false },
      ),
    )
    await wait(5)
    expect(made).toBe(0)
    await body.next(1)
    await wait(20)
    expect(made).toBeLessThan(10)
  })

  it('fails with its body, also where that failed before', async () => {
    const early = new Readable({ read() {} })
    const body = new TakenBody(early)
    early.destroy(new Error('the line is dead'))
    await wait(1)
    await expect(body.next(1)).rejects.toThrow('dead')
    const late = new Readable({ read() {} })
    const other = new TakenBody(late)
    const asked = other.next(1)
    late.destroy()
    await expect(asked).rejects.toThrow('Premature close')
  })
})
