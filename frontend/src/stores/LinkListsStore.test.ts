import { describe, expect, it } from '@jest/globals'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import { linkListsOf } from './LinkListsStore.ts'
import { makeItem, makeLink, problem, testRoot } from './test-root.ts'

const item = makeItem('/a.txt')
const hashes = (list: { value: readonly ShareLink[] | null }) => list.value?.map(({ hash }) => hash)

describe('the links of a place', () => {
  it('are fetched; a new one comes first, a changed one stays where it is, an ended one goes', async () => {
    const { root, calls } = testRoot((call, _, body) => {
      if (call.startsWith('POST')) return Response.json(makeLink('new'))
      if (call.startsWith('PATCH')) return Response.json(makeLink('one', body as Partial<ShareLink>))
      if (call.startsWith('DELETE')) return new Response('200 OK')
      return Response.json([makeLink('one'), makeLink('two')])
    })
    const links = linkListsOf(root)
    await links.load(item)
    await links.create('/a.txt', { expires: '5', unit: 'days' })
    await links.change('one', { limit: 3 })
    expect([hashes(links.ofPath), links.ofPath.value?.[1]?.limit]).toEqual([['new', 'one', 'two'], 3])
    await links.remove('two')
    expect(hashes(links.ofPath)).toEqual(['new', 'one'])
    expect(calls).toEqual([
      'GET /api/share/a.txt',
      'POST /api/share/a.txt',
      'PATCH /api/share/one',
      'DELETE /api/share/two',
    ])
    links.ofPath.forget()
    expect(links.ofPath.value).toBeNull()
  })

  it('that is gone already is let go; other troubles are told', async () => {
    let code: [number, string] = [404, 'notFound']
    const { root } = testRoot((call) =>
      call.startsWith('DELETE') ? problem(...code) : Response.json([makeLink('one')]),
    )
    await linkListsOf(root).load(item)
    code = [403, 'forbidden']
    await expect(linkListsOf(root).remove('one')).rejects.toMatchObject({ code: 'forbidden' })
    expect(hashes(linkListsOf(root).ofPath)).toEqual(['one'])
    code = [404, 'notFound']
    await linkListsOf(root).remove('one')
    expect(hashes(linkListsOf(root).ofPath)).toEqual([])
  })
})

describe('the list of all links', () => {
  it('moves one that is extended back among those that work', async () => {
    let isExtended = false
    const { root } = testRoot((call, query) => {
      if (call.startsWith('PATCH')) isExtended = true
      if (call.startsWith('PATCH')) return Response.json(makeLink('old'))
      return Response.json((query.get('ended') === 'true') === isExtended ? [] : [makeLink('old')])
    })
    await linkListsOf(root).loadAll()
    expect([hashes(linkListsOf(root).running), hashes(linkListsOf(root).ended)]).toEqual([[], ['old']])
    await linkListsOf(root).change('old', { expires: '7', unit: 'days' })
    expect([hashes(linkListsOf(root).running), hashes(linkListsOf(root).ended)]).toEqual([['old'], []])
  })

  it('says what went wrong', async () => {
    const { root } = testRoot(() => problem(503, 'unavailable'))
    await linkListsOf(root).loadAll()
    expect([linkListsOf(root).running.value, linkListsOf(root).running.error?.code]).toEqual([null, 'unavailable'])
  })
})
