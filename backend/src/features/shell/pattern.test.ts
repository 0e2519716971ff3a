import { describe, expect, it } from '@jest/globals'
import { charactersOf, charactersOfText, isPattern, matcherOf } from './pattern.ts'

const fits = (pattern: string, name: string, options?: { ignoresCase: boolean }) =>
  matcherOf(charactersOfText(pattern), options)(name)

describe('patterns of names', () => {
  it.each<[string, string[], string[]]>([
    ['*', ['a', 'a b.txt', 'ü'], []],
    ['*.txt', ['a.txt', '.txt', 'a\nb.txt'], ['a.TXT', 'a.txt.gz', 'txt']],
    ['a?c', ['abc', 'a?c', 'a😀c'], ['ac', 'abbc']],
    ['[ab]x', ['ax', 'bx'], ['cx', 'abx']],
    ['[a-c0-9]', ['b', '5'], ['d', '-']],
    ['[!a-c]', ['d', '-'], ['a', '']],
    ['[^a]', ['b'], ['a']],
    ['[]a]', [']', 'a'], ['b']],
    ['[a-]', ['a', '-'], ['b']],
    ['[', ['['], ['a']],
    ['a[b', ['a[b'], ['ab']],
    ['[z-a]', [], ['a', 'z', '-']],
    ['a.b+(c)|^$', ['a.b+(c)|^$'], ['axb+(c)|^$']],
    ['\\*x', ['*x'], ['ax']],
    ['x\\', ['x\\'], ['x']],
    ['\\d', ['d'], ['1']],
  ])('%j', (pattern, yes, no) => {
    expect(yes.filter((name) => !fits(pattern, name))).toEqual([])
    expect(no.filter((name) => fits(pattern, name))).toEqual([])
  })

  it('passes over case where that is asked for', () =>
    expect([fits('*.TXT', 'a.txt', { ignoresCase: true }), fits('É*', 'école', { ignoresCase: true })]).toEqual([
      true,
      true,
    ]))

  it('stays fast on what makes other engines hang', () => {
    expect(fits('*a'.repeat(40), 'a'.repeat(255))).toBe(true)
    expect(fits(`${'*a'.repeat(40)}b`, 'a'.repeat(255))).toBe(false)
  })

  it('refuses what would cost each name too much', () => {
    for (const pattern of ['*a'.repeat(600), '*?'.repeat(1_000), '*'.repeat(4_000), '['.repeat(4_000)]) {
      expect(() => fits(pattern, 'a')).toThrow('the pattern is too large')
    }
    expect(fits(`*${'a'.repeat(254)}`, 'a'.repeat(255))).toBe(true)
  })

  it('knows what is quoted', () => {
    expect(isPattern(charactersOf([{ text: '*?[a]', isQuoted: true }]))).toBe(false)
    expect(
      isPattern(
        charactersOf([
          { text: 'a', isQuoted: true },
          { text: '*', isQuoted: false },
        ]),
      ),
    ).toBe(true)
  })
})
