import { describe, expect, it } from '@jest/globals'
import type { SessionRecord } from '../../../backend/contract/session.ts'
import { problem, testRoot } from './test-root.ts'
import { sessionsOf } from './SessionsStore.ts'

const session = (id: string, current = false): SessionRecord => ({
  id,
  current,
  device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
  address: '127.0.0.1',
  firstUsed: '2026-01-01T00:00:00Z',
  lastUsed: '2026-01-01T00:00:00Z',
})

describe('where a person is signed in', () => {
  it('is ended one by one, or everywhere else at once; one that has ended meanwhile is let go', async () => {
    const { root, calls } = testRoot((call) => {
      if (call.endsWith('/gone')) return problem(404, 'notFound')
      return call.startsWith('DELETE')
        ? new Response(null, { status: 204 })
        : Response.json({
            items: [session('here', true), session('there'), session('gone'), session('far')],
            cursor: null,
          })
    })
    const sessions = sessionsOf(root)
    const ids = () => sessions.items.value?.map(({ id }) => id)
    await sessions.load(null)
    expect(sessions.others.map(({ id }) => id)).toEqual(['there', 'gone', 'far'])
    await sessions.end('there')
    await sessions.end('gone')
    expect(ids()).toEqual(['here', 'far'])
    await sessions.endOthers()
    expect(ids()).toEqual(['here'])
    expect(calls).toEqual([
      'GET /api/sessions',
      'DELETE /api/sessions/there',
      'DELETE /api/sessions/gone',
      'DELETE /api/sessions',
    ])
  })

  it('is asked for by its number where it is somebody else, and never shown under another name', async () => {
    const answers = new Map<string | null, (response: Response) => void>()
    const { root } = testRoot((_, query) => new Promise((resolve) => answers.set(query.get('user'), resolve)))
    const sessions = sessionsOf(root)
    const [first, second] = [sessions.load(3), sessions.load(4)]
    answers.get('4')?.(Response.json({ items: [session('four')], cursor: null }))
    answers.get('3')?.(Response.json({ items: [session('three')], cursor: null }))
    await Promise.all([first, second])
    expect(sessions.items.value?.map(({ id }) => id)).toEqual(['four'])
  })

  it('says what went wrong, and keeps what it showed', async () => {
    let isDown = false
    const { root } = testRoot(() =>
      isDown ? problem(503, 'unavailable') : Response.json({ items: [session('here', true)], cursor: null }),
    )
    await sessionsOf(root).load(null)
    isDown = true
    await sessionsOf(root).load(null)
    expect([sessionsOf(root).items.value?.length, sessionsOf(root).items.error?.code]).toEqual([1, 'unavailable'])
    await expect(sessionsOf(root).endOthers()).rejects.toMatchObject({ code: 'unavailable' })
  })
})
