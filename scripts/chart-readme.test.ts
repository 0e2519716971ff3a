import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { CHART_README, CHART_VALUES, valueRows, withTable } from './lib/chart-readme.ts'
import { ROOT } from './lib/places.ts'

const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8')

describe('the README of the chart', () => {
  const rows = valueRows(read(CHART_VALUES))

  it('is that of `make docs`', () => expect(withTable(read(CHART_README), rows)).toBe(read(CHART_README)))
  it('tells of every value', () => {
    expect(rows.length).toBeGreaterThan(150)
    expect(rows.filter(({ about }) => about === '').map(({ name }) => name)).toEqual([])
  })

  it('has maps with their comments, and what is in them', () =>
    expect(valueRows('# All.\na:\n  # Some\n  # words.\n  b: 1\nc: []\n')).toEqual([
      { name: 'a', standard: '', about: 'All.' },
      { name: 'a.b', standard: '1', about: 'Some words.' },
      { name: 'c', standard: '[]', about: '' },
    ]))
})
