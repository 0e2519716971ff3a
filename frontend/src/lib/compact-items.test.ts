import { describe, expect, it } from '@jest/globals'
import { type Item, NO_TIME } from '../../../backend/contract/resources.ts'
import { compactItems } from './compact-items.ts'

const item = (name: string, rest: Partial<Item> = {}): Item => ({
  path: `/a/${name}`,
  name,
  size: 5_000_000_000,
  extension: '.jpg',
  modified: '2026-01-01T10:20:30.456Z',
  mode: 416,
  isDir: false,
  isSymlink: false,
  type: 'image',
  ...rest,
})

const valuesOf = (all: readonly Item[]) =>
  all.map((one) => [one.path, one.name, one.size, one.extension, one.modified, one.mode, one.type, one.resolution])

describe('the items of a long folder', () => {
  it('have the same values in less memory', () => {
    const items = [
      item('p.jpg', { resolution: { width: 40, height: 30 } }),
      item('q.jpg'),
      item('in', { isDir: true, type: '', extension: '', mode: 2147484136, size: 0 }),
    ]
    const compact = compactItems('/a', items)
    expect(valuesOf(compact)).toEqual(valuesOf(items))
    expect(compact.map(({ isDir, isSymlink }) => [isDir, isSymlink])).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ])
    expect(compact.some((one, at) => one === items[at])).toBe(false)
  })

  it('stay as they are if something about them is unusual', () => {
    const items = [
      item('film.mp4', { type: 'video', subtitles: ['/a/film.srt'] }),
      item('shared', { path: '/Shared' }),
      item('old', { modified: NO_TIME }),
      item('fine', { modified: '2026-01-01T10:20:30.123456Z' }),
    ]
    expect(compactItems('/a', items).map((one, at) => one === items[at])).toEqual([true, true, true, true])
  })

  it('have their paths in the home, too', () => {
    const items = [item('x', { path: '/x' })]
    expect(compactItems('/', items).map(({ path }) => path)).toEqual(['/x'])
  })
})
