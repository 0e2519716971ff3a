import { describe, expect, it } from '@jest/globals'
import { createLineReader } from './lines.ts'

function linesOf(chunks: (string | Buffer)[], max = 10): string[] {
  const lines: string[] = []
  const reader = createLineReader(max, (line) => lines.push(line))
  for (const chunk of chunks) reader.add(Buffer.from(chunk))
  reader.end()
  return lines
}

describe('lines', () => {
  it('are told one by one, however they come', () => {
    expect(linesOf(['a\nb', 'c\n', '\nd'])).toEqual(['a', 'bc', '', 'd'])
    expect(linesOf([])).toEqual([])
    const bytes = Buffer.from('é\nü')
    expect(linesOf([...bytes].map((byte) => Buffer.of(byte)))).toEqual(['é', 'ü'])
  })

  it('are left out where they are too long, and the next ones are not', () => {
    expect(linesOf([`${'a'.repeat(11)}\nb\n`, 'c'.repeat(6), 'd'.repeat(6), '\ne'])).toEqual(['b', 'e'])
    expect(linesOf(['a'.repeat(10), '\n'])).toEqual(['a'.repeat(10)])
    expect(linesOf(['a'.repeat(20)])).toEqual([])
  })
})
