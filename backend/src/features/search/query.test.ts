import { describe, expect, it } from '@jest/globals'
import { type Candidate, parseQuery } from './query.ts'

const file = (name: string, over: Partial<Candidate> = {}): Candidate => ({
  name,
  isFolder: false,
  size: 1,
  modified: new Date('2026-06-15T12:00:00Z'),
  ...over,
})
const fits = (query: string, entry: string | Candidate) =>
  parseQuery(query).fits(typeof entry === 'string' ? file(entry) : entry)

describe('a search query', () => {
  it('wants one of its words in the name, whatever the case or the marks', () => {
    expect(['Report.txt', 'my-REPORT', 'café'].map((name) => fits('report CAFE', name))).toEqual([true, true, true])
    expect(fits('report', 'other.txt')).toBe(false)
    expect(fits('e\u0301te\u0301', '\u00e9t\u00e9.txt')).toBe(true)
    expect(fits('Straße', 'straße.txt')).toBe(true)
  })

  it('takes quoted words as one term, also when it looks like a filter', () => {
    expect(['two words.txt', 'two.txt'].map((name) => fits('"two words"', name))).toEqual([true, false])
    expect(fits('"type:image"', 'type:image.txt')).toBe(true)
  })

  it('minds case where it is told to', () => {
    expect(['Report', 'report'].map((name) => fits('case:sensitive Report', name))).toEqual([true, false])
    expect(fits('case:insensitive Report', 'report')).toBe(true)
  })

  it('knows kinds by the ending, and any other word as an ending', () => {
    expect([
      fits('type:image', 'a.PNG'),
      fits('type:music', 'a.mp3'),
      fits('type:video', 'a.mp4'),
      fits('type:pdf', 'a.pdf'),
      fits('ext:.pdf', 'a.PDF'),
    ]).toEqual([true, true, true, true, true])
    expect([
      fits('type:image', 'image.txt'),
      fits('type:pdf', 'pdf'),
      fits('type:audio type:pdf', 'a.pdf'),
      fits('type:image may', 'a.png'),
    ]).toEqual([false, false, true, false])
  })

  it('compares sizes of files', () => {
    expect([
      fits('size:>10mb', file('a', { size: 11 * 1024 ** 2 })),
      fits('size:>10mb', file('a', { size: 10 * 1024 ** 2 })),
      fits('size:1.5k', file('a', { size: 1536 })),
    ]).toEqual([true, false, true])
    expect(fits('size:<1gb', file('a', { isFolder: true, size: 0 }))).toBe(false)
  })

  it('compares days', () => {
    expect([
      fits('after:2026-06-15', 'a'),
      fits('before:2026-06-15', 'a'),
      fits('after:2026-06-16', 'a'),
      fits('before:2026-06-16 after:2026-01-01', 'a'),
    ]).toEqual([true, false, false, true])
    expect(fits('after:2000-01-01', file('a', { modified: null }))).toBe(false)
  })

  it.each(['size:big', 'size:>10miles', 'after:yesterday', 'before:2026-13-45', 'before:2026-02-30'])(
    'refuses %s',
    (query) => {
      expect(() => parseQuery(query)).toThrow(expect.objectContaining({ code: 'badRequest' }))
    },
  )

  it('B5: looks for no word twice, nor for one that holds another', () => {
    expect(parseQuery('report a REPORT "my report" b a').terms).toEqual(['report', 'a', 'b'])
    expect([fits('report "my report"', 'report.txt'), fits('report "my report"', 'my.txt')]).toEqual([true, false])
  })

  it('B5: D12: has 32 words and 32 filters at most', () => {
    const many = (word: string, count: number) => Array.from({ length: count }, () => word).join(' ')
    expect([fits(many('a', 32), 'a'), fits(`${many('ext:pdf', 32)} a`, 'a.pdf')]).toEqual([true, true])
    const refused = (message: string) => expect.objectContaining({ code: 'badRequest', message })
    for (const query of [many('a', 33), many('"a b"', 33), many('a', 15_000)]) {
      expect(() => parseQuery(query)).toThrow(refused('more than 32 search words'))
    }
    for (const filter of ['ext:pdf', 'type:image', 'size:>1', 'after:2026-01-01', 'case:sensitive']) {
      expect(() => parseQuery(many(filter, 33))).toThrow(refused('more than 32 filters'))
    }
  })

  it('fits everything when nothing is asked for', () => expect(fits('', 'anything')).toBe(true))
})
