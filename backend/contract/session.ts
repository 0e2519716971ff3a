// Sessions, and the payload of the token (a JWT, HS256).
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
  locale: z.string().describe('The language that the person chose; empty for that of the browser.'),
  viewMode,
  singleClick: z.boolean(),
  perm: permissions,
  commands: z.array(z.string()),
  lockPassword: z.boolean(),
  hideDotfiles: z.boolean(),
  dateFormat: z.boolean(),
})
export type TokenUser = z.infer<typeof tokenUser>

/** The whole payload of a token. */
export const tokenPayload = z.strictObject({
  user: tokenUser,
  sid: z.string().describe('The session on the server.'),
  iss: z.string(),
  iat: z.int().describe('Seconds since 1970.'),
  exp: z.int().describe('Seconds since 1970.'),
  rec: z.int().describe('When the record in `user` was last changed, in milliseconds since 1970.'),
})
export type TokenPayload = z.infer<typeof tokenPayload>

/** The device of a session, read from the User-Agent header; unknown parts are empty. */
export const DEVICE_KINDS = ['desktop', 'phone', 'tablet', 'other'] as const
export const device = z.strictObject({
  browser: z.string().describe('The name of the program, such as `Firefox`.'),
  system: z.string().describe('Such as `Windows` or `Android`.'),
  kind: z.enum(DEVICE_KINDS).describe('`other` also for programs that are not known browsers.'),
})
export type Device = z.infer<typeof device>

/** One session of `GET /api/sessions`. */
export const sessionRecord = z.strictObject({
  id: z.string().describe('Identifies the session. It cannot be used to log in.'),
  device,
  address: z.string().describe('The IP address where it began.'),
  firstUsed: z.string().describe('RFC 3339.'),
  lastUsed: z.string().describe('RFC 3339; up to five minutes old.'),
  current: z.boolean().describe('Whether it is the session of this request.'),
})
export type SessionRecord = z.infer<typeof sessionRecord>

/** Answer of `GET /api/sessions`. */
export const sessionList = z.strictObject({ items: z.array(sessionRecord), cursor: z.null().describe('Always null.') })
export type SessionList = z.infer<typeof sessionList>
