import { describe, expect, it } from '@jest/globals'
import { place } from '../paths.ts'
import type { FileStat } from '../types.ts'
import { LearntFiles } from './learnt-files.ts'

const STAT: FileStat = {
  kind: 'file',
  size: 3,
  modified: new Date(5),
  etag: 'e',
  contentType: '',
  version: 'v',
  contentId: 'c',
}
const FACTS = { size: 3, modified: 5, etag: 'e' }
const at = (path: string) => place('nido-ann', path)

function learnt(...paths: string[]): LearntFiles {
  const files = new LearntFiles()
  for (const path of paths) files.keep(at(path), STAT)
  return files
}

describe('C8: what was told of a file', () => {
  it('is good while its facts are the same', () => {
    const files = learnt('a')
    expect(files.find(at('a'), FACTS)).toBe(STAT)
    for (const other of [{ size: 4 }, { modified: 6 }, { etag: 'f' }])
      expect(files.find(at('a'), { ...FACTS, ...other })).toBeNull()
    expect(files.find(at('b'), FACTS)).toBeNull()
  })
  it('is forgotten when anything is heard of the file, though it looks the same', () => {
    const files = learnt('a', 'b')
    files.forget(at('a'))
    expect([files.find(at('a'), FACTS), files.find(at('b'), FACTS)]).toEqual([null, STAT])
  })
  it('stays when the event of its own making comes late', () => {
    const files = learnt('a')
    files.hear(at('a'), { kind: 'created', version: 'v' })
    expect(files.find(at('a'), FACTS)).toBe(STAT)
    for (const event of [
      { kind: 'created', version: 'w' },
      { kind: 'created', version: '' },
      { kind: 'covered', version: 'v' },
      { kind: 'removed', version: 'v' },
    ] as const) {
      files.keep(at('a'), STAT)
      files.hear(at('a'), event)
      expect(files.find(at('a'), FACTS)).toBeNull()
    }
  })
  it('is forgotten with a folder above it, and not with a sibling', () => {
    const files = learnt('a/b', 'ab', 'c')
    files.forgetAll(['nido-ann/a', 'nido-ann/c/d'])
    expect([files.find(at('a/b'), FACTS), files.find(at('ab'), FACTS), files.find(at('c'), FACTS)]).toEqual([
      null,
      STAT,
      null,
    ])
  })
})
