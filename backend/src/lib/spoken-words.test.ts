import { describe, expect, it } from '@jest/globals'
import { LOCALES } from '../../contract/locales.ts'
import { spokenWords } from './spoken-words.ts'

describe('what the server says', () => {
  it('is in the language of a person, also where two share their beginning', () => {
    expect(spokenWords('es').busy).toBe('Ocupado')
    expect(spokenWords('zh-cn').everyone).toBe('所有人')
    expect(spokenWords('pt-br').busy).toBe('Ocupado')
  })

  it('is English for a language that the page does not have', () => {
    expect(spokenWords('').busy).toBe('Busy')
    expect(spokenWords('tlh').busy).toBe('Busy')
    expect(spokenWords('de-AT').everyone).toBe('Alle')
  })

  it('is English nowhere else', () => {
    const english = Object.values(spokenWords('en'))
    const others = LOCALES.filter((locale) => locale !== 'en').flatMap((locale) => Object.values(spokenWords(locale)))
    expect(others.filter((text) => english.includes(text))).toEqual([])
  })
})
