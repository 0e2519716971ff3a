import type { ParseKeys } from 'i18next'

/** A key of en.json. */
export type TranslationKey = ParseKeys

/** A text that is not put into a language yet: what stores hand to the page. */
export interface Message {
  key: TranslationKey
  /** A message among them is put into words first. */
  values?: Record<string, string | number | Message>
}
