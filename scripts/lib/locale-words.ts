// Tells English words, and letters of another script, in the texts of a language.
import type { Locale } from '../../backend/contract/locales.ts'

/** Small words of English that no other language of the page has, but for those named here. */
const ENGLISH =
  'the and with this these those your you they their them cannot which from has have been when where because into ' +
  'without again what who why only its should would could will are was not of is'
const SHARED: Readonly<Record<string, readonly Locale[]>> = {
  are: ['ro'],
  is: ['hu', 'nl'],
  of: ['is', 'nl'],
  was: ['de', 'nl'],
  will: ['de'],
  from: ['is'],
  have: ['no'],
  and: ['sv', 'no'],
  not: ['no', 'sv', 'tr'],
  has: ['ca', 'es', 'pt', 'pt-br'],
}

/** What is no prose: values, tags, code, addresses, names of files, and what is typed, such as `type:image`. */
const prose = (text: string): string =>
  text
    .replaceAll(/\{\{[^}]*\}\}|<code>.*?<\/code>|<[^>]*>|\$t\([^)]*\)/g, ' ')
    .replaceAll(/\b[a-z]+:(?:\/\/)?\S+|\S*\.[a-z]{2,4}\b/gi, ' ')

/** The English words of a text in a language with Latin letters. */
export function englishWords(locale: Locale, text: string): string[] {
  const words = new Set(
    prose(text)
      .toLowerCase()
      .match(/(?<![\p{L}'’-])[a-z]+(?![\p{L}'’-])/gu),
  )
  return ENGLISH.split(' ').filter((word) => words.has(word) && SHARED[word]?.includes(locale) !== true)
}

const SCRIPTS: Readonly<Partial<Record<Locale, string>>> = {
  ar: 'Arabic',
  el: 'Greek',
  he: 'Hebrew',
  ja: 'Han Hiragana Katakana',
  ko: 'Hangul',
  ru: 'Cyrillic',
  'zh-cn': 'Han',
}
const ANY = ['Arabic', 'Cyrillic', 'Greek', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Katakana'] as const
const lettersOf = (script: string): RegExp => new RegExp(`\\p{Script=${script}}+`, 'gu')

/** Letters that a language does not have. Where it has no Latin ones, several words in these alone, too. */
export function strayScripts(locale: Locale, text: string): string[] {
  const own = SCRIPTS[locale]?.split(' ') ?? []
  const words = prose(text)
  const stray = ANY.filter((script) => !own.includes(script)).flatMap((script) => words.match(lettersOf(script)) ?? [])
  const isForeign = own.length > 0 && !own.some((script) => lettersOf(script).test(words))
  const isProse = /\p{Script=Latin}{4,}\P{L}+\p{Script=Latin}{2,}/u.test(words)
  return isForeign && isProse ? [...stray, words.trim()] : stray
}

/** Words with letters of two alphabets that look alike, such as a Cyrillic `с` in `file`. */
export const mixedWords = (text: string): string[] =>
  (prose(text).match(/[\p{L}\p{M}]+/gu) ?? []).filter(
    (word) => /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(word),
  )
