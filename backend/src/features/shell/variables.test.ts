import { describe, expect, it } from '@jest/globals'
import { parseLine } from '../../../contract/shell-line.ts'
import { fillIn } from './variables.ts'
import { textOf } from '../../../contract/shell-words.ts'

const told = (line: string, variables?: Record<string, string>) => {
  const { stages, input, output } = variables ? fillIn(parseLine(line), variables) : parseLine(line)
  return {
    stages: stages.map(({ name, words }) => [name, ...words.map(textOf)]),
    input: input && textOf(input),
    output: output && textOf(output),
  }
}

describe('reading a line', () => {
  it('finds commands, what they read and where they write', () => {
    expect(told('ls -l')).toEqual({ stages: [['ls', '-l']], input: null, output: null })
    expect(told('sort < in.txt | head -n 1 | wc > "out file"')).toEqual({
      stages: [['sort'], ['head', '-n', '1'], ['wc']],
      input: 'in.txt',
      output: 'out file',
    })
    expect(told('> out echo a < in b')).toEqual({ stages: [['echo', 'a', 'b']], input: 'in', output: 'out' })
  })

  it.each([
    [''],
    ['|'],
    ['ls |'],
    ['| ls'],
    ['ls || wc'],
    ['ls >'],
    ['ls > | wc'],
    ['> a'],
    ['ls > a > b'],
    ['cat < a < b'],
    ['ls > a | wc'],
    ['ls | wc < a'],
  ])('refuses %j', (line) => {
    expect(() => parseLine(line)).toThrow(/^(?:missing|place|file)/)
  })
})

describe('putting variables in', () => {
  const variables = { FILE: '/a $(id); "b" | c > d *.txt', USERNAME: 'ann', EMPTY: '' }

  it('does so after splitting: a value is one word whatever it holds, and never read again', () => {
    expect(told('echo $FILE ${USERNAME}s x$USERNAME.y $EMPTY $NOBODY', variables)).toEqual({
      stages: [['echo', variables.FILE, 'anns', 'xann.y', '', '']],
      input: null,
      output: null,
    })
    expect(told('md5sum < $FILE > $FILE.md5', variables)).toMatchObject({
      input: variables.FILE,
      output: `${variables.FILE}.md5`,
    })
    expect(told('echo $USERNAME', { USERNAME: '$FILE', FILE: 'x' }).stages).toEqual([['echo', '$FILE']])
  })

  it('makes no pattern and no option of a value', () => {
    const [stage] = fillIn(parseLine('rm $FILE'), { FILE: '-rf *' }).stages
    expect(stage?.words).toEqual([[{ text: '-rf *', isQuoted: true, isValue: true }]])
  })

  it('leaves the names of commands alone, and a sign before nothing', () => {
    expect(told('$USERNAME $ $1 $$', variables).stages).toEqual([['$USERNAME', '$', '$1', '$$']])
  })

  it('takes nothing from what every object has', () =>
    expect(told('echo $constructor $__proto__', variables).stages).toEqual([['echo', '', '']]))
})
