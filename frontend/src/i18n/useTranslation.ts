import i18next, { type TFunction } from 'i18next'
import { useMemo, useSyncExternalStore } from 'react'

const LANGUAGE_CHANGED = 'languageChanged'

function listen(changed: () => void): () => void {
  i18next.on(LANGUAGE_CHANGED, changed)
  return () => i18next.off(LANGUAGE_CHANGED, changed)
}

/** The language that the page speaks (BCP 47), and how to put texts into it; both are new ones when it changes. */
export function useTranslation(): { t: TFunction; language: string } {
  const language = useSyncExternalStore(listen, () => i18next.language)
  const t = useMemo(() => i18next.getFixedT(language), [language])
  return { t, language }
}
