import { describe, expect, it } from '@jest/globals'
import { when } from 'mobx'
import type { FoundHit } from '../../../backend/contract/search.ts'
import { searchOf } from './SearchStore.ts'
import { problem, testRoot } from './test-root.ts'

const MODIFIED = '2026-01-01T00:00:00.000Z'
const answer = (...hits: FoundHit[]) => Response.json(hits, { headers: { 'X-Total-Count': String(hits.length) } })
const file = (path: string): FoundHit => ({ path, dir: false, size: 1, modified: MODIFIED })
const folder = (path: string): FoundHit => ({ path, dir: true, size: 0, modified: MODIFIED })
const here = { folder: '/Photos', query: 'soup', isEverywhere: false }

function open(server: Parameters<typeof testRoot>[0]) {
  const { root, calls } = testRoot(server)
  const search = searchOf(root)
  return { root, search, calls, ended: () => when(() => search.state === 'done' || search.state === 'failed') }
}
const pathsOf = (hits: readonly { path: string }[]) => hits.map(({ path }) => path)

describe('searching', () => {
  it('asks in the folder of the address, and tells what was found by its whole path', async () => {
    const { search, calls, ended } = open(() => answer(file('2026/soup.jpg'), folder('Soups')))
    search.show(here)
    await ended()
    expect(calls).toEqual(['GET /api/search/Photos'])
    expect(search.sorted).toMatchObject([
      { path: '/Photos/2026/soup.jpg', name: 'soup.jpg', folder: '/Photos/2026', isDir: false, type: 'image', size: 1 },
      { path: '/Photos/Soups', name: 'Soups', folder: '/Photos', isDir: true, type: '' },
    ])
    expect(search.terms.words).toEqual(['soup'])
  })

  it('asks at the root for everywhere', async () => {
    const { search, calls, ended } = open(() => answer(file('a/soup')))
    search.show({ ...here, isEverywhere: true })
    await ended()
    expect(calls).toEqual(['GET /api/search/'])
    expect(pathsOf(search.sorted)).toEqual(['/a/soup'])
  })

  it('passes over what comes late for an earlier query, and keeps the earlier hits until then', async () => {
    let answerFirst: (response: Response) => void = () => undefined
    const { search, ended } = open((_call, query) =>
      query.get('query') === 'soup'
        ? answer(file('soup'))
        : query.get('query') === 'slow'
          ? new Promise((resolve) => (answerFirst = resolve))
          : answer(file('last')),
    )
    search.show(here)
    await ended()
    search.show({ ...here, query: 'slow' })
    expect(pathsOf(search.sorted)).toEqual(['/Photos/soup'])
    expect(search.terms.words).toEqual(['soup'])
    search.show({ ...here, query: 'last' })
    await ended()
    answerFirst(answer(file('slow')))
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(pathsOf(search.sorted)).toEqual(['/Photos/last'])
  })

  it('asks nothing for an empty query', () => {
    const { search, calls } = open(() => answer())
    search.show({ ...here, query: '' })
    expect([calls, search.state, search.isShown]).toEqual([[], 'idle', true])
  })

  it('starts once, however many parts of the page request it', async () => {
    const { search, calls, ended } = open(() => answer(file('soup')))
    search.show(here)
    search.show({ ...here })
    await ended()
    search.show({ ...here })
    expect([calls.length, search.state]).toEqual([1, 'done'])
  })

  it('shows the best hits first, and more on request', async () => {
    const all = Array.from({ length: 1050 }, (_, index) => file(`soup ${index}`))
    const { search, ended } = open((_call, query) =>
      Response.json(all.slice(0, Number(query.get('limit'))), { headers: { 'X-Total-Count': '1050' } }),
    )
    search.show(here)
    await ended()
    expect([search.sorted.length, search.found.total, search.hasMore]).toEqual([1000, 1050, true])
    search.showMore()
    await ended()
    expect([search.sorted.length, search.isCut]).toEqual([1050, false])
    search.show({ ...here, query: 'cake' })
    await ended()
    expect(search.sorted.length).toBe(1000)
  })

  it('says why it found nothing, and lets go of hits of another query', async () => {
    let isBroken = false
    const { search, ended } = open(() => (isBroken ? problem(400, 'badRequest') : answer(file('soup'))))
    search.show(here)
    await ended()
    isBroken = true
    search.show({ ...here, query: 'size:big' })
    await ended()
    expect([search.error?.code, search.sorted]).toEqual(['badRequest', []])
    isBroken = false
    search.retry()
    await ended()
    expect([search.error, pathsOf(search.sorted)]).toEqual([null, ['/Photos/soup']])
  })
})

describe('what changes while hits are shown', () => {
  it('is looked for again silently; the keyboard stays on its hit, or moves to the one in its place', async () => {
    let found = [file('soup 1'), file('soup 2'), file('soup 3')]
    const { search, ended } = open(() => answer(...found))
    search.show(here)
    await ended()
    search.selection.pickOnly('/Photos/soup 2')
    found = [file('soup 0'), ...found]
    const looking = search.refresh()
    expect(search.state).toBe('done')
    await looking
    const { selection } = search
    expect([search.sorted.map(({ name }) => name), selection.focusedPosition, selection.reveals]).toEqual([
      ['soup 0', 'soup 1', 'soup 2', 'soup 3'],
      2,
      0,
    ])
    expect(selection.only?.name).toBe('soup 2')
    found = found.filter(({ path }) => path !== 'soup 2')
    await search.refresh()
    expect([selection.focused, selection.reveals, selection.count]).toEqual(['/Photos/soup 3', 1, 0])
    found = []
    await search.refresh()
    expect([search.sorted, selection.focused]).toEqual([[], null])
  })

  it('stays as it is where the server does not answer, and where another search has begun', async () => {
    let isBroken = false
    const { search, ended } = open((_call, query) =>
      isBroken ? problem(503, 'unavailable') : answer(file(query.get('query') ?? '')),
    )
    search.show(here)
    await ended()
    isBroken = true
    await search.refresh()
    expect([search.state, search.error, pathsOf(search.sorted)]).toEqual(['done', null, ['/Photos/soup']])
    isBroken = false
    const late = search.refresh()
    search.show({ ...here, query: 'cake' })
    await Promise.all([late, ended()])
    expect(pathsOf(search.sorted)).toEqual(['/Photos/cake'])
  })
})

describe('hits as rows', () => {
  it('disappear at once when they are deleted, also from the selection', async () => {
    const { root, search, ended } = open(() => answer(file('soup 1'), file('soup 2'), folder('soup 2')))
    search.show(here)
    await ended()
    search.selection.pickAll()
    expect(search.selection.count).toBe(3)
    root.listing.hide(['/Photos/soup 1'])
    expect([pathsOf(search.sorted), search.selection.count]).toEqual([['/Photos/soup 2', '/Photos/soup 2'], 2])
    search.drop(['/Photos/soup 1'])
    root.listing.unhide(['/Photos/soup 1'], ['/Photos/soup 1'])
    expect([search.sorted.length, search.found.total]).toEqual([2, 2])
  })

  it('of another search are selected anew', async () => {
    const { search, ended } = open(() => answer(file('soup 1')))
    search.show(here)
    await ended()
    search.selection.pickAll()
    search.show({ ...here, query: 'soup 1' })
    await ended()
    expect([search.sorted.length, search.selection.count, search.selection.focused]).toEqual([1, 0, null])
  })
})

describe('coming back to a search', () => {
  it('finds the hits and the row as they were, and looks again behind them', async () => {
    let found = [file('soup'), file('soup 2')]
    const { search, calls, ended } = open(() => answer(...found))
    search.show(here)
    await ended()
    search.selection.focus('/Photos/soup 2')
    search.leave()
    expect(search.isShown).toBe(false)
    found = [file('soup 2')]
    search.show(here)
    expect(pathsOf(search.sorted)).toEqual(['/Photos/soup', '/Photos/soup 2'])
    await ended()
    expect(calls).toHaveLength(2)
    expect([pathsOf(search.sorted), search.selection.focusedPosition]).toEqual([['/Photos/soup 2'], 0])
  })
})

describe('the field of a search', () => {
  it('follows the address, but not into what somebody is typing', () => {
    const { search } = open(() => answer())
    search.show({ ...here, query: '' })
    search.setText('so')
    expect(search.send()).toBe('so')
    search.setText('soup ')
    search.show({ ...here, query: 'so' })
    expect(search.text).toBe('soup ')
    search.show({ ...here, query: 'cake' })
    expect(search.text).toBe('cake')
  })

  it('remembers what led somewhere, the newest first, until told to forget', async () => {
    const { root } = testRoot(() => answer())
    const search = searchOf(root)
    for (const query of ['a', 'b', 'a', ...'cdefghi']) {
      search.show({ ...here, query })
      search.remember()
    }
    expect(search.recent).toEqual(['i', 'h', 'g', 'f', 'e', 'd', 'c', 'a'])
    search.forget()
    search.show({ ...here, query: '' })
    expect(search.recent[0]).toBe('i')
    search.forgetRecent()
    expect(search.recent).toEqual([])
  })
})
