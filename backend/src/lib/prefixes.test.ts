import { describe, expect, it } from '@jest/globals'
import { Prefixes } from './prefixes.ts'

describe('what a text begins with', () => {
  it('is found among many, the longest first', async () => {
    const prefixes = await Prefixes.of(['film', 'film 2', '', 'fi', 'filn', 'other', 'film'])
    expect([...prefixes.beginning('film 2.es.srt')]).toEqual(['film 2', 'film', 'fi', ''])
    expect([...prefixes.beginning('fim')]).toEqual(['fi', ''])
    expect([...prefixes.beginning('zebra')]).toEqual([''])
    expect([...(await Prefixes.of(['b'])).beginning('a')]).toEqual([])
    expect([...(await Prefixes.of([])).beginning('a')]).toEqual([])
  })

  it('is what trying each would find', async () => {
    const letters = ['a', 'b', '']
    const texts = Array.from({ length: 400 }, (_, index) =>
      Array.from({ length: 8 }, (_, digit) => letters[Math.floor(index / 3 ** digit) % 3]).join(''),
    )
    const some = texts.filter((_, index) => index % 3 === 0)
    const prefixes = await Prefixes.of(some)
    for (const text of texts) {
      const tried = [...new Set(some)].filter((one) => text.startsWith(one)).sort((a, b) => b.length - a.length)
      expect([...prefixes.beginning(text)]).toEqual(tried)
    }
  })
})
