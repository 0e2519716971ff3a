// The page's languages: English comes along, the others when they are chosen; what is not translated yet reads English.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from '../../../backend/contract/locales.ts'
import { createIsolation, ISOLATION } from './isolation.ts'
import { directionOf, languageTag } from './languages.ts'
import en from './locales/en.json'

type Texts = { default: Record<string, unknown> }
const FILES = import.meta.glob<Texts>(['./locales/*.json', '!./locales/en.json'])

/** Starts the texts in one language. */
export async function startTexts(locale: Locale): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(createIsolation(i18next))
    .init({
      resources: { en: { translation: en } },
      lng: 'en',
      fallbackLng: 'en',
      // React escapes what it renders.
      interpolation: { escapeValue: false },
      postProcess: [ISOLATION],
    })
  // Where the language does not come, the page reads English rather than nothing.
  await changeLanguage(locale).catch(() => undefined)
}

/** Puts the page into a language: texts, `lang` and `dir`. */
export async function changeLanguage(locale: Locale): Promise<void> {
  const tag = languageTag(locale)
  if (!i18next.hasResourceBundle(tag, 'translation')) {
    const texts = await FILES[`./locales/${locale}.json`]?.()
    if (texts !== undefined) i18next.addResourceBundle(tag, 'translation', texts.default)
  }
  await i18next.changeLanguage(tag)
  document.documentElement.lang = tag
  document.documentElement.dir = directionOf(locale)
}
