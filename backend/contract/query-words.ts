// How both sides read what is searched for. Without schemas, for the page.

export type SearchFilter = 'case' | 'type' | 'ext' | 'size' | 'after' | 'before'

/** One word of a query. What stands in double quotes is one word with its spaces, and never a filter. */
export interface QueryWord {
  /** As it was typed, with its quotes. */
  raw: string
  /** What is looked for in names, where it is no filter. */
  text: string
  filter: SearchFilter | null
  /** The filter's value as it was typed; '' without one. */
  value: string
}

const WORD = /"([^"]*)"|(\S+)/g
const FILTER = /^(case|type|ext|size|after|before):(\S+)$/i

/** The words of a query in their order; empty quotes are none. */
export function queryWords(query: string): QueryWord[] {
  return [...query.matchAll(WORD)].flatMap(([raw, quoted, plain]) => {
    const text = quoted ?? plain ?? ''
    if (text === '') return []
    const [, key, value] = (quoted === undefined ? FILTER.exec(text) : null) ?? []
    return [{ raw, text, filter: key === undefined ? null : (key.toLowerCase() as SearchFilter), value: value ?? '' }]
  })
}
