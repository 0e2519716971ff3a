import { describe, expect, it } from '@jest/globals'
import type { ImportFile } from '../../../backend/contract/imports.ts'
import { openAtFirst, rowsOfTree } from './file-tree.ts'

const files = (...paths: string[]): ImportFile[] =>
  paths.map((path, index) => ({ path, size: index + 1, downloaded: 0, wanted: true, done: false }))

describe('the files of a torrent as a tree', () => {
  const torrent = files('a/1.txt', 'readme', 'a/b/2.txt', 'a/3.txt')

  it('has folders before files, with what is in them', () =>
    expect(rowsOfTree(torrent, new Set(['a', 'a/b']))).toEqual([
      { path: 'a', name: 'a', depth: 0, size: 8, file: null, files: [2, 0, 3] },
      { path: 'a/b', name: 'b', depth: 1, size: 3, file: null, files: [2] },
      { path: 'a/b/2.txt', name: '2.txt', depth: 2, size: 3, file: 2, files: [2] },
      { path: 'a/1.txt', name: '1.txt', depth: 1, size: 1, file: 0, files: [0] },
      { path: 'a/3.txt', name: '3.txt', depth: 1, size: 4, file: 3, files: [3] },
      { path: 'readme', name: 'readme', depth: 0, size: 2, file: 1, files: [1] },
    ]))

  it('shows nothing of closed folders', () =>
    expect(rowsOfTree(torrent, new Set()).map(({ name }) => name)).toEqual(['a', 'readme']))

  it('is open at first, if it is not long', () => {
    expect(openAtFirst(torrent)).toEqual(new Set(['a', 'a/b']))
    expect(openAtFirst(torrent, 3)).toEqual(new Set(['a']))
    expect(openAtFirst(files('a/1', 'b/2', 'b/3'), 2)).toEqual(new Set())
  })

  it('takes names like those of an object for names', () =>
    expect(rowsOfTree(files('__proto__/constructor'), new Set(['__proto__'])).map(({ name }) => name)).toEqual([
      '__proto__',
      'constructor',
    ]))
})
