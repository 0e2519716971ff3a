import { describe, expect, it } from '@jest/globals'
import { newName, type PatternRule, type ReplaceRule } from './new-names.ts'

const file = (name: string, isDir = false) => ({ name, isDir, modified: new Date(2026, 0, 31, 12).toISOString() })
const pattern = (text: string, over: Partial<PatternRule> = {}): PatternRule => ({
  kind: 'pattern',
  pattern: text,
  start: 1,
  step: 1,
  digits: 2,
  letters: 'keep',
  ...over,
})
const replace = (find: string, replacement: string, over: Partial<ReplaceRule> = {}): ReplaceRule => ({
  kind: 'replace',
  find,
  replacement,
  isCaseSensitive: false,
  withEnding: false,
  letters: 'keep',
  ...over,
})

describe('new names by a pattern', () => {
  it('are numbered, and keep the extension if the pattern does not mention it', () => {
    const names = ['IMG_7.JPG', 'IMG_9.JPG'].map((name, index) => newName(file(name), index, pattern('Lake {n}')))
    expect(names).toEqual(['Lake 01.JPG', 'Lake 02.JPG'])
    expect(newName(file('a.txt'), 2, pattern('{n}{ext} {name}', { start: 10, step: 5, digits: 3 }))).toBe('020.txt a')
  })
  it('contain the old name, the date and the chosen case', () => {
    expect(newName(file('the LAKE.jpg'), 0, pattern('{date} {name}', { letters: 'title' }))).toBe(
      '2026-01-31 The Lake.jpg',
    )
    expect(newName(file('a.JPG'), 0, pattern('{NAME} {name}{ext}', { letters: 'upper' }))).toBe('{NAME} A.JPG')
    expect(newName(file('dir.d', true), 0, pattern('{name}', { letters: 'upper' }))).toBe('DIR.D')
  })
})

describe('new names by search and replace', () => {
  it('replace every match in any case, but not in the extension', () => {
    expect(newName(file('Txt and txt.txt'), 0, replace('TXT', 'b'))).toBe('b and b.txt')
    expect(newName(file('Txt.txt'), 0, replace('txt', 'b', { isCaseSensitive: true }))).toBe('Txt.txt')
    expect(newName(file('a.jpeg'), 0, replace('.jpeg', '.jpg', { withEnding: true }))).toBe('a.jpg')
    expect(newName(file('A $1.txt'), 0, replace('a', '$&'))).toBe('$& $1.txt')
  })
  it('support * and ?, and end with any text', () => {
    expect(newName(file('a (copy 12) b (x).txt'), 0, replace(' (*)', ''))).toBe('a b.txt')
    expect(newName(file('IMG_0042 x.jpg'), 0, replace('IMG_????', 'Lake'))).toBe('Lake x.jpg')
    expect(newName(file('one - two.txt'), 0, replace(' -*', ''))).toBe('one.txt')
    expect(newName(file('abc.txt'), 0, replace('*', 'new'))).toBe('new.txt')
    expect(newName(file('abc.txt'), 0, replace('', 'new'))).toBe('abc.txt')
    const long = 'a'.repeat(250)
    expect(newName(file(long), 0, replace('*a*a*a*a*a*a*a*a*b', ''))).toBe(long)
  })
})
