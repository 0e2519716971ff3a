// api-contract 1: who may come in, and what answers look like.
import { describe, expect, it } from '@jest/globals'
import { payloadOf } from '../../helpers/token.ts'
import { until } from '../../helpers/until.ts'
import { admin, me, world } from './own-world.ts'
import { freshName, JSON_TYPE, TEXT_TYPE, twice } from './wire.ts'

describe('1.1 the token', () => {
  it('is taken from X-Auth, from `auth` of a download’s query, and from the cookie for GET and HEAD only', async () => {
    const name = freshName()
    expect(await me.status(`POST /api/resources/${name}`, { body: 'x' })).toBe(200)
    const cookie = { token: '', headers: { Cookie: `auth=${me.token}` } }
    expect(await me.status('GET /api/resources/')).toBe(200)
    expect(await me.status(`GET /api/raw/${name}?auth=${me.token}`, { token: '' })).toBe(200)
    expect(await me.status('GET /api/resources/', cookie)).toBe(200)
    expect(await me.status(`HEAD /api/raw/${name}`, cookie)).toBe(200)
    expect(await me.status(`POST /api/resources/${name}2`, { ...cookie, body: 'x' })).toBe(401)
    expect(await me.status(`PUT /api/resources/${name}`, { ...cookie, body: 'y' })).toBe(401)
    expect(await me.status(`PATCH /api/resources/${name}?action=rename&destination=%2Fz`, cookie)).toBe(401)
    expect(await me.status(`DELETE /api/resources/${name}`, cookie)).toBe(401)
  })

  it('is ignored unless it has two dots; `Authorization` is not read', async () => {
    expect(await me.status('GET /api/resources/', { token: 'no-dots', headers: { Cookie: `auth=${me.token}` } })).toBe(
      200,
    )
    expect(
      await me.status('GET /api/resources/', { token: '', headers: { Authorization: `Bearer ${me.token}` } }),
    ).toBe(401)
    expect(await me.status('GET /api/resources/', { token: 'a.b.c' })).toBe(401)
    expect(await me.status('GET /api/resources/', { token: '' })).toBe(401)
    const [, payload = ''] = me.token.split('.')
    expect(
      await me.status('GET /api/resources/', {
        token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      }),
    ).toBe(401)
  })

  it('contains the person, never a password, times in whole seconds, and lasts two hours', () => {
    const { user, iss, iat, exp } = payloadOf(me.token)
    expect(user).toEqual({
      id: me.id,
      username: me.username,
      locale: 'en',
      viewMode: 'list',
      singleClick: false,
      commands: [],
      lockPassword: false,
      hideDotfiles: false,
      dateFormat: false,
      perm: {
        admin: false,
        execute: false,
        create: true,
        rename: true,
        modify: true,
        delete: true,
        share: true,
        download: true,
        importTorrents: false,
        importYouTube: false,
        calendar: false,
      },
    })
    expect([typeof iss, Number.isInteger(iat), exp - iat]).toEqual(['string', true, 7200])
  })

  it('identifies the person; the stored permissions count, and a change asks for a renewal', async () => {
    const other = await world.person()
    expect(await other.status('GET /api/users')).toBe(403)
    expect(
      await admin.status(`PUT /api/users/${other.id}`, {
        body: { what: 'user', which: ['perm'], data: { id: other.id, perm: { create: false, download: true } } },
      }),
    ).toBe(200)
    // Another replica learns of it within a second.
    await until(async () => (await other.status(`POST /api/resources/${freshName()}`, { body: 'x' })) === 403, 20_000)
    expect(await other.status(`POST /api/resources/${freshName()}`, { body: 'x' })).toBe(403)
    const renewed = await other.call('POST /api/renew')
    expect([renewed.status, renewed.headers.get('x-renew-token'), payloadOf(renewed.text).user.perm]).toEqual([
      200,
      'false',
      expect.objectContaining({ create: false, modify: false }),
    ])
  })

  it('names a session: logging out ends it, removing the person ends them all', async () => {
    const other = await world.person()
    const second = (
      await world.nobody.call('POST /api/login', {
        body: { username: other.username, password: 'A-Household-Pass-7731', recaptcha: '' },
      })
    ).text
    expect(await other.status('POST /api/logout')).toBe(204)
    expect(await other.status('POST /api/renew')).toBe(401)
    expect(await other.status('POST /api/renew', { token: second })).toBe(200)
    expect(await admin.status(`DELETE /api/users/${other.id}`)).toBe(200)
    await until(async () => (await other.status('GET /api/resources/', { token: second })) === 401, 20_000)
    expect(await other.status('GET /api/resources/', { token: second })).toBe(401)
  })
})

describe('1.2 answers', () => {
  it('are JSON, or a status as text, never to be cached', async () => {
    const json = await me.call('GET /api/resources/')
    expect([json.status, json.headers.get('content-type')]).toEqual([200, JSON_TYPE])
    const missing = await me.call(`GET /api/resources/${freshName()}`)
    expect([
      missing.status,
      missing.headers.get('content-type'),
      missing.text,
      missing.headers.get('x-content-type-options'),
    ]).toEqual([404, TEXT_TYPE, '404 Not Found\n', 'nosniff'])
    const made = await me.call(`POST /api/resources/${freshName()}/`)
    expect([made.status, made.headers.get('content-type'), made.text]).toEqual([200, TEXT_TYPE, '200 OK\n'])
    const wrong = await me.call('GET /api/resources/%00')
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/^400 Bad Request( \(.+\))?\n$/)])
    for (const { headers } of [json, missing, made, wrong]) {
      expect(headers.get('cache-control')).toBe('no-cache, no-store, must-revalidate')
      expect(headers.get('content-security-policy')).toBe("default-src 'self'; style-src 'unsafe-inline';")
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it('are problem documents for clients that ask for them', async () => {
    const { status, headers, json } = await me.call(`GET /api/resources/${freshName()}`, {
      headers: { Accept: 'application/problem+json' },
    })
    expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    expect(json).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'notFound',
      detail: expect.any(String),
      requestId: headers.get('x-request-id'),
    })
  })

  it('are 404 for unknown calls, HEAD and OPTIONS', async () => {
    expect([404, 405]).toContain(await me.status('POST /api/no-such-call'))
    expect(await me.status('OPTIONS /api/resources/')).toBe(404)
    expect(await me.status('HEAD /api/resources/')).toBe(404)
    expect(await me.status('HEAD /api/users')).toBe(404)
  })
})

describe('1.2 paths', () => {
  it('are cleaned, decoded once, and kept byte for byte', async () => {
    const dir = freshName()
    for (const name of ['%2525', 'a%5Cb', 'o%CC%88', '%C3%B6', 'plus+plus', 'semi%3Bcolon', '%20%20', '%E2%80%AE'])
      expect([name, await me.status(`POST /api/resources/${dir}/${name}`, { body: name })]).toEqual([name, 200])
    const listed = (await me.call(`GET /api/resources/${dir}`)).json['items'] as { name: string; path: string }[]
    expect(listed.map(({ name }) => name).sort()).toEqual(
      ['%25', 'a\\b', 'o\u0308', '\u00f6', 'plus+plus', 'semi;colon', '  ', '\u202e'].sort(),
    )
    expect(listed.every(({ name, path }) => path === `/${dir}/${name}`)).toBe(true)
    expect((await me.call(`GET /api/raw//${dir}/./x/%2E%2E/plus%2Bplus`)).text).toBe('plus+plus')
  })

  it('may contain any character, in folders and files, wherever they are used', async () => {
    const signs = ` !"#$%&'()*+,-.:;<=>?@[]^_\`{|}~`
    const at = (...names: string[]) => names.map(encodeURIComponent).join('/')
    const dir = freshName()
    expect(await me.status(`POST /api/resources/${at(dir, signs, signs)}`, { body: 'x' })).toBe(200)
    expect(await me.status(`POST /api/resources/${at(dir, `${signs}2`)}/`)).toBe(200)
    expect(
      await me.status(`PATCH /api/resources/${at(dir, signs)}?action=copy&destination=${twice(`/${dir}/copy`)}`),
    ).toBe(200)
    expect(
      await me.status(
        `PATCH /api/resources/${at(dir, 'copy')}?action=rename&destination=${twice(`/${dir}/${signs}3`)}`,
      ),
    ).toBe(200)
    expect((await me.call(`GET /api/raw/${at(dir, `${signs}3`, signs)}`)).text).toBe('x')
    expect(
      ((await me.call(`GET /api/resources/${at(dir, `${signs}3`)}/`)).json['items'] as { name: string }[]).map(
        ({ name }) => name,
      ),
    ).toEqual([signs])
    expect((await me.call(`GET /api/search/${at(dir)}?query=${encodeURIComponent('"*+,"')}`)).json).toHaveLength(5)
    const note = (await me.call(`DELETE /api/resources/${at(dir, signs)}`)).headers.get('x-trash-note') ?? ''
    expect(
      ((await me.call(`GET /api/resources/${dir}`)).json['items'] as { name: string }[]).map(({ name }) => name),
    ).toEqual([`${signs}2`, `${signs}3`])
    expect(await me.status(`POST /api/trash/${note}/restore`)).toBe(200)
    expect((await me.call(`GET /api/raw/${at(dir, signs, signs)}`)).text).toBe('x')
  })

  it.each([
    ['that leaves the scope', '..%2F..%2Fetc'],
    ['with NUL', 'a%00b'],
    ['with a control character', 'a%1Fb'],
    ['of broken UTF-8', '%FF'],
    ['cut in an escape', '%E0%A4%A'],
    ['with a segment over 255 bytes', 'x'.repeat(256)],
    ['over 1,024 bytes', `${'y'.repeat(200)}/`.repeat(6)],
    ['whose backslashes make a ..', 'a%5C..%5Cb'],
  ])('one %s is 400', async (_, path) => {
    expect(await me.status(`POST /api/resources/${path.replace(/\/$/, '')}`, { body: 'x' })).toBe(400)
    expect(await me.status(`GET /api/raw/${path}`)).toBe(400)
  })
})

describe('1.3 which status for which error', () => {
  it('401, 403, 202 without download, 404, 409, 400', async () => {
    const barred = await world.person({ perm: { create: true, download: false, share: false } })
    const name = freshName()
    expect(await barred.status(`POST /api/resources/${name}.txt`, { body: 'x' })).toBe(200)
    for (const line of [
      `GET /api/raw/${name}.txt`,
      `GET /api/preview/thumb/${name}.txt`,
      `GET /api/subtitle/${name}.txt`,
      `GET /api/resources/${name}.txt?checksum=md5`,
    ]) {
      const { status, bytes } = await barred.call(line)
      expect([line, status, bytes.length]).toEqual([line, 202, 0])
    }
    expect((await barred.call(`GET /api/resources/${name}.txt`)).json).not.toHaveProperty('content')
    const strict = await world.person({
      rules: [{ regex: false, allow: false, path: '/secret', regexp: { raw: '' } }],
      hideDotfiles: true,
    })
    expect(await strict.status('GET /api/resources/secret')).toBe(403)
    expect(await strict.status('GET /api/resources/.hidden')).toBe(403)
    expect(await me.status('GET /api/resources/', { token: '' })).toBe(401)
    expect(await me.status(`GET /api/resources/${freshName()}`)).toBe(404)
    expect(await me.status(`POST /api/resources/${name}`, { body: 'x' })).toBe(200)
    expect(await me.status(`POST /api/resources/${name}`, { body: 'x' })).toBe(409)
    expect(await me.status('POST /api/signup', { token: '', body: 'no JSON' })).toBe(405)
    expect(await me.status('PUT /api/users/1', { body: 'no JSON' })).toBe(403)
    expect(await admin.status('PUT /api/settings', { body: 'no JSON' })).toBe(400)
  })
})
