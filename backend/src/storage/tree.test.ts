import { describe, expect, it } from '@jest/globals'
import type { Listed } from './listing-page.ts'
import { treeOf } from './tree.ts'

const listed = (key: string): Listed => ({
  key,
  version: 'v',
  isMarker: false,
  size: 1,
  etag: 'e',
  lastModified: new Date(0),
  metadata: {},
  contentType: '',
})
const namesOf = async (keys: string[], prefix = '') => {
  const names: string[] = []
  for await (const entry of treeOf(keys.map(listed), prefix))
    names.push(entry.kind === 'folder' ? `${entry.relative}/` : entry.relative)
  return names
}

describe('a listing told as a tree', () => {
  it('names each folder once, before what is in it, with and without a marker', async () => {
    expect(await namesOf(['a-b', 'a/', 'a/b/c.txt', 'a/b/d.txt', 'a/e.txt', 'f/g/h.txt'])).toEqual([
      'a-b',
      'a/',
      'a/b/',
      'a/b/c.txt',
      'a/b/d.txt',
      'a/e.txt',
      'f/',
      'f/g/',
      'f/g/h.txt',
    ])
  })

  it('tells names from the folder it was asked for, which is not among them', async () => {
    expect(await namesOf(['box/', 'box/a.txt', 'box/empty/'], 'box/')).toEqual(['a.txt', 'empty/'])
  })

  it('tells folders of one name in different places apart', async () => {
    expect(await namesOf(['x/s/1', 'y/s/2', 'z/s/', 'z/t/'])).toEqual([
      'x/',
      'x/s/',
      'x/s/1',
      'y/',
      'y/s/',
      'y/s/2',
      'z/',
      'z/s/',
      'z/t/',
    ])
  })
})
