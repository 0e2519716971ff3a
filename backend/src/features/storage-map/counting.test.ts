import { describe, expect, it } from '@jest/globals'
import { MAP_INNER_PARTS_MAX, MAP_PARTS_MAX } from '../../../contract/limits.ts'
import { MapCounting } from './counting.ts'
import { sharedSizes } from './same-size.ts'

const mapOf = (entries: Record<string, number | null>) => {
  const counting = new MapCounting()
  for (const [relative, size] of Object.entries(entries))
    counting.add({ relative, kind: size === null ? 'folder' : 'file', size: size ?? 0 })
  return counting.result()
}

describe('the map of a folder', () => {
  it('sums up files and folders, the largest first', () => {
    const map = mapOf({ a: null, 'a/deep': null, 'a/deep/one.JPG': 30, 'a/two.jpg': 5, 'b.txt': 40, empty: null })
    expect(map).toMatchObject({ size: 75, files: 3, folders: 3 })
    expect(map.parts).toEqual([
      { name: 'b.txt', isDir: false, size: 40, files: 1, parts: [] },
      {
        name: 'a',
        isDir: true,
        size: 35,
        files: 2,
        parts: [
          { name: 'deep', isDir: true, size: 30, files: 1 },
          { name: 'two.jpg', isDir: false, size: 5, files: 1 },
        ],
      },
      { name: 'empty', isDir: true, size: 0, files: 0, parts: [] },
    ])
    expect(map.endings).toEqual([
      { ending: '.txt', size: 40, files: 1 },
      { ending: '.jpg', size: 35, files: 2 },
    ])
  })

  it('is the same in whatever order the entries come', () => {
    const entries = { a: null, 'a/x.bin': 3, 'b/y.bin': 9, b: null, z: 1 }
    expect(mapOf(Object.fromEntries(Object.entries(entries).toReversed()))).toEqual(mapOf(entries))
  })

  it('names the largest parts only, and sums up all', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`in/f${at}`, at]))
    const map = mapOf({ ...many, ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`g${at}`, at])) })
    expect(map.files).toBe(600)
    expect(map.parts).toHaveLength(MAP_PARTS_MAX)
    expect(map.parts[0]).toMatchObject({ name: 'in', files: 300, size: 44_850 })
    expect(map.parts[0]?.parts).toHaveLength(MAP_INNER_PARTS_MAX)
    expect(map.parts[0]?.parts[0]).toEqual({ name: 'f299', isDir: false, size: 299, files: 1 })
    expect(map.parts[1]).toMatchObject({ name: 'g299' })
  })

  it('is empty for an empty folder', () => {
    expect(mapOf({})).toEqual({ size: 0, files: 0, folders: 0, parts: [], endings: [] })
  })
})

describe('sizes that several files have', () => {
  it('are told by what copies would take', () => {
    const counts = new Map(
      [10, 10, 10, 25, 25, 7, 100].map((size, _, all) => [size, all.filter((one) => one === size).length]),
    )
    expect(sharedSizes(counts)).toEqual([25, 10])
  })
})
