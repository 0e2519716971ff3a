// Parses what people type into the search box, and checks whether an entry matches.
import mime from 'mime'
import { SEARCH_FILTERS_MAX, SEARCH_TERMS_MAX } from '../../../contract/limits.ts'
import { queryWords } from '../../../contract/search.ts'
import { AppError } from '../../lib/app-error.ts'
import { fold } from '../../../contract/fold.ts'
import { createRanking } from './ranking.ts'

/** An entry as the search sees it. Folders have no size. */
export interface Candidate {
  name: string
  isFolder: boolean
  size: number
  modified: Date | null
}

type Condition = (entry: Candidate) => boolean

/** A parsed query. */
export interface SearchQuery {
  /** Types are alternatives, and so are terms; everything else has to match as well. */
  fits: Condition
  /** Texts (folded), one of which is in every matching name; none if any name may match. */
  terms: string[]
  /** How well a matching name answers the query; higher is better. */
  rank: (name: string) => number
}

const UNITS: Record<string, number> = {
  '': 1,
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
  t: 1024 ** 4,
  tb: 1024 ** 4,
}

/**
 * Parses a query. The filters `case:sensitive`, `type:image`, `ext:pdf`, `size:>10mb`, `after:2026-01-01` and
 * `before:…` are taken out. In the rest, a text in double quotes is one term including its spaces, and every other word
 * is a term.
 * @throws AppError `badRequest` for an invalid size or date, and for too many words or filters
 */
export function parseQuery(query: string): SearchQuery {
  const { types, others, terms, isSensitive } = conditionsIn(query)
  const letters = isSensitive ? (text: string) => text : fold
  const wanted = leastOf(terms.map(letters))
  const hasTerm: Condition = ({ name }) => wanted.length === 0 || includesAny(letters(name), wanted)
  return {
    fits: (entry) =>
      others.every((fits) => fits(entry)) &&
      (types.length === 0 || types.some((fits) => fits(entry))) &&
      hasTerm(entry),
    terms: leastOf(terms.map(fold)),
    rank: createRanking(terms, letters),
  }
}

/** What a query asks for: one of the types, all of the others, and the terms. */
interface Conditions {
  types: Condition[]
  others: Condition[]
  terms: string[]
  isSensitive: boolean
}

function conditionsIn(query: string): Conditions {
  const words = queryWords(query)
  checkCounts(
    words.filter(({ filter }) => filter === null).length,
    words.filter(({ filter }) => filter !== null).length,
  )
  const found: Conditions = { types: [], others: [], terms: [], isSensitive: false }
  for (const { text, filter, value } of words) {
    switch (filter) {
      case 'case':
        found.isSensitive = value.toLowerCase() === 'sensitive'
        break
      case 'type':
        found.types.push(typeIs(value.toLowerCase()))
        break
      case 'ext':
        found.types.push(endingIs(value.toLowerCase()))
        break
      case 'size':
        found.others.push(sizeIs(value))
        break
      case 'after':
        found.others.push(changedFrom(dayOf(value)))
        break
      case 'before':
        found.others.push(changedBefore(dayOf(value)))
        break
      default:
        found.terms.push(text)
    }
  }
  return found
}

/** Every term is compared with every name, so their number is limited. @throws AppError `badRequest` */
function checkCounts(terms: number, filters: number): void {
  if (terms > SEARCH_TERMS_MAX) throw new AppError('badRequest', `more than ${SEARCH_TERMS_MAX} search words`)
  if (filters > SEARCH_FILTERS_MAX) throw new AppError('badRequest', `more than ${SEARCH_FILTERS_MAX} filters`)
}

/** Drops terms that contain another term, because a name with the longer one also has the shorter one. */
const leastOf = (terms: string[]): string[] =>
  terms.filter((term, at) => !terms.some((other, index) => (other === term ? index < at : term.includes(other))))

const includesAny = (name: string, terms: string[]): boolean => terms.some((term) => name.includes(term))

function typeIs(word: string): Condition {
  const family = { image: 'image/', audio: 'audio/', music: 'audio/', video: 'video/' }[word]
  return family === undefined
    ? endingIs(word)
    : ({ name }) => mime.getType(name.toLowerCase())?.startsWith(family) ?? false
}

const endingIs =
  (ending: string): Condition =>
  ({ name }) =>
    name.toLowerCase().endsWith(`.${ending.replace(/^\./, '')}`)

function sizeIs(value: string): Condition {
  const [, sign = '', number = '', unit = ''] = /^([<>]=?|=)?(\d+(?:\.\d+)?)([a-z]*)$/i.exec(value) ?? []
  const factor = UNITS[unit.toLowerCase()]
  if (number === '' || factor === undefined) throw new AppError('badRequest', 'size: needs a size such as >10mb')
  const bytes = Number(number) * factor
  const compare: Record<string, (size: number) => boolean> = {
    '<': (size) => size < bytes,
    '<=': (size) => size <= bytes,
    '=': (size) => size === bytes,
    '>': (size) => size > bytes,
  }
  const fits = compare[sign] ?? ((size: number) => size >= bytes)
  return ({ isFolder, size }) => !isFolder && fits(size)
}

function dayOf(value: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN
  // JavaScript would turn the 30th of February into the 2nd of March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
  if (!isDay) throw new AppError('badRequest', 'after: and before: need a date such as 2026-01-31')
  return time
}

// `after` includes the day, so that two queries with one day leave nothing out. Days are in UTC.
const changedFrom =
  (time: number): Condition =>
  ({ modified }) =>
    modified !== null && modified.getTime() >= time
const changedBefore =
  (time: number): Condition =>
  ({ modified }) =>
    modified !== null && modified.getTime() < time
