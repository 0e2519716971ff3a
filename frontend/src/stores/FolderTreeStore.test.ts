import { describe, expect, it } from '@jest/globals'
import type { FolderResource, Item, Resource } from '../../../backend/contract/resources.ts'
import { nameOf } from '../lib/paths.ts'
import { FolderTreeStore } from './FolderTreeStore.ts'

const item = (path: string, isDir: boolean): Item => ({
  path,
  name: nameOf(path),
  size: 0,
  extension: '',
  modified: '',
  mode: 0,
  isDir,
  isSymlink: false,
  type: '',
})
const TREE: Record<string, Item[]> = {
  '/': [item('/b', true), item('/a10', true), item('/a2', true), item('/file', false)],
  '/b': [item('/b/c', true)],
  '/b/c': [],
  '/a2': [],
}
const api = {
  get(path: string): Promise<Resource> {
    const folder: FolderResource = {
      ...item(path, true),
      items: TREE[path] ?? [],
      numDirs: 0,
      numFiles: 0,
      sorting: { by: 'name', asc: false },
    }
    return Promise.resolve(folder)
  },
}
const shown = (tree: FolderTreeStore) => tree.rows.map(({ path, depth }) => `${depth} ${path}`)

describe('choosing a folder', () => {
  it('shows the way to where the items are, folders only, numbers by value', async () => {
    const tree = new FolderTreeStore(api, '/b/c')
    await tree.start()
    expect(shown(tree)).toEqual(['0 /', '1 /a2', '1 /a10', '1 /b', '2 /b/c'])
  })
  it('goes up, down, in and out by the keyboard', async () => {
    const tree = new FolderTreeStore(api, '/')
    await tree.start()
    tree.step(3)
    expect(tree.active).toBe('/b')
    await tree.goIn()
    await tree.goIn()
    expect(tree.active).toBe('/b/c')
    tree.goOut()
    tree.goOut()
    expect([tree.active, tree.opened.has('/b')]).toEqual(['/b', false])
    tree.step(-Infinity)
    expect(tree.active).toBe('/')
    tree.step(Infinity)
    expect(tree.active).toBe('/b')
  })
  it('finds folders by a part of their name and keeps the choice on one that is seen', async () => {
    const tree = new FolderTreeStore(api, '/b/c')
    await tree.start()
    tree.setFilter('A1')
    expect(tree.rows.map(({ path }) => path)).toEqual(['/a10'])
    expect(tree.active).toBe('/a10')
  })
  it('tells of each which one it is of how many beside each other', async () => {
    const tree = new FolderTreeStore(api, '/b/c')
    await tree.start()
    const places = () => tree.rows.map(({ path, position, siblings }) => `${path} ${position}/${siblings}`)
    expect(places()).toEqual(['/ 1/1', '/a2 1/3', '/a10 2/3', '/b 3/3', '/b/c 1/1'])
    tree.setFilter('a')
    expect(places()).toEqual(['/a2 1/2', '/a10 2/2'])
  })
  it('knows which folders hold no others once it has looked', async () => {
    const tree = new FolderTreeStore(api, '/a2')
    await tree.start()
    expect(tree.rows.filter((row) => !row.mayHoldFolders).map(({ path }) => path)).toEqual(['/a2'])
  })
})
