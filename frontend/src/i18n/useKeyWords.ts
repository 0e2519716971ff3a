import { type Keys, keyWords } from '../lib/keys.ts'
import { useTexts } from './useTexts.ts'

/** Writes a shortcut with the names that keys have in the page's language: `Ctrl+Enter`, `Ctrl+Intro`. */
export function useKeyWords(): (keys: Keys) => string {
  const { t } = useTexts()
  return (keys) => keyWords(keys, t)
}
