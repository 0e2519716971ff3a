import { describe, expect, it } from '@jest/globals'
import { linkListsOf } from './LinkListsStore.ts'
import { makeLink, problem, testRoot } from './test-root.ts'

describe("one's own links", () => {
  it('are known by what they lead to; those of others are not among them', async () => {
    const list = [
      makeLink('one', { path: '/dir/' }),
      makeLink('two'),
      makeLink('three'),
      makeLink('theirs', { userID: 8 }),
    ]
    const { root } = testRoot((call) =>
      call.startsWith('DELETE')
        ? new Response('200 OK')
        : Response.json(call.startsWith('POST') ? makeLink('four') : list),
    )
    const { shares } = root
    await linkListsOf(root).create('/a.txt', {})
    expect(shares.ownByPath.size).toBe(0)
    await shares.loadOwn()
    expect([...shares.ownByPath].map(([path, links]) => [path, ...links.map(({ hash }) => hash)])).toEqual([
      ['/dir', 'one'],
      ['/a.txt', 'two', 'three'],
    ])
    await linkListsOf(root).create('/a.txt', {})
    await linkListsOf(root).remove('two')
    expect(shares.ownByPath.get('/a.txt')?.map(({ hash }) => hash)).toEqual(['four', 'three'])
  })

  it('stay when the server does not answer', async () => {
    let isBroken = false
    const { root } = testRoot(() => (isBroken ? problem(503, 'unavailable') : Response.json([makeLink('one')])))
    await root.shares.loadOwn()
    isBroken = true
    await root.shares.loadOwn()
    expect([root.shares.ownByPath.has('/a.txt'), root.shares.own.error?.code]).toEqual([true, 'unavailable'])
  })
})
