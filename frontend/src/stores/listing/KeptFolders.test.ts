import { describe, expect, it } from '@jest/globals'
import type { FolderResource } from '../../../../backend/contract/resources.ts'
import { makeItem } from '../test-root.ts'
import { KeptFolders } from './KeptFolders.ts'

const folder = (path: string, count = 1) =>
  ({ path, isDir: true, items: Array.from({ length: count }, (_, at) => makeItem(`${path}/${at}`)) }) as FolderResource

// Without a database, so only the memory is used.
const open = () => new KeptFolders(undefined)

describe('folders that are kept', () => {
  it('are found again by the person who saw them, and by nobody else', async () => {
    const kept = open()
    kept.put({ owner: 1, path: '/a' }, folder('/a'))
    expect((await kept.get({ owner: 1, path: '/a' }))?.folder.path).toBe('/a')
    expect(await kept.get({ owner: 2, path: '/a' })).toBeNull()
    await kept.flush()
  })
  it('of others go when somebody else signs in, and all when somebody signs out', async () => {
    const kept = open()
    kept.put({ owner: 1, path: '/a' }, folder('/a'))
    kept.put({ owner: 2, path: '/a' }, folder('/a'))
    await kept.keepOnly(2)
    expect([await kept.get({ owner: 1, path: '/a' }), (await kept.get({ owner: 2, path: '/a' }))?.owner]).toEqual([
      null,
      2,
    ])
    await kept.keepOnly(null)
    expect(await kept.get({ owner: 2, path: '/a' })).toBeNull()
    await kept.flush()
  })
  it('are the last fifty, and none with thousands of items', async () => {
    const kept = open()
    for (let at = 0; at <= 50; at += 1) kept.put({ owner: 1, path: `/${at}` }, folder(`/${at}`))
    kept.put({ owner: 1, path: '/long' }, folder('/long', 2001))
    const has = async (path: string) => (await kept.get({ owner: 1, path })) !== null
    expect([await has('/0'), await has('/1'), await has('/50'), await has('/long')]).toEqual([false, true, true, false])
    await kept.flush()
  })
})
