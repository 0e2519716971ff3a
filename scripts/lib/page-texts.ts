// Which texts the scripts of a page name that do not come with it (frontend/src/i18n/parts.ts).
import { isInPart, type TextPart, type Texts } from '../../frontend/src/i18n/parts.ts'

/** `t('files.open')` in a built script, and the beginning of `t(`kind.${kind}`)`. */
const NAMED = /["'`]([a-z]\w*(?:\.\w+)+)["'`]/gi
const BEGUN = /`([a-z]\w*(?:\.\w+)*\.)\$\{/gi

/** The keys of all texts; forms of a plural are one. */
export function keysOf(texts: Texts, prefix = ''): string[] {
  const keys = Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [(prefix + name).replace(/_(?:zero|one|two|few|many|other)$/, '')]
      : keysOf(text, `${prefix}${name}.`),
  )
  return [...new Set(keys)]
}

/** The keys that a script may ask for, and that a part lacks. */
export function missingTexts(script: string, part: TextPart, keys: readonly string[]): string[] {
  const named = new Set([...script.matchAll(NAMED)].map(([, key]) => key))
  const begun = [...new Set([...script.matchAll(BEGUN)].flatMap(([, start]) => start ?? []))]
  return keys.filter((key) => (named.has(key) || begun.some((start) => key.startsWith(start))) && !isInPart(key, part))
}
