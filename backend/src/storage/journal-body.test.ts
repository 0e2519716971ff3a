import { describe, expect, it } from '@jest/globals'
import type { ClosedOperation } from './journal-state.ts'
import { packBody, unpackBody } from './journal-body.ts'

const closed = (count: number): ClosedOperation[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index}-${'abcdef'.repeat(3)}`,
    kind: 'delete',
    src: `nido-anna/Fotos/Süden ${index}.jpg`,
    dst: null,
    isFile: true,
    since: index,
    how: 'done',
    closedAt: 1_700_000_000_000 + index,
  }))

describe('the records of the journal in its document', () => {
  it('come back as they were, few or many', () => {
    for (const count of [0, 1, 3, 4, 5, 200]) {
      const records = { ops: [], closed: closed(count) }
      expect(unpackBody(packBody(records))).toEqual(records)
    }
  })

  it('are a fifth as long when there are many', () => {
    const records = { ops: [], closed: closed(200) }
    expect(packBody(records).length * 5).toBeLessThan(JSON.stringify(records).length)
  })

  it('are read where they stand as plain JSON', () => {
    const records = { ops: [], closed: closed(30) }
    expect(unpackBody(JSON.stringify(records))).toEqual(records)
  })

  it('are never guessed at', () => {
    expect(() => unpackBody('nothing of ours')).toThrow(/invalid|unexpected/)
  })
})
