import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { SignJWT } from 'jose'
import type { User } from '../users/user.ts'
import { createTokens } from './tokens.ts'

const SECRET = 'a secret of more than thirty-two bytes, surely'
const NOW = 1_800_000_000
const tokens = createTokens(SECRET, () => NOW * 1000)
const ann = {
  id: 2,
  username: 'ann',
  perm: {},
  commands: [],
  password: 'never told',
  quota: 5,
  changed: new Date(NOW * 1000 - 7),
} as unknown as User
const claims = { sessionId: 'sid', issuedAt: NOW, expiresAt: NOW + 60 }
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const forged = (header: object, payload: object, key = '') => {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${key === '' ? '' : createHmac('sha256', key).update(text).digest('base64url')}`
}
const good = { user: { id: 1 }, sid: 'sid', iss: 'nido', iat: NOW, exp: NOW + 60 }

describe('tokens', () => {
  it('name their session, their times and how new the record is that they tell of', async () =>
    expect(await tokens.verify(await tokens.sign(ann, claims))).toEqual({ ...claims, recordChanged: NOW * 1000 - 7 }))

  it('carry what the contract says and nothing else', async () => {
    const [, payload = ''] = (await tokens.sign(ann, claims)).split('.')
    const { user } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { user: object }
    expect(Object.keys(user)).not.toContain('password')
    expect(Object.keys(user)).not.toContain('quota')
  })

  it('end', async () => {
    const token = await tokens.sign(ann, { ...claims, expiresAt: NOW })
    expect(await tokens.verify(token)).toBeNull()
  })

  it('end in time though they were seen before, and only as they were seen', async () => {
    let now = NOW * 1000
    const later = createTokens(SECRET, () => now)
    const token = await later.sign(ann, claims)
    const [head, , signature] = token.split('.')
    for (let again = 0; again < 3; again += 1) {
      expect(await later.verify(token)).toMatchObject(claims)
      expect(await later.verify(`${head}.${part({ ...good, exp: NOW + 9_999 })}.${signature}`)).toBeNull()
      expect(await later.verify(token.slice(0, -2))).toBeNull()
    }
    now = claims.expiresAt * 1000 - 1
    expect(await later.verify(token)).not.toBeNull()
    now += 1
    expect(await later.verify(token)).toBeNull()
  })

  it('of another installation are not ours', async () => {
    expect(await tokens.verify(await createTokens(`${SECRET}!`, () => NOW * 1000).sign(ann, claims))).toBeNull()
  })

  it.each([
    ['no algorithm', forged({ alg: 'none' }, good)],
    ['no signature', forged({ alg: 'HS256' }, good)],
    ['an empty key', forged({ alg: 'HS256' }, good, ' ')],
    ['the secret itself as the key', forged({ alg: 'HS256' }, good, SECRET)],
    ['a public-key algorithm', forged({ alg: 'RS256' }, good, SECRET)],
    ['a key named by a path', forged({ alg: 'HS256', kid: '../../dev/null' }, good, ' ')],
    ['no JSON', 'a.b.c'],
  ])('with %s are refused', async (_, token) => expect(await tokens.verify(token)).toBeNull())

  it('without an end, a session or the issuer are refused, though the key is right', async () => {
    const { createHash } = await import('node:crypto')
    const key = createHash('sha256').update(`nido:tokens:${SECRET}`).digest()
    const sign = (payload: Record<string, unknown>) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(key)
    const { exp: _, ...endless } = good
    const { sid: __, ...nameless } = good
    const all = [endless, nameless, { ...good, iss: 'other' }, { ...good, sid: 5 }]
    expect(await Promise.all(all.map(async (payload) => tokens.verify(await sign(payload))))).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(await tokens.verify(await sign(good))).not.toBeNull()
  })
})
