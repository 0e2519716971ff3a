import { describe, expect, it } from '@jest/globals'
import { pluralFormOf, hasWiderOne, withOnes } from './plural-forms.ts'

describe('plural forms that mean more than one', () => {
  it('are those of languages that count 0 or 21 as one', () => {
    const wide = ['de', 'en', 'es', 'fr', 'is', 'ja', 'pt-PT', 'pt-BR', 'ru', 'pl'].filter(hasWiderOne)
    expect(wide).toEqual(['fr', 'is', 'pt-BR', 'ru'])
  })

  it('have a form of their own, for all numbers but 1', () => {
    expect([
      pluralFormOf('_one', 1),
      pluralFormOf('_one', 21),
      pluralFormOf('_one', 0),
      pluralFormOf('_few', 2),
    ]).toEqual(['_one', '_ones', '_ones', '_few'])
  })

  it('take it from the text for one where that says the number', () => {
    const texts = { files: { left_one: '{{count, number}} файл', left_other: '…', title_one: '{{name}}' }, open: '…' }
    expect(withOnes(texts)).toEqual({
      files: { ...texts.files, left_ones: '{{count, number}} файл' },
      open: '…',
    })
    expect(withOnes({ a_one: '{{count}}', a_ones: 'own' })).toEqual({ a_one: '{{count}}', a_ones: 'own' })
  })
})
