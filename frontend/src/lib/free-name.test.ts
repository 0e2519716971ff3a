import { describe, expect, it } from '@jest/globals'
import { freeName } from './free-name.ts'

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
})
