// The household's own look: a logo, an icon and a style sheet that administrators put into the system bucket.
import { z } from 'zod'
import { BRAND_PARTS, type BrandPart } from './branding-limits.ts'

export { BRAND_PARTS, type BrandPart, BRAND_MAX_BYTES, BRAND_SIDE_MAX } from './branding-limits.ts'

export const brandPart = z.enum(BRAND_PARTS)

/** Types that each may have; which one it is, its bytes say. */
export const BRAND_TYPES: Readonly<Record<BrandPart, readonly string[]>> = {
  logo: ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  icon: ['image/svg+xml', 'image/png', 'image/x-icon'],
  css: ['text/css'],
}

/** One of them, as it is there now. */
export const brandFile = z.strictObject({
  type: z.string(),
  size: z.int().positive().describe('Bytes.'),
  address: z
    .string()
    .describe('Of the file, base URL included. Another file has another address, so each is cached for good.'),
})
export type BrandFile = z.infer<typeof brandFile>

export const brandingRecord = z.strictObject({
  logo: brandFile.nullable(),
  icon: brandFile.nullable(),
  css: brandFile.nullable(),
})
export type BrandingRecord = z.infer<typeof brandingRecord>
