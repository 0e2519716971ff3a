import { describe, expect, it } from '@jest/globals'
import { hookTrouble, hookTroubles } from './hook-troubles.ts'

describe('the line of a hook', () => {
  it.each([
    '',
    '  ',
    'cp $FILE /Backup',
    'md5sum "$FILE" > /sums.txt',
    'cat < $FILE | grep -i "a b" | wc -l > /n',
    "echo it\\'s",
    'touch /done &',
    'echo a;b && c',
    "echo 'a | b > c'",
    'echo a2 > /x',
  ])('can be %p', (line) => {
    expect(hookTrouble(line)).toBeNull()
  })
  it.each([
    ['echo "open', 'quote'],
    ["echo it's", 'quote'],
    ['echo \\', 'backslash'],
    ['echo a >> /log', 'operator'],
    ['cat << end', 'operator'],
    ['ls 2> /x', 'operator'],
    ['ls |& wc', 'operator'],
    ['echo a >', 'file'],
    ['cat < | wc', 'file'],
    ['echo a > /x | wc', 'place'],
    ['ls | cat < /x', 'place'],
    ['echo a > /x > /y', 'place'],
    ['| wc', 'missing'],
    ['ls | | wc', 'missing'],
    ['> /x', 'missing'],
    ['ls |', 'missing'],
    ['&', 'missing'],
    ['curl http://x', 'unknown'],
    ['ls | sh', 'unknown'],
    ['$FILE', 'unknown'],
  ])('cannot be %p: %s', (line, trouble) => {
    expect(hookTrouble(line)).toBe(trouble)
  })
  it('is named by its number', () =>
    expect([...hookTroubles('ls\n\nnope\necho "')]).toEqual([
      [3, 'unknown'],
      [4, 'quote'],
    ]))
})
