import { describe, expect, it } from '@jest/globals'
import { columnName, numberIn, orderOf } from './cells.ts'
import { readTable } from './table.ts'

const read = (text: string) => readTable(new TextEncoder().encode(text))

describe('a table in a file', () => {
  it('is read with its own delimiter, also inside quotes', () => {
    expect(read('name;town\nAna;"A; B"\n')?.rows).toEqual([
      ['name', 'town'],
      ['Ana', 'A; B'],
    ])
    expect(read('a\tb\n1\t2\n')?.rows[1]).toEqual(['1', '2'])
  })

  it('is read in its own encoding', () => {
    expect(readTable(Uint8Array.of(0x61, 0x2c, 0xf1, 0x0a, 0x31, 0x2c, 0x32))?.rows[0]).toEqual(['a', 'ñ'])
    expect(readTable(Uint8Array.of(0, 1, 2, 0, 0, 3))).toBeNull()
  })

  it('has a head if the first row has texts, all different', () => {
    expect([read('a,b\n1,2')?.hasHead, read('1,2\n3,4')?.hasHead, read('a,a\n1,2')?.hasHead]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('has the columns of its widest row, up to a limit', () => {
    expect(read('a,b\n1,2,3')?.columns).toBe(3)
    const wide = read(`${'x,'.repeat(300)}y\n`)
    expect([wide?.columns, wide?.rows[0]?.length, wide?.isCut]).toEqual([200, 200, true])
  })
})

describe('the order of rows', () => {
  const sorted = (cells: string[], isDown = false, language = 'en') =>
    [...orderOf(cells, { isDown, language })].map((index) => cells[index])

  it('is numbers by value, then texts, with empty cells last in both directions', () => {
    expect(sorted(['b', '10', '', '9', 'A'])).toEqual(['9', '10', 'A', 'b', ''])
    expect(sorted(['b', '10', '', '9', 'A'], true)).toEqual(['10', '9', 'b', 'A', ''])
  })

  it('is that of the language of the page', () => {
    const cells = ['Zoe', 'Ängla', 'Adam']
    expect(sorted(cells, false, 'de')).toEqual(['Adam', 'Ängla', 'Zoe'])
    expect(sorted(cells, false, 'sv')).toEqual(['Adam', 'Zoe', 'Ängla'])
  })

  it('knows the usual formats of numbers', () => {
    expect(['1,234.5', '1.234,5', '-3', '12 %', '€ 5', '1.234.567', 'x1', ''].map(numberIn)).toEqual([
      1234.5,
      1234.5,
      -3,
      12,
      5,
      1_234_567,
      null,
      null,
    ])
  })
})

describe('the name of a column', () => {
  it('continues after Z', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })
})
