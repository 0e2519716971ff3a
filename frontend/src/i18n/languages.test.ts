import { describe, expect, it } from '@jest/globals'
import { directionOf, formatTag, languageTag } from './languages.ts'
import { nativeName } from './native-names.ts'

describe('a language', () => {
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
