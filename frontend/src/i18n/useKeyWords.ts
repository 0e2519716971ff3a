import { type Keys, keyWords } from '../lib/keys.ts'
import { useTexts } from './useTexts.ts'

/** Writes a shortcut with the page's names of the keys: `Ctrl+Enter`, `Ctrl+Intro`. */
export function useKeyWords(): (keys: Keys) => string {
  const { t } = useTexts()
  return (keys) => keyWords(keys, t)
}
