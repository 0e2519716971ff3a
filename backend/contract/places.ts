// Favourites, and recently opened or changed files: the answers of `/api/favourites` and `/api/recent`.
import { z } from 'zod'
import { item } from './resources.ts'

/** The lists of places that are stored for a person. */
export const PLACE_LISTS = ['favourites', 'opened'] as const
export type PlaceList = (typeof PLACE_LISTS)[number]

/** A file or folder in a list. */
export const listedPlace = z.strictObject({
  path: z.string().describe('Where it is now; if it is gone, where it was. Without a closing slash.'),
  isDir: z.boolean().describe('If it is gone, what it was.'),
  when: z.string().describe('When it was added, opened or changed (RFC 3339).'),
  item: item.nullable().describe('As in a listing; null if it is gone, or if the person may not see it any more.'),
})
export type ListedPlace = z.infer<typeof listedPlace>

export const listedPlaces = z.strictObject({ items: z.array(listedPlace) })
export type ListedPlaces = z.infer<typeof listedPlaces>
