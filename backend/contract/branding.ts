// The household's branding: a logo, an icon and a style sheet that administrators store in the system bucket.
import { z } from 'zod'
import { BRAND_PARTS, type BrandPart } from './branding-limits.ts'

export { BRAND_PARTS, type BrandPart, BRAND_MAX_BYTES, BRAND_SIDE_MAX } from './branding-limits.ts'

export const brandPart = z.enum(BRAND_PARTS)

/** The allowed types. The type of a file is detected from its bytes. */
export const BRAND_TYPES: Readonly<Record<BrandPart, readonly string[]>> = {
  logo: ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  icon: ['image/svg+xml', 'image/png', 'image/x-icon'],
  css: ['text/css'],
}

/** A branding file as it is now. */
export const brandFile = z.strictObject({
  type: z.string(),
  size: z.int().positive().describe('Bytes.'),
  address: z
    .string()
    .describe('Its URL path, with the base URL. A new file gets a new address, so it may be cached forever.'),
})
export type BrandFile = z.infer<typeof brandFile>

export const brandingRecord = z.strictObject({
  logo: brandFile.nullable(),
  icon: brandFile.nullable(),
  css: brandFile.nullable(),
})
export type BrandingRecord = z.infer<typeof brandingRecord>
