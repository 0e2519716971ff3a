// api-contract 2: signing in, renewing, signing up; also the sessions of section 15.
import { describe, expect, it } from '@jest/globals'
import { PASSWORD } from '../../helpers/client.ts'
import { payloadOf } from '../../helpers/token.ts'
import { soon } from '../../helpers/until.ts'
import { admin, world } from './own-world.ts'
import { freshName, JSON_TYPE, TEXT_TYPE } from './wire.ts'

const login = (body: object | string) => world.nobody.call('POST /api/login', { body })

describe('2 signing in', () => {
  it('returns the token as text without a newline; names are case-sensitive', async () => {
    const me = await world.person()
    const right = await login({ username: me.username, password: PASSWORD, recaptcha: '' })
    expect([right.status, right.headers.get('content-type'), right.text]).toEqual([
      200,
      TEXT_TYPE,
      expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    ])
    for (const wrong of [
      { username: me.username, password: 'another-one' },
      { username: me.username.toUpperCase(), password: PASSWORD },
      { username: 'nobody', password: PASSWORD },
      'no JSON',
    ]) {
      const { status, text } = await login(wrong)
      expect([status, text]).toEqual([403, '403 Forbidden\n'])
    }
  })

  it('is renewed with a token', async () => {
    const me = await world.person()
    const { status, headers, text } = await me.call('POST /api/renew')
    expect([status, headers.get('content-type'), headers.get('x-renew-token')]).toEqual([200, TEXT_TYPE, 'false'])
    expect(await me.status('GET /api/resources/', { token: text })).toBe(200)
    expect(await me.status('POST /api/renew', { token: '' })).toBe(401)
  })

  it('bodies over 1 MiB are refused', async () => {
    expect((await login({ username: 'x'.repeat(1024 * 1024), password: '' })).status).toBe(413)
  })
})

describe('2 signing up', () => {
  it('is 405 while it is off', async () => {
    expect(
      await world.nobody.status('POST /api/signup', { body: { username: freshName('new'), password: PASSWORD } }),
    ).toBe(405)
  })

  it('makes a person with a home, the defaults’ permissions, and nothing more', async () => {
    const before = (await admin.call('GET /api/settings')).json
    const defaults = before['defaults'] as { perm: object; commands: string[] }
    try {
      expect(
        await admin.status('PUT /api/settings', {
          body: {
            ...before,
            signup: true,
            defaults: { ...defaults, perm: { ...defaults.perm, admin: true, execute: true }, commands: ['ls'] },
          },
        }),
      ).toBe(200)
      const username = freshName('new')
      const signUp = (body: object | string) => world.nobody.call('POST /api/signup', { body })
      // The other replica learns of it within a second.
      const made = await soon(
        () => signUp({ username, password: PASSWORD }),
        ({ status }) => status !== 405,
      )
      expect([made.status, made.text]).toEqual([200, '200 OK\n'])
      expect((await signUp({ username, password: PASSWORD })).status).toBe(409)
      for (const wrong of [
        'no JSON',
        { username: '', password: PASSWORD },
        { username: freshName('x'), password: '' },
        { username: freshName('x'), password: 'short' },
        { username: '..', password: PASSWORD },
      ]) {
        expect([wrong, (await signUp(wrong)).status]).toEqual([wrong, 400])
      }
      const token = (await login({ username, password: PASSWORD })).text
      const { user } = payloadOf(token)
      expect([user.perm['admin'], user.perm['execute'], user.commands]).toEqual([false, false, []])
      expect((await admin.call(`GET /api/users/${user.id}`)).json['scope']).toBe(`/${username}`)
      expect(await admin.status(`DELETE /api/users/${user.id}`)).toBe(200)
    } finally {
      expect(await admin.status('PUT /api/settings', { body: before })).toBe(200)
    }
  })
})

describe('15 sessions', () => {
  it("are listed, and ended one by one or all except one's own", async () => {
    const me = await world.person()
    const tokens = [
      await login({ username: me.username, password: PASSWORD }),
      await login({ username: me.username, password: PASSWORD }),
    ].map(({ text }) => text)
    const { status, headers, json } = await me.call('GET /api/sessions')
    const items = json['items'] as { id: string; current: boolean }[]
    expect([status, headers.get('content-type'), items.length, items.filter(({ current }) => current).length]).toEqual([
      200,
      JSON_TYPE,
      3,
      1,
    ])
    const sid = payloadOf(tokens[0] ?? '').sid
    expect(await me.status(`DELETE /api/sessions/${sid}`)).toBe(204)
    expect(await me.status(`DELETE /api/sessions/${sid}`)).toBe(404)
    expect(await me.status('DELETE /api/sessions')).toBe(204)
    expect(((await me.call('GET /api/sessions')).json['items'] as object[]).length).toBe(1)
    expect(((await admin.call(`GET /api/sessions?user=${me.id}`)).json['items'] as object[]).length).toBe(1)
    expect(await me.status('GET /api/sessions?user=1')).toBe(403)
    expect(await me.status('POST /api/renew', { token: tokens[1] })).toBe(401)
  })
})
