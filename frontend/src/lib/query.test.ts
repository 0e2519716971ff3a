import { describe, expect, it } from '@jest/globals'
import { kindsOf, spansOf, termsOf, toggleKind } from './query.ts'

const marked = (name: string, query: string) =>
  spansOf(name, termsOf(query)).map(({ start, end }) => name.slice(start, end))

describe('the words of a search in a name', () => {
  it('are marked whatever their case and marks', () => {
    expect(marked('Pumpkin soup, PUMP.md', 'pump')).toEqual(['Pump', 'PUMP'])
    expect(marked('Café au lait.txt', 'cafe')).toEqual(['Café'])
    expect(marked('Cafe\u0301s.txt', 'café')).toEqual(['Cafe\u0301'])
    expect(marked('🎃 Straße.txt', 'strasse')).toEqual([])
    expect(marked('🎃 Öl.txt', 'ol')).toEqual(['Öl'])
  })

  it('are marked as one where they touch or overlap', () => {
    expect(marked('heat pump.pdf', 'heat "t pu"')).toEqual(['heat pu'])
    expect(marked('\uFB01le.txt', 'f')).toEqual(['\uFB01'])
  })

  it('mind the case where they are told to, and leave filters out', () => {
    expect(marked('Report report', 'case:sensitive report')).toEqual(['report'])
    expect(marked('type:image pdf', 'type:image ext:pdf')).toEqual([])
    expect(marked('type:image pdf', '"type:image"')).toEqual(['type:image'])
  })
})

describe('the kinds of a search', () => {
  it('are read from it', () => {
    expect([...kindsOf('type:Image soup type:music "type:pdf"')]).toEqual(['image', 'audio'])
  })

  it('are put in and taken out, and the rest stays as it was', () => {
    expect(toggleKind('"slow  soup" ext:md', 'image')).toBe('type:image "slow  soup" ext:md')
    expect(toggleKind('type:music soup TYPE:audio', 'audio')).toBe('soup')
    expect(toggleKind('', 'pdf')).toBe('type:pdf')
  })
})
