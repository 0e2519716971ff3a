// What takes the space of a person's files: the answers of `/api/storage/…`.
import { z } from 'zod'
import { item } from './resources.ts'

const bytes = z.number().int().nonnegative()
const count = z.number().int().nonnegative()

const smallPart = z.strictObject({
  name: z.string(),
  isDir: z.boolean(),
  size: bytes.describe('Bytes of the files in it.'),
  files: count.describe('How many files are in it; 1 for a file.'),
})

export const mapPart = smallPart.extend({
  parts: z.array(smallPart).describe('The largest of what it contains, the largest first.'),
})
export type MapPart = z.infer<typeof mapPart>

export const storageMap = z.strictObject({
  size: bytes,
  files: count,
  folders: count,
  parts: z.array(mapPart).describe('The largest of what the folder contains, the largest first.'),
  endings: z
    .array(z.strictObject({ ending: z.string().describe('`.jpg`; empty for none.'), size: bytes, files: count }))
    .describe('The files by the endings of their names, in small letters, the largest sum first.'),
})
export type StorageMap = z.infer<typeof storageMap>

export const sameSize = z.strictObject({
  size: bytes.describe('Of each of them.'),
  items: z.array(item).min(2),
})
export type SameSize = z.infer<typeof sameSize>

export const sameSizes = z.strictObject({ groups: z.array(sameSize) })
export type SameSizes = z.infer<typeof sameSizes>
