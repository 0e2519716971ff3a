import { describe, expect, it } from '@jest/globals'
import { parseCount, parseOptions } from './arguments.ts'

const typed = (...texts: string[]) => texts.map((text) => ({ text, mayBeOption: true }))
const known = { flags: 'lah', values: 'n', long: { all: 'a', lines: 'n' } }

describe('options', () => {
  it('are found among operands, joined or apart, short or long', () => {
    const options = parseOptions(typed('-la', 'x', '-n', '5', '--all', 'y'), known)
    expect([['l', 'a', 'h'].map(options.has), options.value('n'), options.operands]).toEqual([
      [true, true, false],
      '5',
      ['x', 'y'],
    ])
    expect([
      parseOptions(typed('-n5'), known).value('n'),
      parseOptions(typed('-ln', '-3'), known).value('n'),
      parseOptions(typed('--lines=7'), known).value('n'),
    ]).toEqual(['5', '-3', '7'])
  })
  it('end at two dashes; a dash alone is none', () =>
    expect(parseOptions(typed('-', '--', '-l', '--all'), known).operands).toEqual(['-', '-l', '--all']))
  it('are never what a pattern found or a variable holds', () => {
    const options = parseOptions(
      [
        { text: '-l', mayBeOption: false },
        { text: '--all', mayBeOption: false },
      ],
      known,
    )
    expect([options.has('l'), options.has('a'), options.operands]).toEqual([false, false, ['-l', '--all']])
  })
  it.each([['-x'], ['--none'], ['--constructor'], ['-n']])('refuses %s', (text) =>
    expect(() => parseOptions(typed(text), known)).toThrow(/unknown option|needs a value/),
  )
  it('reads counts, and nothing else as one', () => {
    expect(parseCount('12')).toBe(12)
    for (const text of ['', '-1', '1.5', 'x', '0x10', '9'.repeat(20)])
      expect(() => parseCount(text)).toThrow('is not a number')
  })
})
