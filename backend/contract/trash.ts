// What was deleted, and what files were before: Nido's own calls.
import { z } from 'zod'
import { NAMES_MAX } from './limits.ts'

export const TRASH_KINDS = ['delete', 'replace'] as const
/** Names of an action's things that are told at first sight, at most. */
export const NAMES_TOLD = 5

/** One action in the trash: who deleted or replaced what, and how much of it. Paths are the asking person's. */
export const trashNote = z.strictObject({
  id: z.string(),
  path: z
    .string()
    .describe(
      'What was deleted or replaced, as the person sees it who asks; of several things the folder that holds them.',
    ),
  kind: z.enum(TRASH_KINDS).describe('Of what was replaced the note has the versions before.'),
  isDir: z.boolean(),
  things: z.int().positive().describe('What was named in the action: a folder is one thing.'),
  names: z.array(z.string()).describe(`Names of some of these, ${NAMES_TOLD} at most.`),
  count: z
    .int()
    .nonnegative()
    .describe('Files in all of them that the person may see who asks; so with `things`, `names` and `bytes`.'),
  bytes: z.int().nonnegative(),
  when: z.string().describe('RFC 3339.'),
  who: z.string(),
  expires: z.string().describe('When the storage lets go of it for good, RFC 3339.'),
  pending: z.boolean().describe('True until the last of it is deleted.'),
})
export type TrashNote = z.infer<typeof trashNote>

/** Notes on a page of the trash, and at most. */
export const TRASH_PAGE = 200
export const TRASH_PAGE_MAX = 1_000

/** Answer of `GET /api/trash`, newest first. */
export const trash = z.strictObject({
  items: z.array(trashNote),
  cursor: z.string().nullable().describe('For the next page; null where there is none.'),
})
export type Trash = z.infer<typeof trash>

/** Body of `POST /api/trash/{id}/restore`; none restores everything to its place. */
export const restoreBody = z
  .object({
    paths: z
      .array(z.string().min(1))
      .min(1)
      .max(NAMES_MAX)
      .optional()
      .describe('What to bring back, as it lies in the note, such as `sub/a.txt`; all of it without.'),
    to: z.string().optional().describe('A folder to bring it back into instead of its own place.'),
    conflict: z
      .enum(['fail', 'rename', 'override'])
      .default('fail')
      .describe(
        'What to do where something else is there now. `fail`: 409, and nothing happens; of what several ' +
          'requests deleted or replaced in one action, the rest comes back, and 200 tells how much was left. ' +
          '`rename`: a copy comes under a free name. `override`: it is replaced, which is noted.',
      ),
  })
  .nullish()
/** Answer of a restore that is over. */
export const restored = z.strictObject({
  left: z.int().nonnegative().describe('How many things could not be brought back. They stay in the trash.'),
})
export type Restored = z.infer<typeof restored>
export type RestoreBody = z.infer<typeof restoreBody>

export { VERSIONS_MAX } from './limits.ts'

/** One version of a file. */
export const fileVersion = z.strictObject({
  id: z.string().describe('Goes into `?version=`.'),
  size: z.int().nonnegative(),
  modified: z.string().describe('RFC 3339.'),
  written: z.string().describe('When this version was written, RFC 3339.'),
  isLatest: z.boolean(),
})
export type FileVersion = z.infer<typeof fileVersion>

/** Answer of `GET /api/versions{path}`, newest first. */
export const fileVersions = z.strictObject({ items: z.array(fileVersion) })
export type FileVersions = z.infer<typeof fileVersions>
