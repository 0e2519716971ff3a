import { describe, expect, it } from '@jest/globals'
import type { Item } from '../../../backend/contract/resources.ts'
import {
  type Band,
  boxOfItem,
  equalLines,
  heightOfBands,
  itemBeside,
  itemNear,
  itemsWithin,
  linesInSight,
} from './bands.ts'
import { galleryBands, listBands, type Measures, mosaicBands } from './lay-out.ts'

const measures: Measures = { width: 1000, tile: 280, isPhone: false, rowHeight: 44 }
const one = (count: number) => [{ key: '', first: 0, count }]

function items(count: number, folders = 0, shapeOf: (index: number) => number = () => 1.5): Item[] {
  return Array.from({ length: count }, (_, index) => ({
    path: `/${index}`,
    name: String(index),
    size: 1,
    extension: '.jpg',
    modified: '2026-01-01T00:00:00Z',
    mode: 416,
    isDir: index < folders,
    isSymlink: false as const,
    type: index < folders ? ('' as const) : ('image' as const),
    ...(index < folders ? {} : { resolution: { width: 1000 * shapeOf(index), height: 1000 } }),
  }))
}

/** Expects all items to be on the page, within its width, and none to overlap the one before. */
function expectWhole(bands: readonly Band[], count: number): void {
  let before = { top: 0, start: -1, width: 0 }
  for (let index = 0; index < count; index += 1) {
    const box = boxOfItem(bands, index)
    expect(box).toBeDefined()
    if (box === undefined) return
    expect(box.start + box.width).toBeLessThanOrEqual(measures.width + 0.01)
    expect(box.top > before.top || box.start >= before.start + before.width).toBe(true)
    before = box
  }
  expect(boxOfItem(bands, count)).toBeUndefined()
}

describe('the mosaic', () => {
  it('has as many tiles in a line as fit, with folders as cards above them', () => {
    const bands = mosaicBands(items(20, 5), one(20), measures)
    expect(bands.map(({ look, count, lines }) => [look, count, lines.at(0).cells.length])).toEqual([
      ['folder', 5, 3],
      ['tile', 15, 3],
    ])
    expectWhole(bands, 20)
  })

  it('has one tile in a line that is narrower than a tile, and smaller tiles on a phone', () => {
    expect(mosaicBands(items(2), one(2), { ...measures, width: 200 })[0]?.lines.at(1).cells).toEqual([
      { start: 0, width: 200 },
    ])
    const narrow = mosaicBands(items(9), one(9), { ...measures, width: 358, isPhone: true })[0]?.lines
    expect([narrow?.at(0).cells.length, narrow?.at(4).cells.length]).toEqual([2, 1])
  })

  it('leaves out no item between groups', () => {
    const sections = [
      { key: 'a', first: 0, count: 4 },
      { key: 'b', first: 4, count: 1 },
    ]
    const bands = mosaicBands(items(5), sections, measures)
    expect(bands.map(({ look }) => look)).toEqual(['heading', 'tile', 'heading', 'tile'])
    expectWhole(bands, 5)
  })
})

describe('the gallery', () => {
  const shapes = (index: number) => [1.5, 0.66, 1, 3, 0.5, 1.78][index % 6] ?? 1
  const all = items(200, 0, shapes)
  const bands = galleryBands(all, one(200), measures)

  it('fills each line except the last, with pictures in their own proportions', () => {
    expectWhole(bands, 200)
    const [{ lines } = { lines: equalLines(0, { height: 0, step: 0, cells: [] }) }] = bands
    expect(lines.count).toBeGreaterThan(10)
    for (let line = 0; line < lines.count - 1; line += 1) {
      const { cells, height } = lines.at(line)
      const last = cells.at(-1)
      expect((last?.start ?? 0) + (last?.width ?? 0)).toBeCloseTo(1000)
      expect(height).toBeGreaterThan(100)
      expect(height).toBeLessThan(330)
    }
    expect(boxOfItem(bands, 3)?.width).toBeCloseTo(3 * (boxOfItem(bands, 3)?.height ?? 0))
  })

  it('starts below the folders', () => {
    const mixed = galleryBands(items(20, 4), one(20), measures)
    expectWhole(mixed, 20)
    expect(mixed[1]).toMatchObject({ look: 'photo', first: 4 })
  })

  it('does not enlarge a last picture', () => {
    expect(boxOfItem(galleryBands(items(1), one(1), measures), 0)?.height).toBeCloseTo(208)
  })
})

describe('a list in groups', () => {
  it('has a heading for each group', () => {
    const bands = listBands([{ key: 'a', first: 0, count: 2 }], measures)
    expect([bands.map(({ look }) => look), heightOfBands(bands)]).toEqual([['heading', 'row'], 48 + 2 * 44])
  })
})

describe('moving around', () => {
  const bands = mosaicBands(items(20, 5), one(20), measures)

  it('moves up and down to the nearest item, and stops at the edges', () => {
    expect(itemBeside(bands, 5, 1)).toBe(8)
    expect(itemBeside(bands, 8, -1)).toBe(5)
    expect(itemBeside(bands, 1, -1)).toBe(1)
    expect(itemBeside(bands, 19, 1)).toBe(19)
    // From the third card, which has nothing below it, to the last item of the line.
    expect(itemBeside(bands, 2, 1)).toBe(4)
  })

  it('finds the item at a point, and the items in a rectangle', () => {
    const box = boxOfItem(bands, 9)
    expect(itemNear(bands, { x: (box?.start ?? 0) + 5, y: (box?.top ?? 0) + 5 })).toBe(9)
    expect(itemsWithin(bands, { start: 0, width: 10, top: 0, height: 10_000 })).toEqual([0, 3, 5, 8, 11, 14, 17])
    expect(itemsWithin(bands, { start: 0, width: 1000, top: 0, height: 10 })).toEqual([0, 1, 2])
  })

  it('renders the lines in view and the one that is kept', () => {
    const many = mosaicBands(items(100_000), one(100_000), measures)
    const lines = linesInSight(many, { from: 100_000, to: 101_000 }, 7)
    expect(lines.length).toBeLessThan(8)
    expect(lines[0]?.first).toBe(6)
    const top = boxOfItem(many, lines[1]?.first ?? 0)?.top ?? 0
    expect(top).toBeLessThanOrEqual(100_000)
    expect(top).toBeGreaterThan(99_000)
  })
})
