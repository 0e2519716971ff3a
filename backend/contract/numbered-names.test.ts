import { describe, expect, it } from '@jest/globals'
import { freeName } from './numbered-names.ts'

const among =
  (...taken: string[]) =>
  (name: string) =>
    taken.includes(name)

describe('finding a name to keep both', () => {
  it('leaves a free name as it is', () => {
    expect(freeName('a.txt', among('b.txt'))).toBe('a.txt')
  })
  it('counts before the last ending', () => {
    expect(freeName('t.tar.gz', among('t.tar.gz'))).toBe('t.tar(1).gz')
  })
  it('passes over numbers that are taken', () => {
    expect(freeName('a.txt', among('a.txt', 'a(1).txt', 'a(2).txt'))).toBe('a(3).txt')
  })
  it('does the same for folders, dot files and names without an ending', () => {
    expect(freeName('dir.d', among('dir.d'))).toBe('dir(1).d')
    expect(freeName('.dot', among('.dot'))).toBe('(1).dot')
    expect(freeName('Makefile', among('Makefile'))).toBe('Makefile(1)')
  })
  it('goes on counting if a name has a number', () => {
    expect(freeName('lake(1).jpg', among('lake(1).jpg'))).toBe('lake(2).jpg')
    expect(freeName('lake(1).jpg', among('lake(1).jpg', 'lake(2).jpg'))).toBe('lake(3).jpg')
    expect(freeName('lake (9).jpg', among('lake (9).jpg'))).toBe('lake (10).jpg')
    expect(freeName('lake(999)', among('lake(999)'))).toBe('lake(1000)')
  })
  it('takes neither a year nor anything else for a number', () => {
    expect(freeName('taxes(2025).pdf', among('taxes(2025).pdf'))).toBe('taxes(2025)(1).pdf')
    expect(freeName('a(01)', among('a(01)'))).toBe('a(01)(1)')
    expect(freeName('a(1)b', among('a(1)b'))).toBe('a(1)b(1)')
  })
  it('cuts a long name before its number, between two letters', () => {
    const long = `${'é'.repeat(125)}a.txt`
    expect(freeName(long, among(long))).toBe(`${'é'.repeat(124)}(1).txt`)
    const ending = `a.${'e'.repeat(253)}`
    expect(freeName(ending, among(ending))).toBe(`a.${'e'.repeat(250)}(1)`)
  })
  it('leaves the comparison of names to its caller', () => {
    const folded = new Set(['a.txt', 'a(1).txt'])
    expect(freeName('A.TXT', (name) => folded.has(name.toLowerCase()))).toBe('A(2).TXT')
  })
  it('continues where an earlier search ended', () => {
    const taken = new Set(['a', 'a(1)'])
    const counted = { counts: new Map<string, number>(), key: 'a' }
    expect(freeName('a', (name) => taken.has(name), counted)).toBe('a(2)')
    const asked: string[] = []
    const isTaken = (name: string) => asked.push(name) === 1
    expect(freeName('a', isTaken, counted)).toBe('a(3)')
    expect(asked).toEqual(['a(2)', 'a(3)'])
  })
})
