// The games of the arcade: the answer of `/api/{system}/roms`.
import { z } from 'zod'

export const rom = z.strictObject({
  id: z.string().describe('Stays the same as long as the path does.'),
  path: z
    .string()
    .describe('Where it is, for `/api/roms{path}`. Of a ROM in a zip: the path of the zip, then that in it.'),
  cover: z.string().describe('The URL of its cover on this site; empty if it has none.'),
  name: z.string().describe('The title by the name of the file, without what is in brackets.'),
  about: z.string().describe('What is in brackets: `Europe, Rev 1`.'),
  size: z.int().nonnegative().describe('Bytes, unpacked.'),
  modified: z.string().describe('The time of the file (RFC 3339).'),
})
export type Rom = z.infer<typeof rom>

export const roms = z.array(rom)

/** Answer of `GET /api/arcade/time`. */
export const playTime = z.strictObject({
  hours: z.string().describe('When the person may play: `16:00-20:00` by the clock of the server; empty for always.'),
  isOpen: z.boolean().describe('Whether the person may play now.'),
  closesIn: z.int().nullable().describe('Seconds until the hours end; null for never, and while they may not play.'),
})
export type PlayTime = z.infer<typeof playTime>
