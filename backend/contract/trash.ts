// The trash and the versions of files.
import { z } from 'zod'
import { NAMES_MAX } from './limits.ts'

export const TRASH_KINDS = ['delete', 'replace'] as const
/** Names listed in a note, at most. */
export const NAMES_TOLD = 5

/** One action in the trash: who deleted or replaced what, and how much. Paths are those of the caller. */
export const trashNote = z.strictObject({
  id: z.string(),
  path: z
    .string()
    .describe('The deleted or replaced path, as the caller sees it; for several items, the folder that held them.'),
  kind: z.enum(TRASH_KINDS).describe('A `replace` note holds the previous versions.'),
  isDir: z.boolean(),
  things: z.int().positive().describe('The number of items in the action; a folder counts as one.'),
  names: z.array(z.string()).describe(`The names of some of them, ${NAMES_TOLD} at most.`),
  count: z
    .int()
    .nonnegative()
    .describe('The number of files. Like `things`, `names` and `bytes`, it counts only what the caller may see.'),
  bytes: z.int().nonnegative(),
  when: z.string().describe('RFC 3339.'),
  who: z.string(),
  expires: z.string().describe('When it is deleted for good, RFC 3339.'),
  pending: z.boolean().describe('True until everything in it is deleted.'),
})
export type TrashNote = z.infer<typeof trashNote>

/** Notes on a page of the trash: the default, and the maximum. */
export const TRASH_PAGE = 200
export const TRASH_PAGE_MAX = 1_000

/** Answer of `GET /api/trash`, newest first. */
export const trash = z.strictObject({
  items: z.array(trashNote),
  cursor: z.string().nullable().describe('Where the next page begins; null on the last page.'),
})
export type Trash = z.infer<typeof trash>

/** Body of `POST /api/trash/{id}/restore`. Without a body, everything is restored to its place. */
export const restoreBody = z
  .object({
    paths: z
      .array(z.string().min(1))
      .min(1)
      .max(NAMES_MAX)
      .optional()
      .describe('What to restore, as paths inside the note such as `sub/a.txt`; everything if missing.'),
    to: z.string().optional().describe('The folder to restore to instead of the original place.'),
    conflict: z
      .enum(['fail', 'rename', 'override'])
      .default('fail')
      .describe(
        'What to do if something else is there now. `fail`: 409, and nothing happens; if several requests ' +
          'made up the action, the rest is restored, and 200 tells how many were left. ' +
          '`rename`: the item gets a free name. `override`: the present item is replaced and goes to the trash.',
      ),
  })
  .nullish()
/** Answer of a finished restore. */
export const restored = z.strictObject({
  left: z.int().nonnegative().describe('How many items could not be restored. They are still in the trash.'),
})
export type Restored = z.infer<typeof restored>
export type RestoreBody = z.infer<typeof restoreBody>

export { VERSIONS_MAX } from './limits.ts'

/** One version of a file. */
export const fileVersion = z.strictObject({
  id: z.string().describe('The value for `?version=`.'),
  size: z.int().nonnegative(),
  modified: z.string().describe('RFC 3339.'),
  written: z.string().describe('When this version was written, RFC 3339.'),
  isLatest: z.boolean(),
})
export type FileVersion = z.infer<typeof fileVersion>

/** Answer of `GET /api/versions{path}`, newest first. */
export const fileVersions = z.strictObject({ items: z.array(fileVersion) })
export type FileVersions = z.infer<typeof fileVersions>
