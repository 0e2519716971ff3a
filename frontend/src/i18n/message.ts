import type { ParseKeys } from 'i18next'

/** A key of en.json. */
export type TranslationKey = ParseKeys

/** A text that is not translated yet, as stores pass it to the page. */
export interface Message {
  key: TranslationKey
  /** A message among them is translated first. */
  values?: Record<string, string | number | Message>
}
