import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { EventFrame } from '../../../backend/contract/events.ts'
import type { EventListener } from '../api/events.ts'
import { listing, makeItem, problem, testRoot } from './test-root.ts'
import { calendarOf } from './CalendarStore.ts'
import { previewOf } from './PreviewStore.ts'
import { remindersOf } from './RemindersStore.ts'
import { searchOf } from './SearchStore.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const DAYS = 'GET /api/calendar'

/** A page on `/a`, with a server whose sockets the test holds in its hands. */
async function openPage(files: () => string[] | null = () => ['x.txt']) {
  let isServerThere = true
  const page = testRoot((call) => {
    if (!isServerThere) throw new TypeError('no connection')
    if (call === 'GET /api/sessions') return Response.json({ items: [] })
    if (call.startsWith('GET /api/resources')) {
      const items = files()?.map((name) => makeItem(`/a/${name}`))
      return items ? listing(call.slice('GET /api/resources'.length), items) : problem(404, 'notFound')
    }
    if (call.startsWith('GET /api/usage')) return Response.json({ used: 1, total: 0 })
    if (call === 'GET /api/operations') return Response.json({ items: [] })
    if (call === DAYS) return Response.json({ events: [], calendars: [] })
    if (call === 'GET /api/reminders') return Response.json({ now: new Date().toISOString(), items: [], done: [] })
    if (call === 'GET /api/shares') return Response.json([])
    if (call.startsWith('GET /api/search')) return Response.json([])
    return new Response('', { status: 401 })
  })
  const sockets: { since: string | null; listener: EventListener; isClosed: boolean }[] = []
  page.root.api.events.open = (since, listener) => {
    const socket = { since, listener, isClosed: false }
    sockets.push(socket)
    return {
      close: () => {
        socket.isClosed = true
      },
    }
  }
  await page.root.listing.open('/a', true)
  page.root.live.start()
  page.calls.length = 0
  const say = (...frames: EventFrame[]) => frames.forEach((frame) => sockets.at(-1)?.listener.onFrame(frame))
  return {
    ...page,
    sockets,
    say,
    hello: () => say({ seq: 0, type: 'alive', every: 30_000 }, { seq: 0, type: 'resync', epoch: 'e1' }),
    changed: (seq: number, folder: string, ...names: string[]) => say({ seq, type: 'changed', folder, names }),
    breakOff: () => sockets.at(-1)?.listener.onEnd(),
    setServer: (isThere: boolean) => {
      isServerThere = isThere
    },
    looks: (call: string) => page.calls.filter((one) => one === call).length,
    pass: (ms: number) => jest.advanceTimersByTimeAsync(ms),
  }
}
const LOOK = 'GET /api/resources/a'

describe('the socket of the page', () => {
  it('is opened anew when it breaks off, and says how far it has heard', async () => {
    const { root, sockets, hello, changed, breakOff, pass } = await openPage()
    expect(root.live.state).toBe('connecting')
    hello()
    expect(root.live.isLive).toBe(true)
    changed(7, '/a', 'x.txt')
    breakOff()
    expect(root.live.state).toBe('waiting')
    await pass(2_000)
    expect(sockets.map(({ since }) => since)).toEqual([null, 'e1.7'])
    expect(root.live.isCutOff).toBe(false)
  })

  it('is tried less and less often while it is refused, and says nothing as long as the server answers', async () => {
    const { root, sockets, breakOff, pass } = await openPage()
    const waits: number[] = []
    for (let tries = 1; tries < 12; tries++) {
      breakOff()
      const began = performance.now()
      while (sockets.length === tries) await pass(100)
      waits.push(performance.now() - began)
    }
    expect(waits[0]).toBeLessThan(3_000)
    expect(waits.at(-1)).toBeGreaterThanOrEqual(15_000)
    expect(root.live.isCutOff).toBe(false)
    breakOff()
    root.live.reconnect()
    expect(sockets).toHaveLength(13)
  })

  it('is missed in words when the server does not answer at all, until it does', async () => {
    const { root, hello, breakOff, setServer, pass } = await openPage()
    hello()
    setServer(false)
    breakOff()
    await pass(10)
    expect(root.live.isCutOff).toBe(false)
    await pass(2_000)
    expect(root.live.isCutOff).toBe(true)
    setServer(true)
    await pass(60_000)
    hello()
    expect(root.live.isCutOff).toBe(false)
  })

  it('is missed in words at once by a page that the server has never answered', async () => {
    const { root, hello, breakOff, setServer, pass } = await openPage()
    setServer(false)
    breakOff()
    await pass(0)
    expect(root.live.isCutOff).toBe(true)
    setServer(true)
    await pass(2_000)
    hello()
    expect(root.live.isCutOff).toBe(false)
  })

  it('is missed in words though an answer that was on its way comes after the network has gone', async () => {
    const { root, hello, setServer, pass } = await openPage()
    hello()
    setServer(false)
    root.live.setOnline(false)
    root.live.hear()
    expect(root.live.isCutOff).toBe(false)
    await pass(5_000)
    expect(root.live.isCutOff).toBe(true)
  })

  it('is opened anew when a call shows that the server does not answer', async () => {
    const { root, sockets, hello, setServer, pass } = await openPage()
    hello()
    await root.listing.open('/a', true)
    await root.listing.open('/b', true)
    setServer(false)
    await root.listing.open('/a', true)
    expect(root.listing.keptAt).not.toBeNull()
    await pass(3_000)
    expect(root.live.isCutOff).toBe(true)
    expect(sockets.length).toBeGreaterThan(1)
    setServer(true)
    hello()
    await pass(1_000)
    expect(root.listing.keptAt).toBeNull()
  })

  it('is back, and a folder that is gone meanwhile is not asked for again and again', async () => {
    let isThere = true
    const { root, hello, setServer, looks, pass } = await openPage(() => (isThere ? ['x.txt'] : null))
    hello()
    await root.listing.open('/a', true)
    await root.listing.open('/b', true)
    setServer(false)
    await root.listing.open('/a', true)
    setServer(true)
    isThere = false
    await pass(20_000)
    expect(root.listing.state).toBe('failed')
    expect(looks('GET /api/resources/a')).toBeLessThanOrEqual(5)
  })

  it('is not believed when it is silent for too long', async () => {
    const { root, sockets, hello, say, pass } = await openPage()
    hello()
    for (let beats = 0; beats < 5; beats++) {
      await pass(30_000)
      say({ seq: 0, type: 'alive', every: 30_000 })
    }
    expect(sockets).toHaveLength(1)
    await pass(70_000)
    expect(sockets[0]?.isClosed).toBe(true)
    expect(sockets).toHaveLength(2)
    expect(root.live.state).toBe('connecting')
  })

  it('is given up where nothing comes of it, and closed when nobody is signed in', async () => {
    const { root, sockets, pass } = await openPage()
    await pass(25_000)
    expect(sockets.length).toBeGreaterThan(1)
    root.live.stop()
    expect(sockets.every(({ isClosed }) => isClosed)).toBe(true)
    await pass(100_000)
    expect(root.live.state).toBe('off')
    expect(sockets.filter(({ isClosed }) => !isClosed)).toEqual([])
  })
})

describe('what changes', () => {
  it('is looked at once for many changes, and once more when all is settled', async () => {
    const { hello, changed, looks, pass } = await openPage()
    hello()
    await pass(1_000)
    expect(looks(LOOK)).toBe(1)
    for (let seq = 1; seq <= 20; seq++) changed(seq, '/a', `f${seq}`)
    await pass(1_000)
    expect(looks(LOOK)).toBe(2)
    await pass(10_000)
    expect(looks(LOOK)).toBe(3)
  })

  it('shows, and leaves the selection alone', async () => {
    const names = ['x.txt']
    const { root, hello, changed, pass } = await openPage(() => names)
    hello()
    root.selection.pickOnly('x.txt')
    names.push('y.txt')
    changed(1, '/a', 'y.txt')
    await pass(1_000)
    expect(root.listing.items.map(({ name }) => name)).toEqual(['x.txt', 'y.txt'])
    expect([...root.selection.names]).toEqual(['x.txt'])
  })

  it.each([
    ['in another folder', '/b', ['x'], 0],
    ['of a sibling', '/', ['ab'], 0],
    ['of the folder itself', '/', ['a'], 2],
    ['of all that is there', '/', [], 2],
    ['below it', '/a/deep/er', ['x'], 1],
  ])('%s is looked at as it matters', async (_, folder, names, count) => {
    const { hello, changed, looks, pass } = await openPage()
    hello()
    await pass(1_000)
    changed(1, folder, ...names)
    await pass(20_000)
    expect(looks(LOOK) - 1).toBe(count)
  })

  it.each([
    ['below the folder that is searched', '/a/deep/er', 2],
    ['in it', '/a', 2],
    ['elsewhere', '/b', 0],
  ])('%s has a search looked at as it matters', async (_, folder, count) => {
    const { root, hello, changed, looks, pass } = await openPage()
    hello()
    searchOf(root).show({ folder: '/a', query: 'x', isEverywhere: false })
    await pass(10)
    changed(1, folder, 'y.txt')
    await pass(20_000)
    expect(looks('GET /api/search/a') - 1).toBe(count)
  })

  it('waits while a dialog is open, something is dragged, or nobody looks', async () => {
    const { root, hello, changed, looks, pass } = await openPage()
    hello()
    await pass(5_000)
    const before = looks(LOOK)
    void root.ui.ask('rename', { item: makeItem('/a/x.txt') } as never)
    root.selection.pickOnly('x.txt')
    root.drag.begin(root.selection.items)
    root.live.setVisible(false)
    changed(1, '/a', 'y.txt')
    const free = [() => root.ui.dialogs[0]?.close(null), () => root.drag.end(), () => root.live.setVisible(true)]
    for (const step of free) {
      await pass(5_000)
      expect(looks(LOOK)).toBe(before)
      step()
    }
    await pass(1_000)
    expect(looks(LOOK)).toBeGreaterThan(before)
  })

  it('in the own tree may change how much room is taken, in the shared one not', async () => {
    const { hello, changed, looks, pass } = await openPage()
    hello()
    changed(1, '/Shared/films', 'a.mkv')
    await pass(30_000)
    expect(looks('GET /api/usage/')).toBe(0)
    changed(2, '/b', 'x')
    await pass(30_000)
    expect(looks('GET /api/usage/')).toBe(1)
  })

  it('before the socket was there has reminders and events looked at', async () => {
    const { root, hello, looks, pass } = await openPage()
    remindersOf(root)
    await calendarOf(root).look({ from: '2027-09-01', to: '2027-10-01' })
    const before = looks(DAYS)
    hello()
    await pass(10)
    expect([looks('GET /api/reminders'), looks(DAYS) - before]).toEqual([1, 1])
  })

  it('that nobody can name any more has everything looked at', async () => {
    const { hello, say, looks, pass } = await openPage()
    hello()
    await pass(1_000)
    say({ seq: 0, type: 'resync', epoch: 'e2' })
    await pass(10_000)
    expect([looks(LOOK), looks('GET /api/usage/'), looks('GET /api/operations')]).toEqual([2, 1, 1])
  })
})

describe('the session', () => {
  it('is renewed when the server says so; one that has ended leads to the login', async () => {
    const { root, calls, hello, say, pass } = await openPage()
    hello()
    say({ seq: 0, type: 'session', state: 'ended' })
    await pass(10)
    expect(calls).toContain('POST /api/renew')
    expect([root.session.user, root.session.hasExpired]).toEqual([null, true])
  })
})

describe('a file that is looked at', () => {
  it('and goes is told as gone; one that this page deletes is not', async () => {
    let names = ['x.txt', 'y.txt']
    const { root, hello, changed, pass } = await openPage(() => names)
    hello()
    await root.listing.open('/a/x.txt', false)
    expect(previewOf(root).isGone).toBe(false)
    names = ['y.txt']
    changed(1, '/a', 'x.txt')
    await pass(1_000)
    expect(previewOf(root).isGone).toBe(true)
    await root.listing.open('/a/y.txt', false)
    root.listing.hide(['/a/y.txt'])
    expect(previewOf(root).isGone).toBe(false)
  })
})
