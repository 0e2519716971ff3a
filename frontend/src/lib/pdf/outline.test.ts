import { describe, expect, it } from '@jest/globals'
import { headingsOf } from './outline.ts'

describe('the outline of a PDF', () => {
  it('is a list in the order of the file, each heading with its level', () => {
    const part = { title: ' Part ', dest: 'a', items: [{ title: 'Chapter', dest: null, items: [] }] }
    expect(headingsOf([part, { title: 'End', dest: 'z', items: [] }])).toEqual([
      { title: 'Part', level: 0, target: 'a' },
      { title: 'Chapter', level: 1, target: null },
      { title: 'End', level: 0, target: 'z' },
    ])
    expect(headingsOf(null)).toEqual([])
  })

  it('has an end, whatever a file says', () => {
    const self: { title: string; dest: null; items: unknown[] } = { title: 'again', dest: null, items: [] }
    self.items.push(self)
    expect(headingsOf([self as never])).toHaveLength(9)
    expect(headingsOf(Array.from({ length: 5_000 }, () => ({ title: '', dest: null, items: [] })))).toHaveLength(2_000)
  })
})
