import { describe, expect, it } from '@jest/globals'
import { splitLine, textOf } from '../../../contract/shell-words.ts'

const wordsIn = (line: string) =>
  splitLine(line).map((token) => (token.kind === 'word' ? textOf(token.word) : { operator: token.operator }))
const quotedIn = (line: string) =>
  splitLine(line).flatMap((token) =>
    token.kind === 'word' ? token.word.filter(({ isQuoted }) => isQuoted).map(({ text }) => text) : [],
  )

describe('splitting a line into words', () => {
  it.each<[string, string[]]>([
    ['ls', ['ls']],
    ['  ls   -l\t/a  ', ['ls', '-l', '/a']],
    ['echo a\nb', ['echo', 'a', 'b']],
    ['echo "a b" c', ['echo', 'a b', 'c']],
    ['echo \'a "b" \\n\'', ['echo', 'a "b" \\n']],
    ['echo "a \'b\' \\" \\\\ \\$ \\` \\n"', ['echo', "a 'b' \" \\ $ ` \\n"]],
    ['echo a\\ b \\"c\\" \\\\', ['echo', 'a b', '"c"', '\\']],
    ['echo a"b c"d\'e f\'', ['echo', 'ab cde f']],
    ['echo "" \'\' x', ['echo', '', '', 'x']],
    ['echo a\\\nb "c\\\nd"', ['echo', 'ab', 'cd']],
    ['echo \\😀x', ['echo', '😀x']],
    ['', []],
    ['  \n ', []],
  ])('%j', (line, words) => expect(wordsIn(line)).toEqual(words))

  it.each<[string, string[]]>([
    ['ls;id', ['ls;id']],
    ['ls && id', ['ls', '&&', 'id']],
    ['echo $(id) `id` $HOME ${x}', ['echo', '$(id)', '`id`', '$HOME', '${x}']],
    ['echo a &', ['echo', 'a', '&']],
    ['echo {a,b} ~ # no comment', ['echo', '{a,b}', '~', '#', 'no', 'comment']],
  ])('leaves what other shells would run as text: %j', (line, words) => expect(wordsIn(line)).toEqual(words))

  it('knows pipes and redirections, with or without room around them', () => {
    const words = ['cat', { operator: '<' }, 'a', { operator: '|' }, 'wc', '-l', { operator: '>' }, 'b']
    expect([wordsIn('cat < a | wc -l > b'), wordsIn('cat<a|wc -l>b')]).toEqual([words, words])
    expect(wordsIn('echo "a|b" \'<\' \\>')).toEqual(['echo', 'a|b', '<', '>'])
  })

  it('tells what was quoted, so that it is no pattern', () =>
    expect(quotedIn('ls "*" \\? [\'a\']*')).toEqual(['*', '?', 'a']))

  it.each([['echo "a'], ["echo 'a"], ['echo "a\\"'], ['echo a\\']])('refuses what is not closed: %j', (line) =>
    expect(() => splitLine(line)).toThrow(/quote|backslash/),
  )
  it.each([['a >> b'], ['a << b'], ['a 2> b'], ['a >& b'], ['a 2>&1'], ['a <> b'], ['a |& b']])(
    'refuses what means something else elsewhere: %j',
    (line) => expect(() => splitLine(line)).toThrow(/^operator/),
  )
  it('takes a number for a number where it stands alone', () =>
    expect(wordsIn('head -n 2 > b')).toEqual(['head', '-n', '2', { operator: '>' }, 'b']))
})
