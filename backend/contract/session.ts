// Signing in, and the payload of the token (a JWT, HS256).
import { z } from 'zod'
import { permissions } from './permissions.ts'
import { viewMode } from './users.ts'

export { PASSWORD_MAX_BYTES } from './limits.ts'

export const loginBody = z.object({
  username: z.string(),
  password: z.string(),
  recaptcha: z.string().nullish(),
})
export type LoginBody = z.infer<typeof loginBody>

export const signupBody = z.object({ username: z.string().min(1), password: z.string().min(1) })
export type SignupBody = z.infer<typeof signupBody>

/** The `user` of a token's payload. */
export const tokenUser = z.strictObject({
  id: z.int().positive(),
  username: z.string(),
  locale: z.string(),
  viewMode,
  singleClick: z.boolean(),
  perm: permissions,
  commands: z.array(z.string()),
  lockPassword: z.boolean(),
  hideDotfiles: z.boolean(),
  dateFormat: z.boolean(),
})
export type TokenUser = z.infer<typeof tokenUser>

/** A token's whole payload. */
export const tokenPayload = z.strictObject({
  user: tokenUser,
  sid: z.string().describe('Names the session that the server keeps.'),
  iss: z.string(),
  iat: z.int().describe('Whole seconds since 1970.'),
  exp: z.int().describe('Whole seconds since 1970.'),
  rec: z.int().describe('When the record that it tells of was changed last, in milliseconds since 1970.'),
})
export type TokenPayload = z.infer<typeof tokenPayload>

/** What a session is used with, as the browser's User-Agent header tells it; parts that it does not tell are empty. */
export const DEVICE_KINDS = ['desktop', 'phone', 'tablet', 'other'] as const
export const device = z.strictObject({
  browser: z.string().describe('The program by its own name, such as `Firefox`.'),
  system: z.string().describe('Such as `Windows` or `Android`.'),
  kind: z.enum(DEVICE_KINDS).describe('`other` is what is no browser that is known, too.'),
})
export type Device = z.infer<typeof device>

/** One session as `GET /api/sessions` tells it. */
export const sessionRecord = z.strictObject({
  id: z.string().describe('Names it. It opens nothing.'),
  device,
  address: z.string().describe('Where it was begun.'),
  firstUsed: z.string().describe('RFC 3339.'),
  lastUsed: z.string().describe('RFC 3339; told with five minutes of grace.'),
  current: z.boolean().describe('Whether it is the one that asks.'),
})
export type SessionRecord = z.infer<typeof sessionRecord>

/** Answer of `GET /api/sessions`. */
export const sessionList = z.strictObject({ items: z.array(sessionRecord), cursor: z.null().describe('That is all.') })
export type SessionList = z.infer<typeof sessionList>
