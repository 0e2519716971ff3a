import { describe, expect, it } from '@jest/globals'
import { FileAdmission } from './admission.ts'
import { NumberSet } from './kept.ts'
import { filesOfPiece, Pieces, rangesOf } from './pieces.ts'

const layoutOf = (sizes: number[]) => {
  let offset = 0
  const files = sizes.map((size, number) => {
    const file = { path: `${number}`, seedPath: '', size, offset, isLeftOut: false }
    offset += size
    return file
  })
  return { files, pieceLength: 10, total: offset }
}

describe('the pieces of a torrent', () => {
  const layout = layoutOf([25, 0, 3, 40, 0])

  it('belong to files', () =>
    expect([0, 1, 2, 3, 6].map((piece) => filesOfPiece(layout, piece))).toEqual([[0], [0], [0, 2, 3], [3], [3]]))

  it('come in the order of their files', () => {
    const rangesIn = (numbers: number[]) => rangesOf(layout, numbers).map(({ first, last }) => [first, last])
    expect(rangesIn([0, 1, 2, 3, 4])).toEqual([[0, 6]])
    expect(rangesIn([3, 0])).toEqual([
      [2, 6],
      [0, 2],
    ])
    expect(rangesIn([0, 3])).toEqual([[0, 6]])
    expect(rangesIn([1, 99])).toEqual([])
  })

  it('make files whole, in any order', () => {
    const pieces = new Pieces(layout, [0, 1, 2, 3, 4])
    expect([0, 1, 2, 3, 4].map((number) => pieces.isWhole(number))).toEqual([false, true, false, false, true])
    expect(pieces.add(2)).toEqual([0, 2, 3])
    expect(pieces.isWhole(2)).toBe(true)
    expect([pieces.readyOf(0), pieces.readyOf(2), pieces.readyOf(3)]).toEqual([0, 3, 2])
    expect(pieces.bytes).toBe(10)
    expect(pieces.add(2)).toEqual([])
    expect(pieces.add(0)).toEqual([0])
    expect(pieces.readyOf(0)).toBe(10)
    pieces.add(1)
    expect([pieces.isWhole(0), pieces.readyOf(0), pieces.bytes]).toEqual([true, 25, 30])
    for (const piece of [4, 6, 3, 5]) pieces.add(piece)
    expect([pieces.isWhole(3), pieces.readyOf(3), pieces.bytes]).toEqual([true, 40, 68])
  })

  it('count for the files that are wanted', () => {
    const pieces = new Pieces(layout, [3])
    expect(pieces.add(2)).toEqual([3])
    expect([pieces.bytes, pieces.bytesOf(3), pieces.isWhole(0)]).toEqual([2, 0, false])
  })
})

describe('files are admitted', () => {
  it('as long as there is room, one after another', () => {
    const sizes = [4, 4, 4, 1]
    const admission = new FileAdmission([0, 1, 2, 3], { room: 9, sizeOf: (number) => sizes[number] ?? 0 })
    expect(admission.next()).toEqual([0, 1])
    expect(admission.next()).toEqual([])
    admission.gone(1)
    expect(admission.next()).toEqual([2, 3])
    expect(admission.coming()).toEqual([0, 2, 3])
  })
})

describe('numbers as text', () => {
  it('are the same again', () => {
    const set = new NumberSet()
    for (const number of [0, 7, 8, 19_999]) set.add(number)
    const again = new NumberSet(set.toString())
    expect([0, 7, 8, 19_999].every((number) => again.has(number))).toBe(true)
    expect([1, 9, 19_998, 20_000].some((number) => again.has(number))).toBe(false)
    expect(set.toString().length).toBeLessThan(4_000)
  })
})
