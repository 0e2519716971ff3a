// Push to devices whose page is closed: `/api/push`.
import { z } from 'zod'
import { PUSH_DEVICES_MAX, PUSH_ENDPOINT_MAX, PUSH_OUTCOMES } from './push-limits.ts'
import { device } from './session.ts'

/** What `PushSubscription.toJSON()` gives (Push API). Other fields of it are ignored. */
export const pushBody = z.object({
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(PUSH_ENDPOINT_MAX)
    .describe('Where messages are sent, by https.'),
  keys: z.object({
    p256dh: z
      .string()
      .regex(/^[\w-]{87}$/)
      .describe('The public key of the browser: a point on P-256, as base64url.'),
    auth: z
      .string()
      .regex(/^[\w-]{22}$/)
      .describe('The secret of the browser: 16 bytes, as base64url.'),
  }),
})
export type PushBody = z.infer<typeof pushBody>

export const pushDevice = z.strictObject({
  id: z.string().describe('The first 16 letters of the SHA-256 of its address, as base64url.'),
  device,
  made: z.string().describe('When it was added, as ISO 8601.'),
  used: z.string().nullable().describe('When it was last pushed to, as ISO 8601.'),
  outcome: z.enum(PUSH_OUTCOMES).nullable().describe('What became of the last push to it; null before the first one.'),
})
export type PushDevice = z.infer<typeof pushDevice>

/** Answer of `GET /api/push`. */
export const pushState = z.strictObject({
  key: z.string().describe('The public key of this server (RFC 8292), as a browser wants it to subscribe.'),
  isWorking: z.boolean().describe('Whether a worker runs. Without one, nothing is pushed.'),
  items: z.array(pushDevice).max(PUSH_DEVICES_MAX).describe('One’s own devices, the first one first.'),
})
export type PushState = z.infer<typeof pushState>
