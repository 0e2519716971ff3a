import { describe, expect, it } from '@jest/globals'
import type { Item } from '../../../backend/contract/resources.ts'
import { isAscending, nextSorting, sortItems } from './sort-items.ts'

function item(name: string, over: Partial<Item> = {}): Item {
  return {
    path: `/${name}`,
    name,
    size: 1,
    extension: '',
    modified: '2026-01-01T00:00:00Z',
    mode: 416,
    isDir: false,
    isSymlink: false,
    type: 'blob',
    ...over,
  }
}
const folder = (name: string, over: Partial<Item> = {}) => item(name, { isDir: true, size: 0, type: '', ...over })
const names = (items: Item[]) => items.map(({ name }) => name)

describe('sorting a listing', () => {
  const items = [item('file10'), item('File2'), folder('zoo'), item('a'), folder('bar')]

  it('by name puts folders first either way round, and digits by value', () => {
    expect(names(sortItems(items, { by: 'name', asc: false }, true))).toEqual(['bar', 'zoo', 'a', 'File2', 'file10'])
    expect(names(sortItems(items, { by: 'name', asc: true }, true))).toEqual(['zoo', 'bar', 'file10', 'File2', 'a'])
  })

  it('by size puts the largest first, or the smallest, and the largest folders first of all', () => {
    const sized = [item('s', { size: 1 }), folder('d'), item('l', { size: 9 }), folder('e', { size: 5 })]
    expect(names(sortItems(sized, { by: 'size', asc: false }, true))).toEqual(['e', 'd', 'l', 's'])
    expect(names(sortItems(sized, { by: 'size', asc: true }, true))).toEqual(['d', 'e', 's', 'l'])
  })

  it('puts folders among files if they need not come first', () => {
    const dated = [
      item('old', { modified: '2026-01-01T00:00:00.5Z' }),
      folder('mid', { modified: '2026-01-01T00:00:00.75Z' }),
      item('new', { modified: '2026-01-01T00:00:01Z' }),
    ]
    expect(names(sortItems(dated, { by: 'modified', asc: false }, false))).toEqual(['new', 'mid', 'old'])
    expect(names(sortItems(dated, { by: 'modified', asc: true }, false))).toEqual(['old', 'mid', 'new'])
  })

  it('keeps names that differ only in case in a fixed order', () => {
    expect(names(sortItems([item('b'), item('B')], { by: 'name', asc: false }, true))).toEqual(
      names(sortItems([item('B'), item('b')], { by: 'name', asc: false }, true)),
    )
  })

  it('turns round what is sorted by already', () => {
    expect(nextSorting({ by: 'name', asc: false }, 'name')).toEqual({ by: 'name', asc: true })
    expect(nextSorting({ by: 'name', asc: true }, 'size')).toEqual({ by: 'size', asc: false })
    expect(isAscending({ by: 'name', asc: false })).toBe(true)
    expect(isAscending({ by: 'size', asc: false })).toBe(false)
  })
})
