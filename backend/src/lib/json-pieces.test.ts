import { describe, expect, it } from '@jest/globals'
import { jsonPieces } from './json-pieces.ts'

const whole = (value: object) => [...jsonPieces(value)].join('')

describe('JSON in pieces', () => {
  it.each([
    [{}],
    [[]],
    [{ a: 1, b: null, c: 'text', d: [], e: { f: [1, 2] }, g: undefined, h: true }],
    [[{ a: 1 }, null, 'x', undefined]],
    [
      {
        items: Array.from({ length: 1_001 }, (_, index) => ({
          name: `n${index}`,
          left: index % 2 ? undefined : 'out',
        })),
        after: 1,
      },
    ],
    [Array.from({ length: 400 }, (_, index) => index)],
    [{ 'a "quoted" key': new Date(0) }],
  ])('is what JSON.stringify writes', (value) => {
    expect(whole(value)).toBe(JSON.stringify(value))
  })

  it('reads back as the same where a long text is cut within a character', () => {
    const value = { content: `x${'🎉'.repeat(70_000)}\n"end"` }
    expect(JSON.parse(whole(value))).toEqual(value)
  })

  it('comes in many small pieces', () => {
    const pieces = [
      ...jsonPieces({
        items: Array.from({ length: 20_000 }, (_, index) => ({ name: `name ${index}` })),
        text: 'y'.repeat(1_000_000),
      }),
    ]
    expect(pieces.length).toBeGreaterThan(110)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000)
  })
})
