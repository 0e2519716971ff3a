// Searching (api-contract 5): what was found, and how both sides read what is asked for.
import { z } from 'zod'

export { queryWords, type QueryWord, type SearchFilter } from './query-words.ts'

/** Something that was found. */
export const found = z.strictObject({
  path: z.string().describe('Relative to the folder where the search began.'),
  dir: z.boolean(),
})
export type Found = z.infer<typeof found>
