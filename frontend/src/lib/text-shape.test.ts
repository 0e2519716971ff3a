import { describe, expect, it } from '@jest/globals'
import { textShapeOf } from './text-shape.ts'

describe('the shape of a text', () => {
  it.each([
    ['a\nb\n', '\n', false],
    ['a\r\nb\r\n', '\r\n', false],
    ['a\rb', '\r', false],
    ['a\r\nb\r\nc\n', '\r\n', true],
    ['', '\n', false],
  ])('has the line ending of most lines: %j', (text, ending, isMixed) =>
    expect(textShapeOf(text)).toMatchObject({ ending, isMixed }),
  )

  it.each([
    ['a:\n  b:\n    c\n  d\n', '  '],
    ['function f() {\n    if (x) {\n        y()\n    }\n}\n', '    '],
    ['all:\n\techo\n\techo\n', '\t'],
    ['no indentation\nat all', '  '],
    ['/*\n * a comment\n */\nf {\n\tx\n}\n', '\t'],
  ])('has the indentation of its lines: %j', (text, indent) => expect(textShapeOf(text).indent).toBe(indent))
})
