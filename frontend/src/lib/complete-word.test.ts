import { describe, expect, it } from '@jest/globals'
import { commonBeginning, quoteWord, typedWord } from './complete-word.ts'

describe('the word that is being typed', () => {
  it.each([
    ['', { start: 0, folder: '', name: '', isCommand: true }],
    ['l', { start: 0, folder: '', name: 'l', isCommand: true }],
    ['ls no', { start: 3, folder: '', name: 'no', isCommand: false }],
    ['ls ', { start: 3, folder: '', name: '', isCommand: false }],
    ['cat notes/to', { start: 4, folder: 'notes/', name: 'to', isCommand: false }],
    ['cat /a/', { start: 4, folder: '/a/', name: '', isCommand: false }],
    ['cat two\\ wo', { start: 4, folder: '', name: 'two wo', isCommand: false }],
    ['cat "two wo', { start: 4, folder: '', name: 'two wo', isCommand: false }],
    ['cat a | gr', { start: 8, folder: '', name: 'gr', isCommand: true }],
    ['cat a |gr', { start: 7, folder: '', name: 'gr', isCommand: true }],
    ['cat < in', { start: 6, folder: '', name: 'in', isCommand: false }],
    ['echo a > ou', { start: 9, folder: '', name: 'ou', isCommand: false }],
    ['cat a\\', { start: 4, folder: '', name: 'a', isCommand: false }],
    ['cat "it\'s" | gr', { start: 13, folder: '', name: 'gr', isCommand: true }],
    ['  l', { start: 2, folder: '', name: 'l', isCommand: true }],
  ])('of %j', (text, word) => expect(typedWord(text)).toEqual(word))
})

describe('completing it', () => {
  it('goes as far as all names agree', () =>
    expect([
      commonBeginning(['notes', 'note 1', 'not']),
      commonBeginning(['a😀b', 'a😁b']),
      commonBeginning(['x']),
      commonBeginning([]),
    ]).toEqual(['not', 'a', 'x', '']))
  it('writes a name so that it stays one word', () => {
    expect([
      quoteWord('two words.txt'),
      quoteWord('a"b\'c*d?[e]'),
      quoteWord('$(x);|&<>`~'),
      quoteWord('Öl-1_2.md'),
      quoteWord('a\\b'),
    ]).toEqual([
      'two\\ words.txt',
      'a\\"b\\\'c\\*d\\?\\[e\\]',
      '\\$\\(x\\)\\;\\|\\&\\<\\>\\`\\~',
      'Öl-1_2.md',
      'a\\\\b',
    ])
  })
})
