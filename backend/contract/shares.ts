// Share links: the calls that manage them, and what the public calls answer.
import { z } from 'zod'
import { PASSWORD_MAX_BYTES } from './limits.ts'
import { fileResource, folderResource } from './resources.ts'
import { SHARE_UNITS, SHARE_NUMBER_MAX } from './share-units.ts'

export { SHARE_UNITS, type ShareUnit, SHARE_NUMBER_MAX } from './share-units.ts'

export { SHARE_PASSWORD_HEADER } from './headers.ts'

/** What a link lets its guests do. */
export const SHARE_KINDS = ['read'] as const
export type ShareKind = (typeof SHARE_KINDS)[number]

/** Maximum bytes of a link's password. All of them count. */
export const SHARE_PASSWORD_MAX_BYTES = PASSWORD_MAX_BYTES
/** Days that an ended link is kept so that it can be extended. */
export const ENDED_SHARE_DAYS = 30

const limit = z.number().int().nonnegative().max(SHARE_NUMBER_MAX)

/** Body of `POST /api/share{path}`. Other fields are ignored. */
export const createShareBody = z.object({
  password: z
    .string()
    .max(SHARE_PASSWORD_MAX_BYTES)
    .nullish()
    .transform((value) => value ?? '')
    .describe('Empty for none.'),
  expires: z
    .string()
    .regex(/^\d*$/)
    .refine((value) => Number(value) <= SHARE_NUMBER_MAX)
    .nullish()
    .transform((value) => Number(value ?? ''))
    .describe('The duration in units, as digits; empty or 0 for no expiry.'),
  unit: z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.enum(SHARE_UNITS).default('hours'),
  ),
  limit: limit
    .nullish()
    .transform((value) => value ?? 0)
    .describe('The maximum number of downloads; 0 for no limit.'),
})
export type CreateShareBody = z.infer<typeof createShareBody>

/** Body of `PATCH /api/share/{hash}`. Missing fields stay as they are. The duration counts from now. */
export const changeShareBody = z.object({
  password: z
    .string()
    .max(SHARE_PASSWORD_MAX_BYTES)
    .optional()
    .describe('Empty removes it. A new one makes a new token.'),
  expires: createShareBody.shape.expires.optional(),
  unit: createShareBody.shape.unit,
  limit: limit.optional(),
})
export type ChangeShareBody = z.infer<typeof changeShareBody>

/** A link as the private calls answer it. */
export const shareLink = z.strictObject({
  hash: z.string().describe('Identifies the link in public URLs.'),
  path: z.string().describe("The current path in the owner's tree; as it was sent unless the item has been moved."),
  userID: z.int().positive(),
  expire: z.number().nonnegative().describe('When it expires, in seconds since 1970; 0 for never.'),
  token: z
    .string()
    .optional()
    .describe('Opens the link in place of its password, if it has one. Only its owner gets this.'),
  username: z.string().optional().describe('The owner. Only administrators get this.'),
  kind: z.enum(SHARE_KINDS),
  isDir: z.boolean(),
  hasPassword: z.boolean(),
  created: z.string().describe('RFC 3339.'),
  opened: z.int().nonnegative().describe('How often guests have opened it, up to a minute old.'),
  downloads: z.int().nonnegative().describe('How often it was downloaded; once per guest and hour.'),
  limit: z.int().nonnegative().describe('The maximum number of downloads; 0 for no limit.'),
  lastUsed: z.string().nullable().describe('RFC 3339.'),
})
export type ShareLink = z.infer<typeof shareLink>

/** Answer of `GET /api/shares` and `GET /api/share{path}`. */
export const shareLinks = z.array(shareLink)

const publicFields = {
  sharedName: z.string().describe('The name of the shared item.'),
  token: z.string().optional().describe('Opens the link in place of its password, if it has one.'),
  expire: z.number().nonnegative().describe('When the link expires, in seconds since 1970; 0 for never.'),
}

/** Answer of `GET /api/public/share/{hash}`. Paths are relative to the shared item. */
export const sharedResource = z.union([folderResource.extend(publicFields), fileResource.extend(publicFields)])
export type SharedResource = z.infer<typeof sharedResource>
