// Search results, and the limits of a search text.
import { z } from 'zod'

export { queryWords, type QueryWord, type SearchFilter } from './query-words.ts'

/** A hit. */
export const found = z.strictObject({
  path: z.string().describe('Relative to the folder that was searched.'),
  dir: z.boolean(),
})
export type Found = z.infer<typeof found>
