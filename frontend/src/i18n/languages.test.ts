import { describe, expect, it } from '@jest/globals'
import { LOCALES } from '../../../backend/contract/locales.ts'
import { chooseLocale, directionOf, formatTag, languageTag } from './languages.ts'
import { nativeName } from './native-names.ts'

describe('choosing a language', () => {
  it('takes the exact one, then the nearest, then English', () => {
    expect(chooseLocale(['pt-BR', 'en'], LOCALES)).toBe('pt-br')
    expect(chooseLocale(['pt-PT'], LOCALES)).toBe('pt')
    expect(chooseLocale(['zh-Hant-TW'], LOCALES)).toBe('zh-cn')
    expect(chooseLocale(['nb-NO'], LOCALES)).toBe('no')
    expect(chooseLocale(['iw'], LOCALES)).toBe('he')
    expect(chooseLocale(['', 'xx', 'es-ES'], LOCALES)).toBe('es')
    expect(chooseLocale(['xx'], LOCALES)).toBe('en')
  })

  it('passes over those that are not written', () => {
    expect(chooseLocale(['is-IS', 'es-ES', 'en'], ['en', 'es'])).toBe('es')
    expect(chooseLocale(['is'], ['en', 'es'])).toBe('en')
  })

  it('knows what runs from right to left', () => {
    expect(directionOf('ar')).toBe('rtl')
    expect(directionOf('es')).toBe('ltr')
  })

  it('calls a language by its own name', () => {
    expect(nativeName('is')).toBe('Íslenska')
    expect([languageTag('pt-br'), languageTag('pt')]).toEqual(['pt-BR', 'pt-PT'])
  })

  it('writes dates as the browser does in that language', () => {
    expect(formatTag('en', ['es-ES', 'en-GB'])).toBe('en-GB')
    expect(formatTag('pt-BR', ['pt-PT'])).toBe('pt-BR')
    expect(formatTag('fr', ['en-GB'])).toBe('fr')
    expect(formatTag('ar', ['ar-SA'])).toBe('ar-SA-u-ca-gregory-nu-latn')
  })
})
