import { describe, expect, it } from '@jest/globals'
import { nameTrouble } from './name-trouble.ts'

const free = () => false

describe('looking at a name while it is typed', () => {
  it('has nothing against ordinary names, whatever their letters', () => {
    expect(['a.txt', 'Größe 50 %', '日本', '.hidden', 'a\\b'].map((name) => nameTrouble(name, free))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
  it('says what is wrong', () => {
    expect(['a/b', '..', 'a\tb', 'é'.repeat(128)].map((name) => nameTrouble(name, free))).toEqual([
      'slash',
      'dots',
      'control',
      'long',
    ])
  })
  it('says that a name is taken', () => {
    expect(nameTrouble('a', (name) => name === 'a')).toBe('taken')
  })
})
