import { describe, expect, it } from '@jest/globals'
import { type OuterTile, tilesOf } from './storage-tiles.ts'

const file = (name: string, size: number) => ({ name, isDir: false, size, files: 1, parts: [] })
const areaOf = ({ width, height }: Pick<OuterTile, 'width' | 'height'>) => width * height

describe('the tiles of a storage map', () => {
  it('fill the map, each as large as its share', () => {
    const tiles = tilesOf([file('a', 50), file('b', 25), file('c', 25)], { width: 400, height: 200 })
    expect(tiles.map(({ part }) => part.name)).toEqual(['a', 'b', 'c'])
    for (const [index, share] of [0.5, 0.25, 0.25].entries()) {
      const area = areaOf(tiles[index] as OuterTile) / (400 * 200)
      expect(Math.abs(area - share)).toBeLessThan(0.03)
    }
  })

  it('hold the tiles of what they contain', () => {
    const inner = [
      { name: 'x', isDir: false, size: 60, files: 1 },
      { name: 'empty', isDir: true, size: 0, files: 0 },
    ]
    const [tile] = tilesOf([{ name: 'in', isDir: true, size: 100, files: 9, parts: inner }], {
      width: 300,
      height: 300,
    })
    expect(tile?.inner.map(({ part }) => part.name)).toEqual(['x'])
    const [x] = tile?.inner ?? []
    expect(x && tile && x.top >= tile.top && x.top + x.height <= tile.top + tile.height).toBe(true)
    expect(areaOf(x as OuterTile)).toBeLessThan(areaOf(tile as OuterTile))
  })

  it('leave out what would not be seen, and are none for nothing', () => {
    expect(tilesOf([file('a', 1_000_000), file('b', 1)], { width: 300, height: 300 })).toHaveLength(1)
    expect(tilesOf([file('empty', 0)], { width: 300, height: 300 })).toEqual([])
    expect(tilesOf([file('a', 1)], { width: 0, height: 300 })).toEqual([])
  })
})
