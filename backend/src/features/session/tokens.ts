// Tokens: JWTs in compact form, HMAC-SHA256 (RFC 7519, RFC 7515). Any other algorithm and tokens without expiry are
// refused.
import { createHash, hash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { TokenUser } from '../../../contract/session.ts'
import type { Clock } from '../../lib/clock.ts'
import { createLru } from '../../lib/lru.ts'
import type { User } from '../users/user.ts'

const ISSUER = 'nido'
const ALGORITHM = 'HS256'
/** Tokens whose signature was right, by their hashes. Checking one took a fifteenth of a small call, by a profile. */
const REMEMBERED = 5_000

/** What a token is trusted for: its session and its times. Everything else is looked up. */
export interface TokenClaims {
  sessionId: string
  /** In seconds. */
  issuedAt: number
  expiresAt: number
  /** When the person's record was last changed, in milliseconds. */
  recordChanged: number
}

export interface Tokens {
  /** A token of a session that expires at a given time, in seconds. */
  sign(user: User, claims: Omit<TokenClaims, 'recordChanged'>): Promise<string>
  /** Null for a foreign or expired token. */
  verify(token: string): Promise<TokenClaims | null>
}

export function createTokens(secret: string, now: Clock): Tokens {
  // A key for this purpose only, because the same secret may sign other things one day.
  const key = createHash('sha256').update(`nido:tokens:${secret}`).digest()
  const verified = createLru<string, TokenClaims>(REMEMBERED)

  async function check(token: string): Promise<TokenClaims | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        requiredClaims: ['exp', 'iat', 'sid'],
        currentDate: new Date(now()),
      })
      const { sid, iat, exp, rec } = payload
      if (typeof sid !== 'string' || iat === undefined || exp === undefined) return null
      const recordChanged = typeof rec === 'number' ? rec : iat * 1000
      return { sessionId: sid, issuedAt: iat, expiresAt: exp, recordChanged }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  return {
    sign: (user, { sessionId, issuedAt, expiresAt }) =>
      new SignJWT({ user: tokenUserOf(user), sid: sessionId, rec: user.changed.getTime() })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key),
    verify: async (token) => {
      const name = hash('sha256', token, 'base64url')
      const known = verified.get(name)
      if (known) return known.expiresAt > Math.floor(now() / 1000) ? known : null
      const claims = await check(token)
      if (claims) verified.set(name, claims)
      return claims
    },
  }
}

/** The person in a token, field by field. */
function tokenUserOf(user: User): TokenUser {
  return {
    id: user.id,
    username: user.username,
    locale: user.locale,
    viewMode: user.viewMode,
    singleClick: user.singleClick,
    perm: user.perm,
    commands: user.commands,
    lockPassword: user.lockPassword,
    hideDotfiles: user.hideDotfiles,
    dateFormat: user.dateFormat,
  }
}
