// How guests prove their access: the token or the password of a link, from a query or a header.
import { timingSafeEqual } from 'node:crypto'
import { SHARE_PASSWORD_MAX_BYTES } from '../../../contract/shares.ts'

/** Compares in constant time. An empty token never matches. */
export function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return token !== '' && a.length === b.length && timingSafeEqual(a, b)
}

/** The password in a header; null if it is badly encoded or too long. */
export function decodePassword(encoded: string): string | null {
  try {
    const password = decodeURIComponent(encoded)
    return Buffer.byteLength(password) > SHARE_PASSWORD_MAX_BYTES ? null : password
  } catch {
    return null
  }
}
