// What of several replaced versions belongs in the note of an action, in the order in which they were replaced.
import { describe, expect, it } from '@jest/globals'
import { beginNote, type GrowingNote, type Replaced, sortedFor } from './growing-note.ts'
import { place } from './paths.ts'

const replaced = (path: string, version: string, write: string, writtenBy?: string): Replaced => ({
  at: place('bucket', path),
  by: { userId: 1, username: 'ann' },
  shown: `/${path}`,
  version,
  size: 1,
  writtenBy,
  successor: write,
})
const versions = (note: GrowingNote | undefined, all: Replaced[]) => {
  const { fresh, between, rest } = sortedFor(note, all)
  return [fresh, between, rest].map((some) => some.map(({ version }) => version).join(' '))
}
/** A note that has version `a1` of the file `a`, which the write `w1` has replaced. */
function noteOfA(): GrowingNote {
  const note = beginNote('note', 0, replaced('a', 'a1', 'w1'))
  note.keys.set('a', 'a1')
  note.writes.add('w1')
  return note
}

describe('what a note takes', () => {
  it('has the first version of each file, and apart what the action has written itself', () => {
    const saves = [replaced('a', 'a1', 'w1'), replaced('b', 'b1', 'w2'), replaced('a', 'a2', 'w3', 'w1')]
    expect(versions(undefined, saves)).toEqual(['a1 b1', 'a2', ''])
    expect(versions(noteOfA(), [replaced('a', 'a2', 'w2', 'w1'), replaced('a', 'a3', 'w3', 'w2')])).toEqual([
      '',
      'a2 a3',
      '',
    ])
  })

  it('ends where somebody else has written in between', () => {
    const saves = [replaced('a', 'a2', 'w2', 'w1'), replaced('a', 'x', 'w3', 'foreign'), replaced('b', 'b1', 'w4')]
    expect(versions(noteOfA(), saves)).toEqual(['', 'a2', 'x b1'])
  })

  it('has a version again that is on top again', () => {
    expect(versions(noteOfA(), [replaced('a', 'a1', 'w2')])).toEqual(['a1', '', ''])
  })
})
