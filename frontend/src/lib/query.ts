// The words of a search, as the page shows and changes them. The server decides what they mean.
import { queryWords, type SearchFilter } from '../../../backend/contract/query-words.ts'
import { fold } from '../../../backend/contract/fold.ts'

/** What to look for in names. */
export interface Terms {
  words: readonly string[]
  isCaseSensitive: boolean
}

/** A part of a name in UTF-16 units, from `start` to before `end`. */
export interface Span {
  start: number
  end: number
}

export function termsOf(query: string): Terms {
  const words = queryWords(query)
  const isCaseSensitive = words.findLast(({ filter }) => filter === 'case')?.value.toLowerCase() === 'sensitive'
  return { words: words.filter(({ filter }) => filter === null).map(({ text }) => text), isCaseSensitive }
}

/** Where a name contains the words, ignoring case and diacritics; in order, without overlaps. */
export function spansOf(name: string, { words, isCaseSensitive }: Terms): Span[] {
  const alike = isCaseSensitive ? (text: string) => text : fold
  const { text, origins } = lettersOf(name, alike)
  const spans = words.flatMap((word) => occurrences(text, alike(word), origins))
  const joined: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else joined.push(span)
  }
  return joined
}

/** A name with case and diacritics removed, and for each unit of it, and for its end, the position in the original. */
function lettersOf(name: string, alike: (text: string) => string): { text: string; origins: number[] } {
  let text = ''
  const origins: number[] = []
  let at = 0
  for (const letter of name) {
    const plain = alike(letter)
    text += plain
    for (let unit = 0; unit < plain.length; unit += 1) origins.push(at)
    at += letter.length
  }
  return { text, origins: [...origins, name.length] }
}

function occurrences(text: string, word: string, origins: readonly number[]): Span[] {
  const spans: Span[] = []
  if (word === '') return spans
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    let end = at + word.length
    // A character that stands for several (the ligature of f and i) is highlighted as a whole.
    while (end < text.length && origins[end] === origins[end - 1]) end += 1
    spans.push({ start: origins[at] ?? 0, end: origins[end] ?? 0 })
  }
  return spans
}

/** The kinds that a query asks for, in lower case. `music` is a synonym of audio. */
export function kindsOf(query: string): ReadonlySet<string> {
  const kinds = queryWords(query).filter(({ filter }) => filter === 'type')
  return new Set(kinds.map(({ value }) => kindNamed(value)))
}

const kindNamed = (value: string): string => (value.toLowerCase() === 'music' ? 'audio' : value.toLowerCase())

/** Adds or removes a kind. Everything else stays as it was typed. */
export function toggleKind(query: string, kind: string): string {
  const words = queryWords(query)
  const others = words.filter(({ filter, value }) => !(filter === 'type' && kindNamed(value) === kind))
  const kept = others.map(({ raw }) => raw)
  return (others.length < words.length ? kept : [`type:${kind}`, ...kept]).join(' ')
}

/** The value of a filter in a query, as it was typed; null if it is missing. The last one counts. */
export const filterOf = (query: string, filter: SearchFilter): string | null =>
  queryWords(query).findLast((word) => word.filter === filter)?.value ?? null

/** The query with another value of a filter, or without the filter. Everything else stays as it was typed. */
export function withFilter(query: string, filter: SearchFilter, value: string | null): string {
  const kept = queryWords(query).flatMap((word) => (word.filter === filter ? [] : [word.raw]))
  return (value === null ? kept : [...kept, `${filter}:${value}`]).join(' ')
}
