// The view that a person has chosen for a folder: `/api/views`.
import { z } from 'zod'
import { FOLDER_VIEWS_MAX } from './limits.ts'
import { FOLDER_GROUPS, TILE_PIXELS } from './user-choices.ts'
import { sorting, viewMode } from './users.ts'

export const folderView = z.strictObject({
  mode: viewMode,
  tile: z
    .int()
    .min(TILE_PIXELS.least)
    .max(TILE_PIXELS.most)
    .describe('The least width of a tile in a wide window, in pixels. Pages use less on a phone.'),
  group: z.enum(FOLDER_GROUPS).describe('What the items are grouped by.'),
  sorting,
  foldersFirst: z.boolean().describe('Whether folders come before files.'),
})
export type FolderView = z.infer<typeof folderView>

/** Answer of `GET /api/views`. */
export const folderViews = z.strictObject({
  items: z
    .array(z.strictObject({ path: z.string().describe('The folder, without a closing slash.'), view: folderView }))
    .max(FOLDER_VIEWS_MAX)
    .describe('The last change first.'),
})
export type FolderViews = z.infer<typeof folderViews>
