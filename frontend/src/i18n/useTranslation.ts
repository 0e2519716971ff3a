import i18next, { type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'

const LANGUAGE_CHANGED = 'languageChanged'

function listen(changed: () => void): () => void {
  i18next.on(LANGUAGE_CHANGED, changed)
  return () => i18next.off(LANGUAGE_CHANGED, changed)
}

// One for each language, because every row on the screen uses several.
const translators = new Map<string, TFunction>()

function translatorOf(language: string): TFunction {
  const t = translators.get(language) ?? i18next.getFixedT(language)
  translators.set(language, t)
  return t
}

/** The page's language (BCP 47) and its translate function. Both are new when the language changes. */
export function useTranslation(): { t: TFunction; language: string } {
  const language = useSyncExternalStore(listen, () => i18next.language)
  return { t: translatorOf(language), language }
}
