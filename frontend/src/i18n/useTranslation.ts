import i18next, { type TFunction } from 'i18next'
import { useMemo, useSyncExternalStore } from 'react'

const LANGUAGE_CHANGED = 'languageChanged'

function listen(changed: () => void): () => void {
  i18next.on(LANGUAGE_CHANGED, changed)
  return () => i18next.off(LANGUAGE_CHANGED, changed)
}

/** The page's language (BCP 47) and its translate function. Both are new when the language changes. */
export function useTranslation(): { t: TFunction; language: string } {
  const language = useSyncExternalStore(listen, () => i18next.language)
  const t = useMemo(() => i18next.getFixedT(language), [language])
  return { t, language }
}
