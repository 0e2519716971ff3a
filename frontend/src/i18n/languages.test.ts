import { describe, expect, it } from '@jest/globals'
import { chooseLocale, directionOf, formatTag, languageTag, nativeName } from './languages.ts'

describe('choosing a language', () => {
  it('takes the exact one, then the nearest, then English', () => {
    expect(chooseLocale(['pt-BR', 'en'])).toBe('pt-br')
    expect(chooseLocale(['pt-PT'])).toBe('pt')
    expect(chooseLocale(['zh-Hant-TW'])).toBe('zh-cn')
    expect(chooseLocale(['nb-NO'])).toBe('no')
    expect(chooseLocale(['', 'xx', 'es-ES'])).toBe('es')
    expect(chooseLocale(['xx'])).toBe('en')
  })

  it('knows what runs from right to left', () => {
    expect(directionOf('ar')).toBe('rtl')
    expect(directionOf('es')).toBe('ltr')
  })

  it('calls a language by its own name', () => {
    expect(nativeName('is')).toBe('Íslenska')
    expect(languageTag('pt-br')).toBe('pt-BR')
  })

  it('writes dates as the browser does in that language', () => {
    expect(formatTag('en', ['es-ES', 'en-GB'])).toBe('en-GB')
    expect(formatTag('pt-br', ['pt-PT'])).toBe('pt-BR')
    expect(formatTag('fr', ['en-GB'])).toBe('fr')
  })
})
