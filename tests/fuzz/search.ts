// Texts that people type into the search box.
import fc from 'fast-check'
import { SEARCH_TERMS_MAX } from '../../backend/contract/limits.ts'
import { queryWords } from '../../backend/contract/search.ts'
import { type Candidate, parseQuery } from '../../backend/src/features/search/query.ts'
import { fold } from '../../backend/contract/fold.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { answerOf, hold, isEqual } from './holding.ts'
import { textOf } from './inputs.ts'
import type { Target } from './target.ts'

const PIECES = [
  '"',
  ' ',
  'case:sensitive',
  'type:image',
  'type:',
  'ext:.pdf',
  'size:>',
  'size:',
  '10mb',
  'after:2026-02-28',
  'before:',
  'before:2026-02-30',
  '2026-02-31',
  ':',
  'Report',
  'é',
  'e\u0301',
  '\t',
  '<=',
]

const candidate: fc.Arbitrary<Candidate> = fc.record({
  name: textOf(['Report', '.pdf', '.PNG', 'é', 'a', ' '], 4),
  isFolder: fc.boolean(),
  size: fc.maxSafeNat(),
  modified: fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })),
})

export const search: Target<{ query: string; entry: Candidate }> = {
  name: 'searches',
  inputs: fc.record({ query: textOf(PIECES), entry: candidate }),
  check({ query, entry }) {
    const words = queryWords(query)
    hold(
      words.every(({ text, filter, value }) => text !== '' && (filter === null) === (value === '')),
      'words that say something',
    )
    hold(isEqual(queryWords(words.map(({ raw }) => raw).join(' ')), words), 'the same words there and back')
    const parsed = answerOf(() => parseQuery(query))
    if (parsed === null) return
    const { terms, fits } = parsed
    hold(terms.length <= SEARCH_TERMS_MAX, 'no more terms than there may be')
    hold(
      terms.every((term, at) => terms.every((other, index) => at === index || !term.includes(other))),
      'no term within another',
    )
    const isFitting = fits(entry)
    hold(typeof isFitting === 'boolean', 'yes or no')
    if (isFitting && terms.length > 0)
      hold(
        terms.some((term) => fold(entry.name).includes(term)),
        'found by a term that the index asks for',
      )
    for (const { filter, value } of words) {
      if (filter !== 'after' && filter !== 'before') continue
      hold(new Date(`${value}T00:00:00Z`).toISOString().startsWith(value), `a day that there is: ${value}`)
    }
  },
}

export const searchGrows: Target<Pumped> = {
  name: 'searches, long',
  inputs: pumpedOf(PIECES),
  check: (pumped) => checkGrowth((text) => answerOf(() => parseQuery(text)), pumped, 32 * 1024),
}
