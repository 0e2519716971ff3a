// New names for many items: by a pattern, or by search and replace.
import { splitName } from './paths.ts'

export type LetterCase = 'keep' | 'lower' | 'upper' | 'title'

export interface PatternRule {
  kind: 'pattern'
  /** With `{name}`, `{n}`, `{date}` and `{ext}`. Without `{ext}` the extension is added at the end. */
  pattern: string
  /** The first number, the step to the next one, and the minimum number of digits. */
  start: number
  step: number
  digits: number
  letters: LetterCase
}

export interface ReplaceRule {
  kind: 'replace'
  /** `*` stands for any characters, `?` for one. */
  find: string
  replacement: string
  isCaseSensitive: boolean
  /** Whether the extension is searched, too. */
  withEnding: boolean
  letters: LetterCase
}

export type NameRule = PatternRule | ReplaceRule

/** An item to rename. `modified` is RFC 3339. */
export interface Named {
  name: string
  isDir: boolean
  modified: string
}

/** The new name of the item at `index`. It may be invalid. */
export function newName(item: Named, index: number, rule: NameRule): string {
  const [stem, ending] = splitName(item.name, item.isDir)
  if (rule.kind === 'replace') {
    const [text, rest] = rule.withEnding ? [item.name, ''] : [stem, ending]
    return (inCase(replaced(text, rule), rule.letters) + rest).trim()
  }
  const { pattern, start, step, digits, letters } = rule
  const values: Record<string, string> = {
    name: stem,
    n: String(start + index * step).padStart(digits, '0'),
    date: dayOf(item.modified),
    ext: ending,
  }
  const written = pattern.replaceAll(/\{(name|n|date)\}/g, (_, word: string) => values[word] ?? '')
  const cased = inCase(written, letters)
  return (/\{ext\}/i.test(cased) ? cased.replaceAll(/\{ext\}/gi, ending) : cased + ending).trim()
}

/** The date of a time in the local time zone, like `2026-01-31`. */
function dayOf(iso: string): string {
  const time = new Date(iso)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

function inCase(text: string, letters: LetterCase): string {
  if (letters === 'lower') return text.toLocaleLowerCase()
  if (letters === 'upper') return text.toLocaleUpperCase()
  if (letters === 'title')
    return text.replaceAll(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu, (word) => {
      const [first = ''] = word
      return first.toLocaleUpperCase() + word.slice(first.length).toLocaleLowerCase()
    })
  return text
}

function replaced(text: string, { find, replacement, isCaseSensitive }: ReplaceRule): string {
  if (find === '') return text
  const alike = isCaseSensitive ? (letter: string) => letter : (letter: string) => letter.toLowerCase()
  const letters = [...text]
  const looked = letters.map(alike)
  const parts = find.split('*').map((part) => [...part].map(alike))
  let result = ''
  for (let at = 0; at < letters.length;) {
    const found = findParts(looked, parts, at)
    if (found === null) return result + letters.slice(at).join('')
    result += letters.slice(at, found.start).join('') + replacement
    at = found.end
  }
  return result
}

/**
 * Finds the parts one after another, each as early as possible. If the earliest match of the first part fails, no later
 * one succeeds, so nothing is tried twice.
 */
function findParts(
  text: readonly string[],
  parts: readonly string[][],
  from: number,
): { start: number; end: number } | null {
  let start = -1
  let end = from
  for (const [number, part] of parts.entries()) {
    const isLast = number === parts.length - 1
    // A `*` at the end matches the whole rest.
    const at = isLast && number > 0 && part.length === 0 ? text.length : findPart(text, part, end)
    if (at === null) return null
    if (number === 0) start = at
    end = at + part.length
  }
  return end > start ? { start, end } : null
}

function findPart(text: readonly string[], part: readonly string[], from: number): number | null {
  for (let at = from; at + part.length <= text.length; at += 1)
    if (part.every((letter, index) => letter === '?' || letter === text[at + index])) return at
  return null
}
