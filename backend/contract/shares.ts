// Links that hand out a file or folder to guests: the private calls that make and keep them, and what the public ones
// answer.
import { z } from 'zod'
import { PASSWORD_MAX_BYTES } from './limits.ts'
import { fileResource, folderResource } from './resources.ts'
import { SHARE_UNITS, SHARE_NUMBER_MAX } from './share-units.ts'

export { SHARE_UNITS, type ShareUnit, SHARE_NUMBER_MAX } from './share-units.ts'

export { SHARE_PASSWORD_HEADER } from './headers.ts'

/** What a link lets its guests do. */
export const SHARE_KINDS = ['read'] as const
export type ShareKind = (typeof SHARE_KINDS)[number]

/** Bytes of a link's password at most; all of them count. */
export const SHARE_PASSWORD_MAX_BYTES = PASSWORD_MAX_BYTES
/** Days that an ended link is kept, to be extended. */
export const ENDED_SHARE_DAYS = 30

const limit = z.number().int().nonnegative().max(SHARE_NUMBER_MAX)

/** Body of `POST /api/share{path}`. What else a client sends is passed over. */
export const createShareBody = z.object({
  password: z
    .string()
    .max(SHARE_PASSWORD_MAX_BYTES)
    .nullish()
    .transform((value) => value ?? '')
    .describe('None when empty.'),
  expires: z
    .string()
    .regex(/^\d*$/)
    .refine((value) => Number(value) <= SHARE_NUMBER_MAX)
    .nullish()
    .transform((value) => Number(value ?? ''))
    .describe('How many units it lasts, as a text of digits; for ever when empty or 0.'),
  unit: z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.enum(SHARE_UNITS).default('hours'),
  ),
  limit: limit
    .nullish()
    .transform((value) => value ?? 0)
    .describe('How often it may be downloaded; 0 for as often as one likes.'),
})
export type CreateShareBody = z.infer<typeof createShareBody>

/** Body of `PATCH /api/share/{hash}`: what is left out stays as it is. Time counts from now. */
export const changeShareBody = z.object({
  password: z
    .string()
    .max(SHARE_PASSWORD_MAX_BYTES)
    .optional()
    .describe('Empty takes it away. Another one makes a new token.'),
  expires: createShareBody.shape.expires.optional(),
  unit: createShareBody.shape.unit,
  limit: limit.optional(),
})
export type ChangeShareBody = z.infer<typeof changeShareBody>

/** One link, as the private calls tell it. */
export const shareLink = z.strictObject({
  hash: z.string().describe('Names the link in public addresses.'),
  path: z
    .string()
    .describe('Where it leads now, in the tree of its owner; as it was asked for where nothing moved it.'),
  userID: z.int().positive(),
  expire: z.number().nonnegative().describe('When it ends, in seconds since 1970; 0 for never.'),
  token: z
    .string()
    .optional()
    .describe('Opens it in the place of its password: told to its owner, where there is one.'),
  username: z.string().optional().describe('Whose it is: told to administrators.'),
  kind: z.enum(SHARE_KINDS),
  isDir: z.boolean(),
  hasPassword: z.boolean(),
  created: z.string().describe('RFC 3339.'),
  opened: z.int().nonnegative().describe('How often guests have opened it, told with a minute of grace.'),
  downloads: z.int().nonnegative().describe('How often it was downloaded: once a guest and hour.'),
  limit: z.int().nonnegative().describe('How many downloads end it; 0 for none.'),
  lastUsed: z.string().nullable().describe('RFC 3339.'),
})
export type ShareLink = z.infer<typeof shareLink>

/** Answer of `GET /api/shares` and `GET /api/share{path}`. */
export const shareLinks = z.array(shareLink)

const publicFields = {
  sharedName: z.string().describe('What the link leads to is called.'),
  token: z.string().optional().describe('Opens the link in the place of its password, where it has one.'),
  expire: z.number().nonnegative().describe('When the link ends, in seconds since 1970; 0 for never.'),
}

/** Answer of `GET /api/public/share/{hash}`: paths begin at what is shared. */
export const sharedResource = z.union([folderResource.extend(publicFields), fileResource.extend(publicFields)])
export type SharedResource = z.infer<typeof sharedResource>
