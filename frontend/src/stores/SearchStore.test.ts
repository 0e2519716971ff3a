import { describe, expect, it } from '@jest/globals'
import { when } from 'mobx'
import type { Found } from '../../../backend/contract/search.ts'
import { SearchStore } from './SearchStore.ts'
import { problem, testRoot } from './test-root.ts'

const lines = (...found: Found[]) => new Response(found.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
const file = (path: string): Found => ({ path, dir: false })
const here = { folder: '/Photos', query: 'soup', isEverywhere: false }

function open(answer: Parameters<typeof testRoot>[0]) {
  const { root, calls } = testRoot(answer)
  const { search } = root
  return { root, search, calls, ended: () => when(() => search.state === 'done' || search.state === 'failed') }
}
const pathsOf = (hits: readonly { path: string }[]) => hits.map(({ path }) => path)

describe('searching', () => {
  it('asks in the folder of the address, and tells what was found by its whole path', async () => {
    const { search, calls, ended } = open(() => lines(file('2026/soup.jpg'), { path: 'Soups', dir: true }))
    search.show(here)
    await ended()
    expect(calls).toEqual(['GET /api/search/Photos'])
    expect(search.hits).toEqual([
      { path: '/Photos/2026/soup.jpg', name: 'soup.jpg', folder: '/Photos/2026', isDir: false },
      { path: '/Photos/Soups', name: 'Soups', folder: '/Photos', isDir: true },
    ])
    expect(search.terms.words).toEqual(['soup'])
  })

  it('asks at the root for everywhere', async () => {
    const { search, calls, ended } = open(() => lines(file('a/soup')))
    search.show({ ...here, isEverywhere: true })
    await ended()
    expect(calls).toEqual(['GET /api/search/'])
    expect(pathsOf(search.hits)).toEqual(['/a/soup'])
  })

  it('passes over what comes late for an earlier query, and keeps the earlier hits until then', async () => {
    let answerFirst: (response: Response) => void = () => undefined
    const { search, ended } = open((_call, query) =>
      query.get('query') === 'soup'
        ? lines(file('soup'))
        : query.get('query') === 'slow'
          ? new Promise((resolve) => (answerFirst = resolve))
          : lines(file('last')),
    )
    search.show(here)
    await ended()
    search.show({ ...here, query: 'slow' })
    expect(pathsOf(search.hits)).toEqual(['/Photos/soup'])
    expect(search.terms.words).toEqual(['soup'])
    search.show({ ...here, query: 'last' })
    await ended()
    answerFirst(lines(file('slow')))
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(pathsOf(search.hits)).toEqual(['/Photos/last'])
  })

  it('asks nothing for an empty query', () => {
    const { search, calls } = open(() => lines())
    search.show({ ...here, query: '' })
    expect([calls, search.state, search.isShown]).toEqual([[], 'idle', true])
  })

  it('stops where nobody reads on', async () => {
    const { search, ended } = open(() => lines(...Array.from({ length: 10_050 }, (_, index) => file(`soup ${index}`))))
    search.show(here)
    await ended()
    expect([search.hits.length, search.isCut]).toEqual([10_000, true])
  })

  it('says why it found nothing, and lets go of hits of another query', async () => {
    let isBroken = false
    const { search, ended } = open(() => (isBroken ? problem(400, 'badRequest') : lines(file('soup'))))
    search.show(here)
    await ended()
    isBroken = true
    search.show({ ...here, query: 'size:big' })
    await ended()
    expect([search.error?.code, search.hits]).toEqual(['badRequest', []])
    isBroken = false
    search.retry()
    await ended()
    expect([search.error, pathsOf(search.hits)]).toEqual([null, ['/Photos/soup']])
  })
})

describe('what changes while hits are shown', () => {
  it('is looked for again silently; the keyboard stays on its hit, or moves to the one in its place', async () => {
    let found = [file('soup 1'), file('soup 2'), file('soup 3')]
    const { search, ended } = open(() => lines(...found))
    search.show(here)
    await ended()
    search.focus('/Photos/soup 2')
    found = [file('soup 0'), ...found]
    const looking = search.refresh()
    expect(search.state).toBe('done')
    await looking
    expect([search.hits.map(({ name }) => name), search.focusedPosition, search.reveals]).toEqual([
      ['soup 1', 'soup 2', 'soup 3', 'soup 0'],
      1,
      0,
    ])
    found = found.filter(({ path }) => path !== 'soup 2')
    await search.refresh()
    expect([search.focused, search.reveals]).toEqual(['/Photos/soup 3', 1])
    found = []
    await search.refresh()
    expect([search.hits, search.focused]).toEqual([[], null])
  })

  it('stays as it is where the server does not answer, and where another search has begun', async () => {
    let isBroken = false
    const { search, ended } = open((_call, query) =>
      isBroken ? problem(503, 'unavailable') : lines(file(query.get('query') ?? '')),
    )
    search.show(here)
    await ended()
    isBroken = true
    await search.refresh()
    expect([search.state, search.error, pathsOf(search.hits)]).toEqual(['done', null, ['/Photos/soup']])
    isBroken = false
    const late = search.refresh()
    search.show({ ...here, query: 'cake' })
    await Promise.all([late, ended()])
    expect(pathsOf(search.hits)).toEqual(['/Photos/cake'])
  })
})

describe('coming back to a search', () => {
  it('finds the hits and the row as they were, and looks again behind them', async () => {
    let found = [file('soup'), file('soup 2')]
    const { search, calls, ended } = open(() => lines(...found))
    search.show(here)
    await ended()
    search.focus('/Photos/soup 2')
    search.leave()
    expect(search.isShown).toBe(false)
    found = [file('soup 2')]
    search.show(here)
    expect(pathsOf(search.hits)).toEqual(['/Photos/soup', '/Photos/soup 2'])
    await ended()
    expect(calls).toHaveLength(2)
    expect([pathsOf(search.hits), search.focusedPosition]).toEqual([['/Photos/soup 2'], 0])
  })
})

describe('the field of a search', () => {
  it('leaves what was found where it stands when the same comes in another order', async () => {
    let turn = 0
    const { search, ended } = open(() =>
      lines(
        ...([
          ['a/soup', 'b/soup', 'c/soup'],
          ['d/soup', 'c/soup', 'b/soup', 'a/soup'],
        ][turn++]?.map(file) ?? []),
      ),
    )
    search.show(here)
    await ended()
    search.focus('/Photos/b/soup')
    search.leave()
    search.show(here)
    await ended()
    expect(pathsOf(search.hits)).toEqual(['/Photos/a/soup', '/Photos/b/soup', '/Photos/c/soup', '/Photos/d/soup'])
    expect(search.focusedPosition).toBe(1)
  })

  it('follows the address, but not into what somebody is typing', () => {
    const { search } = open(() => lines())
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
    const { root } = testRoot(() => lines())
    const kept = new Map<string, string>()
    const search = new SearchStore(root, {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    })
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
