import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import type { Message } from './message.ts'
import { useTranslation } from './useTranslation.ts'

/** The text of a message in the language of `t`. */
export function tell(t: TFunction, { key, values }: Message): string {
  const words = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? tell(t, value) : value,
  ])
  return String(t(key, Object.fromEntries(words) as Record<string, string | number>))
}

/** `t` for keys, `tell` for messages from stores. */
export function useTexts() {
  const { t } = useTranslation()
  return { t, tell: useCallback((message: Message) => tell(t, message), [t]) }
}
