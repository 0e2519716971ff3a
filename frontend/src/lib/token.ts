import type { TokenPayload } from '../../../backend/contract/session.ts'

/**
 * Reads the payload of a token (RFC 7519) without checking its signature, which only the server can do. Returns null
 * for anything else.
 */
export function readToken(token: string): TokenPayload | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
    const parsed = JSON.parse(new TextDecoder().decode(bytes)) as Partial<TokenPayload>
    return typeof parsed.user?.username === 'string' && typeof parsed.exp === 'number' ? (parsed as TokenPayload) : null
  } catch {
    return null
  }
}
