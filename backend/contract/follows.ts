// Feeds, podcasts and channels that people follow: a worker looks into them, and imports what is new.
import { z } from 'zod'
import { FOLLOW_KINDS, FOLLOW_STATES, VIDEO_PRESETS } from './import-kinds.ts'
import { importFailure } from './imports.ts'
import { IMPORT_LINK_MAX_LENGTH, SELECTED_PATH_MAX } from './limits.ts'

const count = z.int().nonnegative()
const time = z.string().nullable()

/** A followed feed. */
export const followRecord = z.strictObject({
  id: z.string(),
  username: z.string().describe('Whose it is.'),
  link: z.string().describe('As the person gave it: an address, or the path of a folder.'),
  title: z.string().nullable().describe('The title that the feed gives itself; null while unknown.'),
  kind: z.enum(FOLLOW_KINDS),
  preset: z.enum(VIDEO_PRESETS).describe('For videos.'),
  target: z.string().describe('The folder that imports go to, as the person sees it; empty for the usual one.'),
  state: z.enum(FOLLOW_STATES),
  error: importFailure.nullable().describe('Why the last look failed, or why it has stopped.'),
  lastLook: time.describe('When a worker looked last, in RFC 3339.'),
  nextLook: time.describe('When the next look is due, in RFC 3339; null if it is due now, or if none is.'),
  started: count.describe('Imports that it has begun so far.'),
  created: z.string().describe('RFC 3339.'),
})
export type FollowRecord = z.infer<typeof followRecord>

/** Answer of `GET /api/follows`. */
export const followList = z.strictObject({ items: z.array(followRecord).describe('By their titles.') })
export type FollowList = z.infer<typeof followList>

/** Body of `POST /api/follows`. */
export const followBody = z.object({
  link: z
    .string()
    .min(1)
    .max(IMPORT_LINK_MAX_LENGTH)
    .describe(
      'A feed (RSS, Atom, RDF or JSON Feed), a page that names its feed, or a channel or playlist of YouTube. For ' +
        'the kind `folder`, the path of a folder.',
    ),
  kind: z.enum(FOLLOW_KINDS).optional().describe('`auto` if left out.'),
  preset: z.enum(VIDEO_PRESETS).optional().describe('`best` if left out.'),
  target: z.string().max(SELECTED_PATH_MAX).optional().describe('A folder, as the person sees it.'),
  old: z
    .boolean()
    .optional()
    .describe('Whether the entries that are there already are imported, too. Those in a folder always are.'),
})
export type FollowBody = z.infer<typeof followBody>
