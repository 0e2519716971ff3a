import { describe, expect, it } from '@jest/globals'
import type { Item } from '../../../backend/contract/resources.ts'
import { makeFolder, makeItem, problem, testRoot } from './test-root.ts'

const shared = (path: string, items: Item[]) =>
  Response.json({
    ...makeFolder(path),
    name: path === '/' ? 'box' : path.slice(1),
    items,
    numDirs: 0,
    numFiles: items.length,
    sorting: { by: 'name', asc: false },
    sharedName: 'box',
    expire: 0,
  })
const file = (path: string, over: Partial<Item> = {}) =>
  Response.json({ ...makeItem(path, over), sharedName: 'box', expire: 0 })

describe('a guest', () => {
  it('opens a folder, and a file in it without asking again', async () => {
    const { root, calls } = testRoot(() => shared('/', [makeItem('/a.txt'), makeItem('/b.txt'), makeFolder('/sub')]))
    await root.guest.open('h', '/')
    await root.guest.open('h', '/b.txt')
    expect([root.guest.opened?.name, root.guest.previous?.name, root.guest.next, root.guest.rootName]).toEqual([
      'b.txt',
      'a.txt',
      null,
      'box',
    ])
    await root.guest.open('h', '/')
    expect([root.guest.opened, root.guest.folders.length]).toEqual([null, 1])
    expect(calls).toEqual(['GET /api/public/share/h'])
  })

  it('who comes by the address of a file in a folder sees the folder around it', async () => {
    const { root, calls } = testRoot((call) =>
      call.endsWith('/b.txt') ? file('/sub/b.txt') : shared('/sub', [makeItem('/sub/b.txt')]),
    )
    await root.guest.open('h', '/sub/b.txt')
    expect([root.guest.opened?.path, root.guest.folder?.path, root.guest.rootName]).toEqual([
      '/sub/b.txt',
      '/sub',
      'box',
    ])
    expect(calls).toEqual(['GET /api/public/share/h/sub/b.txt', 'GET /api/public/share/h/sub'])
  })

  it('sees a file that is shared by itself', async () => {
    const { root } = testRoot(() => file('', { name: 'a.txt' }))
    await root.guest.open('h', '/')
    expect([root.guest.file?.name, root.guest.folder, root.guest.downloadUrl]).toEqual([
      'a.txt',
      null,
      '/api/public/dl/h',
    ])
  })

  it('is asked for a password until one opens, and goes on by the token', async () => {
    const tokens: (string | null)[] = []
    let opens = false
    const { root } = testRoot((_, query) => {
      tokens.push(query.get('token'))
      return opens
        ? Response.json({
            ...makeFolder('/'),
            name: 'box',
            items: [],
            numDirs: 0,
            numFiles: 0,
            sorting: { by: 'name', asc: false },
            sharedName: 'box',
            expire: 0,
            token: 't1',
          })
        : problem(401, 'passwordNeeded')
    })
    await root.guest.open('h', '/')
    expect([root.guest.state, root.guest.isWrong]).toEqual(['locked', false])
    await root.guest.unlock('wrong', '/')
    expect([root.guest.state, root.guest.isWrong]).toEqual(['locked', true])
    opens = true
    await root.guest.unlock('right', '/')
    expect([root.guest.state, root.guest.downloadUrl]).toEqual(['ready', '/api/public/dl/h?algo=zip&token=t1'])
    await root.guest.open('h', '/sub')
    expect(tokens).toEqual([null, null, null, 't1'])
    // The owner of this browser's session stays signed in whatever a link answers.
    expect(root.session.user).not.toBeNull()
  })

  it('is told what opens nothing', async () => {
    const { root } = testRoot(() => problem(404, 'notFound'))
    await root.guest.open('h', '/')
    expect([root.guest.state, root.guest.error?.code]).toEqual(['failed', 'notFound'])
  })

  it('takes one file as it is, several as an archive, and all without naming them', async () => {
    const { root } = testRoot(() => shared('/', [makeItem('/a, b.txt'), makeItem('/c.txt'), makeFolder('/sub')]))
    await root.guest.open('h', '/')
    const { guest } = root
    expect(guest.selectionUrl).toBeNull()
    guest.toggle('a, b.txt')
    expect(guest.selectionUrl).toBe('/api/public/dl/h/a%2C%20b.txt')
    guest.toggle('sub')
    expect(guest.selectionUrl).toBe('/api/public/dl/h?algo=zip&files=a%252C%2520b.txt%2Csub')
    guest.toggleAll()
    expect([guest.isAllSelected, guest.selectionUrl]).toEqual([true, '/api/public/dl/h?algo=zip'])
    guest.toggleAll()
    expect(guest.selected.size).toBe(0)
  })
})
