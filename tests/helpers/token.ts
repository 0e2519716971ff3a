import type { TokenPayload } from '../../backend/contract/session.ts'

/** The payload of a token, as its holder can read it. The signature is not checked (RFC 7519 section 3). */
export const payloadOf = (token: string): TokenPayload =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as TokenPayload
