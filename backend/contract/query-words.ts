// How both sides parse a search text. Without schemas, so that the page can import it.

export type SearchFilter = 'case' | 'type' | 'ext' | 'size' | 'after' | 'before'

/** One word of a search text. Double quotes keep spaces together; a quoted text is never a filter. */
export interface QueryWord {
  /** As it was typed, with its quotes. */
  raw: string
  /** The text to find in names, if it is no filter. */
  text: string
  filter: SearchFilter | null
  /** The filter's value as it was typed; '' if it is no filter. */
  value: string
}

const WORD = /"([^"]*)"|(\S+)/g
const FILTER = /^(case|type|ext|size|after|before):(\S+)$/i

/** The words of a search text, in their order; empty quotes count as none. */
export function queryWords(query: string): QueryWord[] {
  return [...query.matchAll(WORD)].flatMap(([raw, quoted, plain]) => {
    const text = quoted ?? plain ?? ''
    if (text === '') return []
    const [, key, value] = (quoted === undefined ? FILTER.exec(text) : null) ?? []
    return [{ raw, text, filter: key === undefined ? null : (key.toLowerCase() as SearchFilter), value: value ?? '' }]
  })
}
