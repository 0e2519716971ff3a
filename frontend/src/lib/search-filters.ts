import type { TranslationKey } from '../i18n/message.ts'

/** The filters of a search, as an example and in words, for its start screen and for the help. */
export const SEARCH_FILTERS: readonly { example: string; label: TranslationKey }[] = [
  { example: '"two words"', label: 'search.filter.quotes' },
  { example: 'type:image', label: 'search.filter.type' },
  { example: 'ext:pdf', label: 'search.filter.ext' },
  { example: 'size:>10mb', label: 'search.filter.size' },
  { example: 'after:2026-01-31', label: 'search.filter.after' },
  { example: 'before:2026-01-31', label: 'search.filter.before' },
  { example: 'case:sensitive', label: 'search.filter.case' },
]
