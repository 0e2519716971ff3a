import { describe, expect, it } from '@jest/globals'
import { rowsInSight, topOfRow } from './rows-in-sight.ts'

const rows = { count: 1000, rowHeight: 40, gap: null }
const gapped = { ...rows, gap: { before: 5, size: 8 } }

describe('a row', () => {
  it('stands below all rows before it, and below the gap', () => {
    expect([0, 5, 1000].map((index) => topOfRow(rows, index))).toEqual([0, 200, 40_000])
    expect([4, 5, 1000].map((index) => topOfRow(gapped, index))).toEqual([160, 208, 40_008])
  })

  it('has no gap above it that would come after the last one', () =>
    expect(topOfRow({ count: 5, rowHeight: 40, gap: { before: 5, size: 8 } }, 5)).toBe(200))
})

describe('what is drawn', () => {
  it('is what lies between two heights', () => {
    const drawn = rowsInSight(rows, { from: 4000, to: 4400 }, -1)
    expect([drawn[0], drawn.at(-1), drawn.length]).toEqual([100, 110, 11])
  })

  it('ends with the list', () => {
    expect(rowsInSight({ ...rows, count: 3 }, { from: 0, to: 4000 }, -1)).toEqual([0, 1, 2])
    expect(rowsInSight({ ...rows, count: 0 }, { from: 0, to: 4000 }, 0)).toEqual([])
    expect(rowsInSight(rows, { from: 39_600, to: 40_000 }, -1).at(-1)).toBe(999)
  })

  it('holds every row that can be seen below a gap', () =>
    expect(rowsInSight(gapped, { from: 4000, to: 4400 }, -1)).toEqual(
      expect.arrayContaining(
        Array.from({ length: 1000 }, (_, index) => index).filter(
          (index) => topOfRow(gapped, index) + 40 > 4000 && topOfRow(gapped, index) < 4400,
        ),
      ),
    ))

  it('includes in its place the row that is kept', () => {
    expect(rowsInSight(rows, { from: 4000, to: 4400 }, 2)[0]).toBe(2)
    expect(rowsInSight(rows, { from: 4000, to: 4400 }, 700).at(-1)).toBe(700)
    expect(rowsInSight(rows, { from: 4000, to: 4400 }, 105)).toHaveLength(11)
    expect(rowsInSight(rows, { from: 4000, to: 4400 }, 1000)).toHaveLength(11)
  })
})
