// Search results, and the limits of a search text.
import { z } from 'zod'

export { queryWords, type QueryWord, type SearchFilter } from './query-words.ts'

/** A hit. */
export const found = z.strictObject({
  path: z.string().describe('Relative to the folder that was searched.'),
  dir: z.boolean(),
  size: z.number().optional().describe('Bytes of a file, 0 for a folder. Only with `limit`.'),
  modified: z.string().optional().describe('Only with `limit`.'),
})
export type Found = z.infer<typeof found>
/** A hit with its size and time. */
export type FoundHit = Required<Found>
