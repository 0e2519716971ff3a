import { describe, expect, it } from '@jest/globals'
import type { Item } from '../../../backend/contract/resources.ts'
import { createGuestApi } from '../api/guest.ts'
import { GuestStore } from './GuestStore.ts'
import { type Answer, makeFolderItem, makeItem, problem, testRoot } from './test-root.ts'

const shared = (path: string, items: Item[]) =>
  Response.json({
    ...makeFolderItem(path),
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

/** A guest in the browser of somebody who is signed in. */
function testGuest(answer: Answer) {
  const { root, calls } = testRoot(answer)
  return { root, calls, guest: new GuestStore(createGuestApi(root.api.http), root.settings) }
}

describe('a guest', () => {
  it('opens a folder, and a file in it without asking again', async () => {
    const { guest, calls } = testGuest(() =>
      shared('/', [makeItem('/a.txt'), makeItem('/b.txt'), makeFolderItem('/sub')]),
    )
    await guest.open('h', '/')
    await guest.open('h', '/b.txt')
    expect([guest.opened?.name, guest.previous?.name, guest.next, guest.rootName]).toEqual([
      'b.txt',
      'a.txt',
      null,
      'box',
    ])
    await guest.open('h', '/')
    expect([guest.opened, guest.folder?.items.filter(({ isDir }) => isDir).length]).toEqual([null, 1])
    expect(calls).toEqual(['GET /api/public/share/h'])
  })

  it('who comes by the address of a file in a folder sees the folder around it', async () => {
    const { guest, calls } = testGuest((call) =>
      call.endsWith('/b.txt') ? file('/sub/b.txt') : shared('/sub', [makeItem('/sub/b.txt')]),
    )
    await guest.open('h', '/sub/b.txt')
    expect([guest.opened?.path, guest.folder?.path, guest.rootName]).toEqual(['/sub/b.txt', '/sub', 'box'])
    expect(calls).toEqual(['GET /api/public/share/h/sub/b.txt', 'GET /api/public/share/h/sub'])
  })

  it('sees a file that is shared by itself', async () => {
    const { guest } = testGuest(() => file('', { name: 'a.txt' }))
    await guest.open('h', '/')
    expect([guest.file?.name, guest.folder, guest.downloadUrl]).toEqual(['a.txt', null, '/api/public/dl/h'])
  })

  it('is asked for a password until one opens, and goes on by the token', async () => {
    const tokens: (string | null)[] = []
    let opens = false
    const { guest, root } = testGuest((_, query) => {
      tokens.push(query.get('token'))
      return opens
        ? Response.json({
            ...makeFolderItem('/'),
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
    await guest.open('h', '/')
    expect([guest.state, guest.isWrong]).toEqual(['locked', false])
    await guest.unlock('wrong', '/')
    expect([guest.state, guest.isWrong]).toEqual(['locked', true])
    opens = true
    await guest.unlock('right', '/')
    expect([guest.state, guest.downloadUrl]).toEqual(['ready', '/api/public/dl/h?algo=zip&token=t1'])
    await guest.open('h', '/sub')
    expect(tokens).toEqual([null, null, null, 't1'])
    // The owner of this browser's session stays signed in whatever a link answers.
    expect(root.session.user).not.toBeNull()
  })

  it('is told what opens nothing', async () => {
    const { guest } = testGuest(() => problem(404, 'notFound'))
    await guest.open('h', '/')
    expect([guest.state, guest.error?.code]).toEqual(['failed', 'notFound'])
  })

  it('takes one file as it is, several as an archive, and all without naming them', async () => {
    const { guest } = testGuest(() => shared('/', [makeItem('/a, b.txt'), makeItem('/c.txt'), makeFolderItem('/sub')]))
    await guest.open('h', '/')
    expect(guest.selectionUrl).toBeNull()
    guest.selection.toggle('a, b.txt')
    expect(guest.selectionUrl).toBe('/api/public/dl/h/a%2C%20b.txt')
    guest.selection.toggle('sub')
    expect(guest.selectionUrl).toBe('/api/public/dl/h?algo=zip&files=a%252C%2520b.txt%2Csub')
    guest.selection.toggleAll()
    expect([guest.selection.isAll, guest.selectionUrl]).toEqual([true, '/api/public/dl/h?algo=zip'])
    guest.selection.toggleAll()
    expect(guest.selection.names.size).toBe(0)
  })
})
