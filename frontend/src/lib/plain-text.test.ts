import { describe, expect, it } from '@jest/globals'
import { plainText } from './plain-text.ts'

describe('a line for the terminal', () => {
  it.each([
    ['\u001b[31mred\u001b[0m plain', 'red plain'],
    ['\u001b[1;38;5;200mx\u001b[?25l', 'x'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]52;c;c2VjcmV0\u001b\\text', 'text'],
    ['\u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007', 'link'],
    ['a\u001bcb\u001b(Bc', 'abc'],
    ['a\u009b31mb', 'a31mb'],
    ['a\rb\bc\u0000d\u007f', 'abcd'],
    ['tab\tstays, é 😀 too', 'tab\tstays, é 😀 too'],
    ['open \u001b[', 'open '],
  ])('%j is shown as %j', (line, shown) => expect(plainText(line)).toBe(shown))
})
