// What people did with files, lately.
import { z } from 'zod'
import { ACTIVITY_KINDS } from './activity-kinds.ts'
import { ACTIVITY_NAMES_MAX } from './limits.ts'

export const activityEntry = z.strictObject({
  id: z.string(),
  when: z.string().describe('When it happened last, RFC 3339.'),
  kind: z.enum(ACTIVITY_KINDS),
  who: z.string().nullable().describe('The name of who did it; null if nobody knows, or if the person is gone.'),
  folder: z.string().describe('Where it happened, as the caller sees it.'),
  names: z
    .array(z.string())
    .describe(`The files or folders in it, ${ACTIVITY_NAMES_MAX} at most; none where only their number may be told.`),
  count: z.int().positive().describe('How many they are. It counts only what the caller may see.'),
  from: z
    .string()
    .nullable()
    .describe('The path before it was moved or renamed, or of what was copied; null if the caller does not see it.'),
})
export type ActivityEntry = z.infer<typeof activityEntry>

export const activity = z.strictObject({
  items: z.array(activityEntry).describe('Newest first.'),
  people: z.array(z.string()).describe('Everybody who did any of what the caller may see, by name.'),
  cursor: z.string().nullable().describe('Where the next page begins; null on the last page.'),
})
export type Activity = z.infer<typeof activity>
