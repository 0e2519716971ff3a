import { describe, expect, it } from '@jest/globals'
import { fuzzyRank, rankAll } from './fuzzy.ts'

const entries = ['Move to…', 'New folder', 'New file', 'Settings', 'Añadir', 'Rename'].map((label) => ({
  id: label,
  label,
}))
const found = (query: string, recent: string[] = []) => rankAll(entries, query, recent).map(({ label }) => label)

describe('matches for a query', () => {
  it('are sorted by how well they match, and otherwise keep their order', () => {
    expect(found('new')).toEqual(['New folder', 'New file'])
    expect(found('fi')).toEqual(['New file'])
    expect(found('me')).toEqual(['Rename', 'Move to…'])
    expect(found('ne')).toEqual(['New folder', 'New file', 'Rename'])
    expect(found('')).toHaveLength(entries.length)
  })

  it('need all words, in any case and with any accents, and the letters in order', () => {
    expect(found('FILE new')).toEqual(['New file'])
    expect(found('anad')).toEqual(['Añadir'])
    expect(found('nwf')).toEqual(['New folder', 'New file'])
    expect(fuzzyRank('New file', 'fwn')).toBeNull()
  })

  it('come first if they were used recently and match as well', () => {
    expect(found('new', ['New file'])).toEqual(['New file', 'New folder'])
    expect(found('', ['Settings', 'Rename']).slice(0, 2)).toEqual(['Settings', 'Rename'])
  })
})
