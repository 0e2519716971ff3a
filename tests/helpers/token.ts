import type { TokenPayload } from '../../backend/contract/session.ts'

/** What a token says, as whoever holds it can read it; its signature is not looked at (RFC 7519 section 3). */
export const payloadOf = (token: string): TokenPayload =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as TokenPayload
