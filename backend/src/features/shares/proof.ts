// What guests prove their right with: the token of a link, or its password, as they come in an address or a header.
import { timingSafeEqual } from 'node:crypto'
import { SHARE_PASSWORD_MAX_BYTES } from '../../../contract/shares.ts'

/** Compared in a time that tells nothing. An empty token never matches. */
export function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return token !== '' && a.length === b.length && timingSafeEqual(a, b)
}

/** The password of a header; null for what is badly encoded, or too long to be one. */
export function decodePassword(encoded: string): string | null {
  try {
    const password = decodeURIComponent(encoded)
    return Buffer.byteLength(password) > SHARE_PASSWORD_MAX_BYTES ? null : password
  } catch {
    return null
  }
}
