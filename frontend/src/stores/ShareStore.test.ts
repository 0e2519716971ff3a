import { describe, expect, it } from '@jest/globals'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import { makeItem, problem, testRoot } from './test-root.ts'

const link = (hash: string, over: Partial<ShareLink> = {}): ShareLink => ({
  hash,
  path: '/a.txt',
  userID: 7,
  expire: 0,
  kind: 'read',
  isDir: false,
  hasPassword: false,
  created: '2026-01-01T00:00:00Z',
  opened: 0,
  downloads: 0,
  limit: 0,
  lastUsed: null,
  ...over,
})
const item = makeItem('/a.txt')
const hashes = (list: { value: readonly ShareLink[] | null }) => list.value?.map(({ hash }) => hash)

describe('the links of a place', () => {
  it('are fetched; a new one comes first, a changed one stays where it is, an ended one goes', async () => {
    const { root, calls } = testRoot((call, _, body) => {
      if (call.startsWith('POST')) return Response.json(link('new'))
      if (call.startsWith('PATCH')) return Response.json(link('one', body as Partial<ShareLink>))
      if (call.startsWith('DELETE')) return new Response('200 OK')
      return Response.json([link('one'), link('two')])
    })
    const { shares } = root
    await shares.load(item)
    await shares.create('/a.txt', { expires: '5', unit: 'days' })
    await shares.change('one', { limit: 3 })
    expect([hashes(shares.ofPath), shares.ofPath.value?.[1]?.limit]).toEqual([['new', 'one', 'two'], 3])
    await shares.remove('two')
    expect(hashes(shares.ofPath)).toEqual(['new', 'one'])
    expect(calls).toEqual([
      'GET /api/share/a.txt',
      'POST /api/share/a.txt',
      'PATCH /api/share/one',
      'DELETE /api/share/two',
    ])
    shares.ofPath.forget()
    expect(shares.ofPath.value).toBeNull()
  })

  it('that is gone already is let go; other troubles are told', async () => {
    let code: [number, string] = [404, 'notFound']
    const { root } = testRoot((call) => (call.startsWith('DELETE') ? problem(...code) : Response.json([link('one')])))
    await root.shares.load(item)
    code = [403, 'forbidden']
    await expect(root.shares.remove('one')).rejects.toMatchObject({ code: 'forbidden' })
    expect(hashes(root.shares.ofPath)).toEqual(['one'])
    code = [404, 'notFound']
    await root.shares.remove('one')
    expect(hashes(root.shares.ofPath)).toEqual([])
  })
})

describe("one's own links", () => {
  it('are known by what they lead to; those of others are not among them', async () => {
    const list = [link('one', { path: '/dir/' }), link('two'), link('three'), link('theirs', { userID: 8 })]
    const { root } = testRoot((call) =>
      call.startsWith('DELETE') ? new Response('200 OK') : Response.json(call.startsWith('POST') ? link('four') : list),
    )
    const { shares } = root
    await shares.create('/a.txt', {})
    expect(shares.ownByPath.size).toBe(0)
    await shares.loadOwn()
    expect([...shares.ownByPath].map(([path, links]) => [path, ...links.map(({ hash }) => hash)])).toEqual([
      ['/dir', 'one'],
      ['/a.txt', 'two', 'three'],
    ])
    await shares.create('/a.txt', {})
    await shares.remove('two')
    expect(shares.ownByPath.get('/a.txt')?.map(({ hash }) => hash)).toEqual(['four', 'three'])
  })

  it('stay when the server does not answer', async () => {
    let isBroken = false
    const { root } = testRoot(() => (isBroken ? problem(503, 'unavailable') : Response.json([link('one')])))
    await root.shares.loadOwn()
    isBroken = true
    await root.shares.loadOwn()
    expect([root.shares.ownByPath.has('/a.txt'), root.shares.own.error?.code]).toEqual([true, 'unavailable'])
  })
})

describe('the list of all links', () => {
  it('moves one that is extended back among those that work', async () => {
    let isExtended = false
    const { root } = testRoot((call, query) => {
      if (call.startsWith('PATCH')) isExtended = true
      if (call.startsWith('PATCH')) return Response.json(link('old'))
      return Response.json((query.get('ended') === 'true') === isExtended ? [] : [link('old')])
    })
    await root.shares.loadAll()
    expect([hashes(root.shares.running), hashes(root.shares.ended)]).toEqual([[], ['old']])
    await root.shares.change('old', { expires: '7', unit: 'days' })
    expect([hashes(root.shares.running), hashes(root.shares.ended)]).toEqual([['old'], []])
  })

  it('says what went wrong', async () => {
    const { root } = testRoot(() => problem(503, 'unavailable'))
    await root.shares.loadAll()
    expect([root.shares.running.value, root.shares.running.error?.code]).toEqual([null, 'unavailable'])
  })
})
