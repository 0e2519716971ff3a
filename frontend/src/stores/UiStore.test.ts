import { describe, expect, it } from '@jest/globals'
import { LOCALE_KEY } from '../i18n/languages.ts'
import { UiStore } from './UiStore.ts'

function newUi(languages: readonly string[]) {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  return { kept, ui: new UiStore({ defaultTheme: '', locale: 'en', languages, storage }) }
}

describe('the language of the page', () => {
  it('is the chosen one, and is remembered', () => {
    const { kept, ui } = newUi(['de-DE'])
    ui.setLocale('es')
    expect([ui.locale, kept.get(LOCALE_KEY)]).toEqual(['es', 'es'])
  })

  it('is that of the browser where none was chosen, and no former one is remembered', () => {
    const { kept, ui } = newUi(['xx', 'de-DE', 'en'])
    ui.setLocale('es')
    ui.setLocale('')
    expect([ui.locale, kept.get(LOCALE_KEY)]).toEqual(['de', ''])
  })

  it('is that of the browser where the record has one that the page does not have', () => {
    const { ui } = newUi(['de-DE'])
    ui.setLocale('tlh')
    expect(ui.locale).toBe('de')
  })
})
