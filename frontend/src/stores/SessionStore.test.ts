import { describe, expect, it } from '@jest/globals'
import { makeToken, problem, testRoot } from './test-root.ts'

describe('a session', () => {
  it('is kept over a reload and renewed once', async () => {
    const fresh = makeToken('ann', 4_000_000_001)
    const { root, calls, kept } = testRoot(() => new Response(fresh))
    await root.session.start()
    await root.session.renew()
    expect(calls).toEqual(['POST /api/renew'])
    expect(kept.token).toBe(fresh)
    expect(root.session.user?.username).toBe('ann')
  })

  it('with an old token waits for the server, which ends it', async () => {
    const { root, kept } = testRoot(() => problem(401, 'notSignedIn'), { token: makeToken('ann', 1) })
    await root.session.start()
    expect(root.session.user).toBeNull()
    expect(root.session.hasExpired).toBe(true)
    expect(kept.token).toBeNull()
  })

  it('outlives a server that does not answer', async () => {
    const { root } = testRoot(() => Promise.reject(new TypeError('no network')), { token: makeToken('ann', 1) })
    await root.session.start()
    expect(root.session.user?.username).toBe('ann')
  })

  it('begins by itself where there are no accounts, and cannot be left', async () => {
    const { root } = testRoot(() => new Response(makeToken('home')), { token: null, settings: { NoAuth: true } })
    await root.session.start()
    expect(root.session.user?.username).toBe('home')
    expect(root.session.canLogout).toBe(false)
  })

  it('is ended here at once, and on the server', async () => {
    const { root, calls, kept } = testRoot(() => new Response(null, { status: 204 }))
    await root.session.logout()
    expect(calls).toEqual(['POST /api/logout'])
    expect(kept.token).toBeNull()
    expect(root.session.hasLeft).toBe(true)
  })

  it('passes over a token that is none', () => {
    const { root } = testRoot(() => new Response(), { token: 'x.y.z' })
    expect(root.session.user).toBeNull()
  })
})
