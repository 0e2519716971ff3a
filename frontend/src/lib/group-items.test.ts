import { describe, expect, it } from '@jest/globals'
import type { Item } from '../../../backend/contract/resources.ts'
import { groupItems } from './group-items.ts'

const NOW = new Date(2026, 10, 25, 12)
const daysAgo = (days: number) => new Date(2026, 10, 25 - days, 9).toISOString()

function item(name: string, over: Partial<Item> = {}): Item {
  return {
    path: `/${name}`,
    name,
    size: 1,
    extension: '',
    modified: daysAgo(0),
    mode: 416,
    isDir: false,
    isSymlink: false,
    type: 'blob',
    ...over,
  }
}

type View = Parameters<typeof groupItems>[1]
const byName: View = { group: 'kind', sorting: { by: 'name', asc: false }, foldersFirst: true }

/** `key: names` of each section. */
function told(items: Item[], view: Partial<View>): string[] {
  const { sorted, sections } = groupItems(items, { ...byName, ...view }, NOW)
  return sections.map(
    ({ key, first, count }) =>
      `${key}: ${sorted
        .slice(first, first + count)
        .map(({ name }) => name)
        .join(' ')}`,
  )
}

describe('a folder in groups', () => {
  it('groups by kind, in the order of kinds', () => {
    const items = [item('song', { type: 'audio' }), item('b', { type: 'image' }), item('a', { type: 'image' })]
    expect(told([...items, item('dir', { isDir: true, type: '' })], { group: 'kind' })).toEqual([
      'folder: dir',
      'image: a b',
      'audio: song',
    ])
  })

  it('groups by first letter without accents, with digits and symbols apart, in the order of the sorting', () => {
    const items = ['zoo', 'Émile', 'egg', '7up', '_x'].map((name) => item(name))
    expect(told(items, { group: 'letter' })).toEqual(['#: _x', '0: 7up', 'E: egg Émile', 'Z: zoo'])
    expect(told(items, { group: 'letter', sorting: { by: 'name', asc: true } }).at(0)).toBe('Z: zoo')
  })

  it('groups by date: recent days, then months, then items without a date', () => {
    const dated = [0, 1, 3, 40, 41, 400].map((days) => item(`d${days}`, { modified: daysAgo(days) }))
    const items = [...dated, item('none', { modified: '0001-01-01T00:00:00Z' })]
    expect(told(items, { group: 'date' })).toEqual([
      'today: d0',
      'yesterday: d1',
      'week: d3',
      '2026-10: d40 d41',
      '2025-10: d400',
      'undated: none',
    ])
    expect(told(items, { group: 'date', sorting: { by: 'modified', asc: true } }).at(-1)).toBe('today: d0')
  })

  it('puts folders before all groups, or into them', () => {
    const items = [item('b'), item('a dir', { isDir: true, type: '' })]
    expect(told(items, { group: 'letter' })).toEqual(['folder: a dir', 'B: b'])
    expect(told(items, { group: 'letter', foldersFirst: false })).toEqual(['A: a dir', 'B: b'])
  })
})
