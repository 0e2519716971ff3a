import { describe, expect, it } from '@jest/globals'
import { FILE_MODE, type Item } from '../../../contract/resources.ts'
import type { Sorting } from '../../../contract/users.ts'
import { comparisonFor, sortItems } from './sorting.ts'

const item = (name: string, over: Partial<Item> = {}): Item => ({
  path: `/${name}`,
  name,
  size: 0,
  extension: '',
  modified: '2026-01-01T00:00:00.000Z',
  mode: FILE_MODE,
  isDir: false,
  isSymlink: false,
  type: 'text',
  ...over,
})
const folder = (name: string, over: Partial<Item> = {}): Item => item(name, { isDir: true, type: '', ...over })
const sorted = async (items: Item[], sorting: Sorting) => (await sortItems(items, sorting)).map(({ name }) => name)

describe('sorting a listing', () => {
  const mixed = [
    item('Beta.txt'),
    item('alpha.txt'),
    item('file10.txt'),
    item('file2.txt'),
    folder('zeta'),
    folder('Delta'),
  ]

  it('by name goes from A to Z when asc is false: folders first, case ignored, numbers by value', async () =>
    expect(await sorted(mixed, { by: 'name', asc: false })).toEqual([
      'Delta',
      'zeta',
      'alpha.txt',
      'Beta.txt',
      'file2.txt',
      'file10.txt',
    ]))

  it('by name in the other direction still has folders first', async () =>
    expect(await sorted(mixed, { by: 'name', asc: true })).toEqual([
      'zeta',
      'Delta',
      'file10.txt',
      'file2.txt',
      'Beta.txt',
      'alpha.txt',
    ]))

  const sized = [item('m', { size: 3 }), folder('f'), item('big', { size: 8 }), item('none', { size: 0 })]
  it('by size has the largest first and folders last', async () =>
    expect(await sorted(sized, { by: 'size', asc: false })).toEqual(['big', 'm', 'none', 'f']))
  it('by size in the other direction has folders first', async () =>
    expect(await sorted(sized, { by: 'size', asc: true })).toEqual(['f', 'none', 'm', 'big']))

  const timed = [
    item('new', { modified: '2026-03-01T00:00:00.000Z' }),
    folder('f', { modified: '2026-02-01T00:00:00.000Z' }),
    item('old'),
  ]
  it('by time has the newest first and folders among files', async () =>
    expect(await sorted(timed, { by: 'modified', asc: false })).toEqual(['new', 'f', 'old']))
  it('by time in the other direction has the oldest first', async () =>
    expect(await sorted(timed, { by: 'modified', asc: true })).toEqual(['old', 'f', 'new']))

  it('by name is what the collator says, however far the quick first look is from that', async () => {
    const parts = [
      'a',
      'B',
      'É',
      'e\u0301',
      'ß',
      'ss',
      '10',
      '9',
      '007',
      '٣',
      '日',
      '-',
      '_',
      ' ',
      '.',
      'İ',
      '9'.repeat(20),
    ]
    const names = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => one + two + three)))
    const items = names.map((name, index) => (index % 7 === 0 ? folder(name) : item(name)))
    for (const asc of [false, true]) {
      const compare = comparisonFor({ by: 'name', asc })
      const found = await sortItems(items, { by: 'name', asc })
      expect(found.every((one, index) => index === 0 || compare(found[index - 1] ?? one, one) <= 0)).toBe(true)
      expect(new Set(found).size).toBe(items.length)
    }
  })

  it('keeps the order of equal names, in a folder of 100,000 too', async () => {
    const many = Array.from({ length: 100_000 }, (_, i) => item(i % 2 ? 'Same.txt' : 'same.TXT', { size: i }))
    const order = (await sortItems(many, { by: 'name', asc: false })).map(({ size }) => size)
    expect(order).toEqual(Array.from({ length: 100_000 }, (_, i) => i))
  })
})
